#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Bytes in memory that nobody changes once they are there.
///
/// `@unchecked Sendable`: whoever makes it fills it before it is shared; nothing writes after that.
final class OwnedBytes: @unchecked Sendable {
  /// Finds room for so many bytes; `nil` where the system has none to give.
  typealias Allocation = @Sendable (Int) -> UnsafeMutableRawPointer?

  private let base: UnsafeMutableRawPointer
  let count: Int

  /// From so many bytes on they lie in few large pages where the system has them: they are read in
  /// no order, and finding each page would be waited for besides.
  private static let largeCount = 4 << 20
  private static let largePage = 2 << 20

  private init(base: UnsafeMutableRawPointer, count: Int) {
    self.base = base
    self.count = count
  }

  /// Makes room for `count` bytes and lets `fill` write all of them; `nil` where there is no room.
  convenience init?<Failure: Error>(
    count: Int, from allocate: Allocation = OwnedBytes.allocate,
    _ fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    guard let base = allocate(count) else { return nil }
    // From here on it is freed with this, also where filling it fails.
    self.init(base: base, count: count)
    try fill(UnsafeMutableRawBufferPointer(start: base, count: count))
  }

  /// A copy of an array.
  convenience init(_ bytes: [UInt8]) {
    // Where there is no memory for a copy of what is in memory, it ends as any other allocation
    // does.
    let base =
      Self.allocate(bytes.count) ?? .allocate(byteCount: max(bytes.count, 1), alignment: 16)
    UnsafeMutableRawBufferPointer(start: base, count: bytes.count).copyBytes(from: bytes)
    self.init(base: base, count: bytes.count)
  }

  deinit { free(base) }

  /// Asks the system for room.
  static let allocate: Allocation = { count in
    let isLarge = count >= largeCount
    var room: UnsafeMutableRawPointer?
    guard posix_memalign(&room, isLarge ? largePage : 64, max(count, 1)) == 0 else { return nil }
    #if os(Linux)
      // A wish: where it is not granted, everything works as before.
      if isLarge, let room { _ = madvise(room, count, Int32(MADV_HUGEPAGE)) }
    #endif
    return room
  }

  /// Valid as long as this lives: whoever keeps it sees to that.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  /// Lets `body` read the bytes, and lives until it is done.
  @inline(__always)
  func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(bytes)
  }
}
