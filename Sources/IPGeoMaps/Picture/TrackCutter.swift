internal import IPGeoCore

/// Cuts a way at the antimeridian, as RFC 7946, section 3.1.9, wants it and as a flat map needs it.
enum TrackCutter {
  /// The parts of a way, each on one side of the antimeridian.
  ///
  /// Steps go the shorter way round. A part that ends at the antimeridian ends at 180 or -180, the
  /// next one begins at the other, and the latitude there lies on the straight line between the two
  /// positions. Repeated positions are dropped. A part has two positions at least, unless the way
  /// as a whole has only one.
  static func parts(of track: [Position]) -> [[Position]] {
    guard let first = track.first else { return [] }
    var parts: [[Position]] = []
    var part = [first]
    var last = first
    for position in track.dropFirst() {
      let step = position.longitude - last.longitude
      if step.magnitude > 180 {
        let side = step < 0 ? 180.0 : -180.0
        let latitude = crossing(from: last, to: position, side: side)
        append(latitude, side, to: &part)
        // Both meridians are one: a step that ends on it needs no part of its own.
        if position.longitude == -side {
          append(position.latitude, side, to: &part)
          last = part.last ?? last
          continue
        }
        if part.count > 1 { parts.append(part) }
        part = []
        append(latitude, -side, to: &part)
      }
      append(position.latitude, position.longitude, to: &part)
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
  private static func crossing(from start: Position, to end: Position, side: Double) -> Double {
    let before = (side - start.longitude).magnitude
    let after = (side + end.longitude).magnitude
    // Both lie on it.
    guard before + after > 0 else { return start.latitude }
    let latitude =
      start.latitude + (end.latitude - start.latitude) * (before / (before + after))
    return min(90, max(-90, (latitude * 1e6).rounded() / 1e6))
  }
}
