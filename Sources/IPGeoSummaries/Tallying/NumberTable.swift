/// Finds numbers of things by their hashes: open addressing with linear probing.
///
/// Whoever uses it keeps the things themselves, in the order of their numbers:
///
///     var slot = table.start(hash)
///     while let number = table.candidate(hash, &slot) { if it is that thing, return }
///     let number = table.insert(hash, at: slot)
struct NumberTable {
  /// The upper half of the hash, and the number plus one; 0 where there is none.
  private var slots = [UInt64](repeating: 0, count: 64)
  private var mask: UInt64 = 63
  private(set) var count = 0

  /// The most numbers that can be given.
  static let maximumCount = Int(Int32.max) - 1

  /// Where to begin to look.
  @inline(__always)
  func start(_ hash: UInt64) -> UInt64 { (hash >> 32) & mask }

  /// The next thing that may be the one; `nil` where it is not there, and `slot` is free for it.
  @inline(__always)
  func candidate(_ hash: UInt64, _ slot: inout UInt64) -> Int? {
    while true {
      let entry = slots[Int(truncatingIfNeeded: slot)]
      if entry == 0 { return nil }
      slot = (slot &+ 1) & mask
      if (entry ^ hash) >> 32 == 0 { return Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) &- 1 }
    }
  }

  /// Gives the next number, in the free slot that was found; `nil` where no more can be given.
  mutating func insert(_ hash: UInt64, at slot: UInt64) -> Int? {
    guard count < Self.maximumCount else { return nil }
    let number = count
    slots[Int(truncatingIfNeeded: slot)] =
      hash & 0xFFFF_FFFF_0000_0000 | UInt64(truncatingIfNeeded: number &+ 1)
    count &+= 1
    if count &* 8 > slots.count &* 5 { grow() }
    return number
  }

  private mutating func grow() {
    mask = mask << 1 | 1
    var larger = [UInt64](repeating: 0, count: slots.count &* 2)
    for entry in slots where entry != 0 {
      var slot = start(entry)
      while larger[Int(truncatingIfNeeded: slot)] != 0 { slot = (slot &+ 1) & mask }
      larger[Int(truncatingIfNeeded: slot)] = entry
    }
    slots = larger
  }
}
