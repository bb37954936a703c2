internal import IPGeoCore

/// Cuts a way at the antimeridian, as RFC 7946, section 3.1.9, wants it and as a flat map needs it.
struct TrackCutter: Sendable {
  /// How far north a latitude is on the map, in whatever unit.
  let place: @Sendable (Double) -> Double
  /// The latitude that is there.
  let latitude: @Sendable (Double) -> Double

  /// For maps where degrees are equally high everywhere, and for files that name degrees.
  static let degrees = TrackCutter(place: { $0 }, latitude: { $0 })
  /// For maps in Miller's projection.
  static let miller = TrackCutter(
    place: MillerProjection.y, latitude: MillerProjection.latitude)

  /// The parts of a way, each on one side of the antimeridian.
  ///
  /// Steps go the shorter way round. A part that ends at the antimeridian ends at 180 or -180, the
  /// next one begins at the other, and the latitude there lies on the map's straight line between the
  /// two positions. Repeated positions are dropped. A part has two positions at least, unless the way
  /// as a whole has only one.
  func parts(of track: [Position]) -> [[Position]] {
    guard let first = track.first else { return [] }
    var parts: [[Position]] = []
    var part = [first]
    var last = first
    for position in track.dropFirst() {
      let step = position.longitude - last.longitude
      if step.magnitude > 180 {
        let side = step < 0 ? 180.0 : -180.0
        let latitude = crossing(from: last, to: position, side: side)
        Self.append(latitude, side, to: &part)
        // Both meridians are one: a step that ends on it needs no part of its own.
        if position.longitude == -side {
          Self.append(position.latitude, side, to: &part)
          last = part.last ?? last
          continue
        }
        if part.count > 1 { parts.append(part) }
        part = []
        Self.append(latitude, -side, to: &part)
      }
      Self.append(position.latitude, position.longitude, to: &part)
      last = part.last ?? position
    }
    if part.count > 1 || parts.isEmpty { parts.append(part) }
    return parts
  }

  private static func append(_ latitude: Double, _ longitude: Double, to part: inout [Position]) {
    guard let position = Position(latitude: latitude, longitude: longitude) else { return }
    if part.last != position { part.append(position) }
  }

  /// Where a step crosses the meridian of a side, to a millionth of a degree.
  private func crossing(from start: Position, to end: Position, side: Double) -> Double {
    let before = (side - start.longitude).magnitude
    let after = (side + end.longitude).magnitude
    // Both lie on it.
    guard before + after > 0 else { return start.latitude }
    let (from, to) = (place(start.latitude), place(end.latitude))
    let latitude = latitude(from + (to - from) * (before / (before + after)))
    return min(90, max(-90, (latitude * 1e6).rounded() / 1e6))
  }
}
