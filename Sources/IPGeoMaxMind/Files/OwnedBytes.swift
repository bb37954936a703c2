#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Bytes in memory that nobody changes once they are there.
///
/// `@unchecked Sendable`: whoever makes it fills it before it is shared; nothing writes after that.
final class OwnedBytes: @unchecked Sendable {
  private let base: UnsafeMutableRawPointer
  let count: Int

  /// From so many bytes on they lie in few large pages where the system has them: they are read in no
  /// order, and finding each page would be waited for besides.
  private static let largeCount = 4 << 20
  private static let largePage = 2 << 20

  /// Makes room for `count` bytes and lets `fill` write all of them.
  init<Failure: Error>(
    count: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    self.count = count
    let isLarge = count >= Self.largeCount
    base = .allocate(byteCount: max(count, 1), alignment: isLarge ? Self.largePage : 64)
    #if os(Linux)
      // A wish: where it is not granted, everything works as before.
      if isLarge { _ = madvise(base, count, Int32(MADV_HUGEPAGE)) }
    #endif
    do throws(Failure) {
      try fill(UnsafeMutableRawBufferPointer(start: base, count: count))
    } catch {
      base.deallocate()
      throw error
    }
  }

  convenience init(_ bytes: [UInt8]) {
    self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
  }

  deinit { base.deallocate() }

  /// Valid as long as this lives.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }
}
