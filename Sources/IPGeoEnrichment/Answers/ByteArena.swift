#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Bytes that are written once and stay where they are, in slabs of some megabytes.
///
/// Answers differ in length; an allocation for each would cost more than the answer.
struct ByteArena: ~Copyable {
  static let slabSize = 1 << 20
  private static let hugePage = 2 << 20

  private let slabSize: Int
  private let usesHugePages: Bool
  private var slabs: [UnsafeMutableRawPointer] = []
  private var used: Int

  /// - Parameter usesHugePages: For what is read over and over in no order: it lies in few large
  ///   pages where the system has them, so that finding each is not waited for besides. Slabs are
  ///   four times as long then.
  init(usesHugePages: Bool = false) {
    self.usesHugePages = usesHugePages
    slabSize = usesHugePages ? 4 * Self.slabSize : Self.slabSize
    used = slabSize
  }

  deinit { for slab in slabs { slab.deallocate() } }

  /// Stores a copy of at most a megabyte; `nil` when it is longer.
  mutating func store(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
    guard bytes.count <= Self.slabSize else { return nil }
    if slabSize - used < bytes.count || slabs.isEmpty {
      slabs.append(newSlab())
      used = 0
    }
    guard let slab = slabs.last else { return nil }
    let place = slab + used
    if let start = bytes.baseAddress {
      place.copyMemory(from: start, byteCount: bytes.count)
    }
    used += bytes.count
    return UnsafeRawPointer(place)
  }

  private func newSlab() -> UnsafeMutableRawPointer {
    guard usesHugePages else { return .allocate(byteCount: slabSize, alignment: 16) }
    let slab = UnsafeMutableRawPointer.allocate(byteCount: slabSize, alignment: Self.hugePage)
    #if os(Linux)
      // A wish: where it is not granted, everything works as before.
      _ = madvise(slab, slabSize, Int32(MADV_HUGEPAGE))
    #endif
    return slab
  }

  /// Forgets everything and keeps one slab.
  mutating func removeAll() {
    while slabs.count > 1 { slabs.removeLast().deallocate() }
    used = slabs.isEmpty ? slabSize : 0
  }

  /// How many bytes the slabs take.
  var sizeInBytes: Int { slabs.count * slabSize }
}
