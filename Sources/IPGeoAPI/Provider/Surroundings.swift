internal import Dispatch
internal import IPGeoByteStreams
internal import IPGeoRateLimit

extension IPAPIProvider {
  /// Time and chance, as a provider meets them; tests put their own in.
  public struct Surroundings: Sendable {
    /// Nanoseconds of a clock that never steps and counts sleep.
    public var clock: @Sendable () -> Int64 = MonotonicClock.nanoseconds
    /// Seconds since 1970 UTC (POSIX time).
    public var wallSeconds: @Sendable () -> Int64 = { @Sendable in Clock.wallSeconds() }
    /// Calls back after so many nanoseconds.
    ///
    /// It may be early: the clock is looked at again.
    public var callLater: @Sendable (Int64, @escaping @Sendable () -> Void) -> Void = {
      @Sendable nanoseconds, body in
      // Dispatch's clock stands still while the machine sleeps, so it is not trusted for long.
      let wait = DispatchTimeInterval.nanoseconds(Int(max(0, min(nanoseconds, 5_000_000_000))))
      DispatchQueue.global().asyncAfter(deadline: .now() + wait, execute: body)
    }
    /// A number in 0..<1.
    public var random: @Sendable () -> Double = { @Sendable in Double.random(in: 0..<1) }

    /// The real ones.
    public init() {}
  }
}
