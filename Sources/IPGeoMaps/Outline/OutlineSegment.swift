/// A straight piece of an outline that is to be drawn.
struct OutlineSegment: Hashable, Sendable {
  let start: OutlinePoint
  let end: OutlinePoint
  /// Whose outline it is part of: its place in `WorldOutline.countries`.
  let country: Int
  /// Whether there is another country on its other side.
  let isBorder: Bool
}

extension WorldOutline {
  /// All pieces but those that only close a ring along the antimeridian or the pole, where land
  /// goes on.
  static let segments: [OutlineSegment] = {
    var counts: [UInt64: Int] = [:]
    var edges: [(start: OutlinePoint, end: OutlinePoint, country: Int)] = []
    for (number, country) in countries.enumerated() {
      for ring in country.rings {
        for (start, end) in zip(ring.points, ring.points.dropFirst()) where isDrawn(start, end) {
          edges.append((start, end, number))
          counts[key(start, end), default: 0] += 1
        }
      }
    }
    return edges.map { edge in
      OutlineSegment(
        start: edge.start, end: edge.end, country: edge.country,
        isBorder: (counts[key(edge.start, edge.end)] ?? 0) > 1)
    }
  }()

  /// Whether a piece is more than a seam: one that only closes a ring at the edge of the world.
  static func isDrawn(_ start: OutlinePoint, _ end: OutlinePoint) -> Bool {
    if start == end { return false }
    let isAtAntimeridian = start.longitude == end.longitude && abs(start.longitude) == 18000
    return !isAtAntimeridian && !(start.latitude == -9000 && end.latitude == -9000)
  }

  /// The same for both directions of a piece.
  static func key(_ start: OutlinePoint, _ end: OutlinePoint) -> UInt64 {
    func bits(_ point: OutlinePoint) -> UInt64 {
      UInt64(UInt16(bitPattern: point.longitude)) << 16 | UInt64(UInt16(bitPattern: point.latitude))
    }
    let (one, other) = (bits(start), bits(end))
    return min(one, other) << 32 | max(one, other)
  }
}
