public import IPGeoCore

/// Where the International Space Station was, and when.
public struct StationFix: Hashable, Sendable {
  /// The point of the Earth that it was above.
  public var position: Position
  /// When: seconds since 1970 UTC, by the service's clock.
  public var timestamp: Int64

  /// Makes a fix.
  public init(position: Position, timestamp: Int64) {
    self.position = position
    self.timestamp = timestamp
  }
}
