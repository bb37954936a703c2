extension DotCanvas {
  /// Sets the dots whose middles lie in a country.
  mutating func fill(_ country: OutlineCountry) {
    var crossings: [(row: Int, x: Double)] = []
    for ring in country.rings {
      for (start, end) in zip(ring.points, ring.points.dropFirst()) {
        addCrossings(of: start, end, to: &crossings)
      }
    }
    crossings.sort { ($0.row, $0.x) < ($1.row, $1.x) }
    // Rings are closed: each row is crossed an even number of times, and land lies between the
    // first and the second crossing, the third and the fourth, and so on.
    for number in stride(from: 1, to: crossings.count, by: 2) {
      let (west, east) = (crossings[number - 1], crossings[number])
      let first = Int((west.x - 0.5).rounded(.up))
      let last = Int((east.x - 0.5).rounded(.down))
      if first <= last { for x in first...last { set(x: x, y: west.row) } }
    }
  }

  /// Adds where an edge crosses the middles of rows of dots.
  private func addCrossings(
    of start: OutlinePoint, _ end: OutlinePoint, to crossings: inout [(row: Int, x: Double)]
  ) {
    let (x0, x1) = (frame.x(Double(start.longitude) / 100), frame.x(Double(end.longitude) / 100))
    let (y0, y1) = (frame.y(Double(start.latitude) / 100), frame.y(Double(end.latitude) / 100))
    let first = max(0, Int((min(y0, y1) - 0.5).rounded(.up)))
    let limit = min(frame.dotRows, Int((max(y0, y1) - 0.5).rounded(.up)))
    if first >= limit { return }
    for row in first..<limit {
      let x = x0 + (x1 - x0) * ((Double(row) + 0.5 - y0) / (y1 - y0))
      crossings.append((row, x))
    }
  }
}
