/// Bytes in memory that nobody changes once they are there.
///
/// `@unchecked Sendable`: whoever makes it fills it before it is shared; nothing writes after that.
final class OwnedBytes: @unchecked Sendable {
  private let base: UnsafeMutableRawPointer
  let count: Int

  /// Makes room for `count` bytes and lets `fill` write all of them.
  init<Failure: Error>(
    count: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    self.count = count
    base = .allocate(byteCount: max(count, 1), alignment: 64)
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
