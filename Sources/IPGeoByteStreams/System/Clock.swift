/// The two clocks that runs need.
public enum Clock {
  /// Nanoseconds since the machine started, time asleep included; never goes back.
  public static func boottimeNanoseconds() -> Int64 { System.boottimeNanoseconds() }

  /// Seconds since 1970 UTC (POSIX time), as the machine's clock has it.
  public static func wallSeconds() -> Int64 { System.wallSeconds() }
}
