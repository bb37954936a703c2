/// Bytes that are written once and stay where they are, in slabs of a megabyte.
///
/// Answers differ in length; an allocation for each would cost more than the answer.
struct ByteArena: ~Copyable {
  static let slabSize = 1 << 20
  private var slabs: [UnsafeMutableRawPointer] = []
  private var used = slabSize

  deinit { for slab in slabs { slab.deallocate() } }

  /// Stores a copy of at most a megabyte; `nil` when it is longer.
  mutating func store(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
    guard bytes.count <= Self.slabSize else { return nil }
    if Self.slabSize - used < bytes.count || slabs.isEmpty {
      slabs.append(.allocate(byteCount: Self.slabSize, alignment: 16))
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

  /// Forgets everything and keeps one slab.
  mutating func removeAll() {
    while slabs.count > 1 { slabs.removeLast().deallocate() }
    used = slabs.isEmpty ? Self.slabSize : 0
  }

  /// How many bytes the slabs take.
  var sizeInBytes: Int { slabs.count * Self.slabSize }
}
