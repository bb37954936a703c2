internal import IPGeoCore

/// Dots on a frame, eight a cell, as Braille signs have them.
struct DotCanvas {
  let frame: MapFrame
  /// For each cell its dots, as the bits of a Braille sign (U+2800 and on).
  private(set) var cells: [UInt8]

  init(frame: MapFrame) {
    self.frame = frame
    cells = Array(repeating: 0, count: frame.columns * frame.rows)
  }

  /// Sets a dot; those beyond the frame are not drawn.
  mutating func set(x: Int, y: Int) {
    guard 0..<frame.dotColumns ~= x, 0..<frame.dotRows ~= y else { return }
    // The lower row of dots came later to Braille and has the highest bits.
    let bit: UInt8 = y & 3 == 3 ? 0x40 << UInt8(x & 1) : 1 << UInt8((x & 1) * 3 + y & 3)
    cells[(y >> 2) * frame.columns + x >> 1] |= bit
  }

  /// Sets the dots of a straight line between two places in dots; what lies on the eastern or
  /// southern edge is within.
  mutating func line(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) {
    let (wide, high) = (end.x - start.x, end.y - start.y)
    let steps = max(1, max(wide.magnitude, high.magnitude).rounded(.up))
    for step in 0...Int(steps) {
      let part = Double(step) / steps
      set(
        x: Self.dot(start.x + wide * part, edge: frame.dotColumns),
        y: Self.dot(start.y + high * part, edge: frame.dotRows))
    }
  }

  /// Draws a piece of the outline.
  mutating func draw(_ segment: OutlineSegment) {
    line(from: place(segment.start), to: place(segment.end))
  }

  /// Draws a part of a way that lies on one side of the antimeridian.
  mutating func draw(_ part: [Position]) {
    let places = part.map { (x: frame.x($0.longitude), y: frame.y($0.latitude)) }
    if let first = places.first { line(from: first, to: first) }
    for (start, end) in zip(places, places.dropFirst()) { line(from: start, to: end) }
  }

  private func place(_ point: OutlinePoint) -> (x: Double, y: Double) {
    (frame.x(Double(point.longitude) / 100), frame.y(Double(point.latitude) / 100))
  }

  private static func dot(_ value: Double, edge: Int) -> Int {
    value == Double(edge) ? edge - 1 : Int(value.rounded(.down))
  }
}
