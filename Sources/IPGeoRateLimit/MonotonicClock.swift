#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The clock that limits are kept by: it never steps, and it goes on while the machine sleeps.
public enum MonotonicClock {
  /// Nanoseconds since the machine started, sleep included.
  ///
  /// Setting the wall clock does not touch it, and every process of a machine reads the same.
  @Sendable public static func nanoseconds() -> Int64 {
    var time = timespec()
    #if canImport(Darwin)
      // Darwin's monotonic clock counts sleep; Linux has a second one that does.
      clock_gettime(CLOCK_MONOTONIC, &time)
    #else
      clock_gettime(CLOCK_BOOTTIME, &time)
    #endif
    return Int64(time.tv_sec) &* nanosecondsPerSecond &+ Int64(time.tv_nsec)
  }
}
