/// Numbers what addresses have in several files: each combination of records once, from 0.
///
/// Open addressing with linear probing. A slot has the low half for an entry's number and one, 0
/// being empty, and the high half for the place of its record, or of several a hash of them: nearly
/// always the slot alone says which entry it is.
struct EntryTable {
  /// Stands for a file that has no record.
  static let none = UInt32.max
  /// Stands for a file whose tree leads nowhere.
  static let lost = UInt32.max - 1

  /// How many files there are.
  private let width: Int
  /// The places of each entry's records, one behind the other.
  private var places: [UInt32] = []
  private var slots: [UInt64]
  private var mask: Int
  private(set) var count = 0
  private let multiplier: UInt64

  /// - Parameters:
  ///   - width: How many files there are.
  ///   - multiplier: What places are mixed with, an odd number: another one in each table, so that
  ///     no file can have places that all come to lie in one row.
  init(width: Int, multiplier: UInt64 = .random(in: 0...(.max)) | 1) {
    self.multiplier = multiplier
    self.width = max(1, width)
    slots = [UInt64](repeating: 0, count: 1 << 10)
    mask = slots.count - 1
  }

  /// The place of an entry's record in a file; `none` for entries that there are not.
  func place(_ entry: UInt32, file: Int) -> UInt32 {
    let index = Int(entry) &* width &+ file
    return file < width && index < places.count ? places[index] : Self.none
  }

  /// The number of what has its only record there.
  @inline(__always)
  mutating func number(of place: UInt32) -> UInt32 {
    var slot = Int(truncatingIfNeeded: mixed(0, place)) & mask
    while slots[slot] != 0 {
      if UInt32(truncatingIfNeeded: slots[slot] >> 32) == place {
        return UInt32(truncatingIfNeeded: slots[slot]) &- 1
      }
      slot = (slot &+ 1) & mask
    }
    return add(CollectionOfOne(place), tag: place, slot)
  }

  /// The number of what has its records there, one place for each file.
  mutating func number(of combination: some RandomAccessCollection<UInt32>) -> UInt32 {
    let hash = hash(of: combination)
    let tag = UInt32(truncatingIfNeeded: hash >> 32)
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let entry = UInt32(truncatingIfNeeded: slots[slot]) &- 1
      let start = Int(entry) &* width
      if UInt32(truncatingIfNeeded: slots[slot] >> 32) == tag,
        places[start..<(start &+ width)].elementsEqual(combination)
      {
        return entry
      }
      slot = (slot &+ 1) & mask
    }
    return add(combination, tag: tag, slot)
  }

  @inline(never)
  private mutating func add(
    _ combination: some Collection<UInt32>, tag: UInt32, _ slot: Int
  ) -> UInt32 {
    places.append(contentsOf: combination)
    count += 1
    slots[slot] = UInt64(tag) << 32 | UInt64(UInt32(truncatingIfNeeded: count))
    if count * 2 > slots.count { grow() }
    return UInt32(truncatingIfNeeded: count &- 1)
  }

  private mutating func grow() {
    var larger = [UInt64](repeating: 0, count: slots.count * 4)
    let mask = larger.count - 1
    for old in slots where old != 0 {
      let start = Int(UInt32(truncatingIfNeeded: old) &- 1) * width
      let hash = hash(of: places[start..<(start + width)])
      var slot = Int(truncatingIfNeeded: hash) & mask
      while larger[slot] != 0 { slot = (slot + 1) & mask }
      larger[slot] = old
    }
    slots = larger
    self.mask = mask
  }

  @inline(__always)
  func hash(of combination: some Sequence<UInt32>) -> UInt64 {
    var hash: UInt64 = 0
    for place in combination { hash = mixed(hash, place) }
    return hash
  }

  @inline(__always)
  private func mixed(_ hash: UInt64, _ place: UInt32) -> UInt64 {
    let product = (hash ^ UInt64(place)) &* multiplier
    return product ^ (product &>> 32)
  }
}
