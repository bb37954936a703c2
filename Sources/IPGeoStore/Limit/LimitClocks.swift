internal import IPGeoRateLimit

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The clocks that a shared limit is kept by.
///
/// Instants in the file are of the clock that counts from the machine's start, sleep included, which
/// never steps. What an earlier start has left is carried over by the wall clock, which may.
public struct LimitClocks: Sendable {
  /// Nanoseconds since the machine started.
  public var boot: @Sendable () -> Int64
  /// Nanoseconds since 1970.
  public var wall: @Sendable () -> Int64
  /// What names this start of the machine; nil where nothing does.
  public var bootID: String?

  /// Makes clocks.
  public init(
    boot: @escaping @Sendable () -> Int64, wall: @escaping @Sendable () -> Int64, bootID: String?
  ) {
    self.boot = boot
    self.wall = wall
    self.bootID = bootID
  }

  /// The machine's clocks.
  public static var system: LimitClocks {
    LimitClocks(boot: MonotonicClock.nanoseconds, wall: wallNanoseconds, bootID: currentBootID())
  }

  @Sendable private static func wallNanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  private static func currentBootID() -> String? {
    #if canImport(Darwin)
      var bytes = [CChar](repeating: 0, count: 64)
      var size = bytes.count
      guard sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0 else { return nil }
      let text = String(
        decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #else
      let text = String(
        decoding: FileSystem.head("/proc/sys/kernel/random/boot_id", 64).prefix { $0 > 0x20 },
        as: UTF8.self)
    #endif
    return text.isEmpty ? nil : text
  }
}
