#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A growing array whose elements never move: storage comes in slabs of 65,536.
///
/// One thread appends; other threads may read the elements that were published to them through a
/// lock. Growing it costs no copy, so a million addresses need no second array while it doubles.
final class SlabArray<Element: BitwiseCopyable> {
  private static var slabLength: Int { 1 << 16 }
  private static var slabMask: Int { slabLength - 1 }
  private static var directoryLength: Int { 1 << 16 }

  private typealias Slab = UnsafeMutablePointer<Element>

  /// Pointers to the slabs.
  ///
  /// Allocated once for 2^32 elements, so that it does not move either.
  private let directory: UnsafeMutablePointer<Slab?>
  private(set) var count = 0

  init() {
    // Zeroed pages from the system cost neither time nor memory before they are written to.
    guard let zeroed = calloc(Self.directoryLength, MemoryLayout<Slab?>.stride) else {
      directory = .allocate(capacity: Self.directoryLength)
      directory.initialize(repeating: nil, count: Self.directoryLength)
      return
    }
    directory = zeroed.bindMemory(to: Slab?.self, capacity: Self.directoryLength)
  }

  deinit {
    // Slabs are made in order: the first gap is the end.
    for slab in 0..<Self.directoryLength {
      guard let pointer = directory[slab] else { break }
      pointer.deallocate()
    }
    free(directory)
  }

  /// The element at `index`, which must be below the count that the caller knows of.
  subscript(index: Int) -> Element {
    @inline(__always) get {
      // The slab exists for every published index; see `append`.
      directory[index >> 16].unsafelyUnwrapped[index & Self.slabMask]
    }
    @inline(__always) set {
      directory[index >> 16].unsafelyUnwrapped[index & Self.slabMask] = newValue
    }
  }

  /// Appends an element; says no when 2^32 of them are there.
  @discardableResult func append(_ element: Element) -> Bool {
    let slab = count >> 16
    guard slab < Self.directoryLength else { return false }
    let pointer: UnsafeMutablePointer<Element>
    if let existing = directory[slab] {
      pointer = existing
    } else {
      pointer = .allocate(capacity: Self.slabLength)
      directory[slab] = pointer
    }
    (pointer + (count & Self.slabMask)).initialize(to: element)
    count += 1
    return true
  }

  /// Appends copies of `element` until there are `count` of them.
  func extend(to count: Int, with element: Element) {
    while self.count < count, append(element) {}
  }
}
