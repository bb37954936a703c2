/// A point on the globe, in degrees (WGS 84).
public struct Position: Hashable, Sendable {
  /// Degrees north, -90 to 90.
  public let latitude: Double
  /// Degrees east, -180 to 180.
  public let longitude: Double

  /// Makes a position; `nil` where one of the two is no number or out of range.
  public init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }
}

extension Location {
  /// Where it is; `nil` unless both coordinates are known and in range.
  public var position: Position? {
    guard let latitude, let longitude else { return nil }
    return Position(latitude: latitude, longitude: longitude)
  }
}
