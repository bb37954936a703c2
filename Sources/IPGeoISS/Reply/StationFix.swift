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

  /// From this age on, in seconds, a position says little: the station is 460 km further by then.
  public static let staleAge: Int64 = 60

  /// How old it is at `now`, in seconds since 1970 UTC.
  ///
  /// Clocks differ: what is dated in the future is as new as can be, and has an age of 0.
  public func age(at now: Int64) -> Int64 {
    max(0, Self.difference(now, timestamp))
  }

  /// How far ahead of `now` it is dated, in seconds; 0 where it is not.
  public func lead(at now: Int64) -> Int64 {
    max(0, Self.difference(timestamp, now))
  }

  private static func difference(_ a: Int64, _ b: Int64) -> Int64 {
    let (difference, overflow) = a.subtractingReportingOverflow(b)
    return overflow ? (a > b ? .max : .min) : difference
  }
}
