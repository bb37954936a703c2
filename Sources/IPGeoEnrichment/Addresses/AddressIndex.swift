import IPGeoAddresses

/// Gives each distinct address a small integer, in order of first sight.
///
/// Open addressing with linear probing over 8-byte slots: the upper half of the address's hash, and
/// its number plus one. The addresses themselves stand in a `SlabArray`, which the writer reads too.
struct AddressIndex {
  /// The most addresses that can be numbered: a `RecordNumber` has a bit for something else.
  static let maximumCount = Int(Int32.max) - 256

  /// Every address, by number.
  let addresses: SlabArray<IPAddress>
  private var slots: [UInt64]
  private var mask: Int
  /// Drawn for each index: nobody can write a list whose addresses all fall into one slot.
  private let seed = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

  init(addresses: SlabArray<IPAddress>, minimumCapacity: Int = 1024) {
    self.addresses = addresses
    var capacity = 16
    while capacity < minimumCapacity { capacity *= 2 }
    slots = [UInt64](repeating: 0, count: capacity)
    mask = capacity - 1
  }

  /// The address's number, and whether it was just given; `nil` when the numbers are used up.
  mutating func number(of address: IPAddress) -> (number: UInt32, isNew: Bool)? {
    let hash = hash(address)
    let tag = hash & 0xffff_ffff_0000_0000
    var slot = Int(truncatingIfNeeded: hash) & mask
    while true {
      let entry = slots[slot]
      if entry == 0 { break }
      if entry & 0xffff_ffff_0000_0000 == tag {
        let number = UInt32(truncatingIfNeeded: entry) &- 1
        if addresses[Int(number)] == address { return (number, false) }
      }
      slot = (slot + 1) & mask
    }
    let number = addresses.count
    guard number < Self.maximumCount, addresses.append(address) else { return nil }
    slots[slot] = tag | UInt64(number + 1)
    if addresses.count * 8 > slots.count * 5 { grow() }
    return (UInt32(number), true)
  }

  /// Has what is known of an address brought near, for the call of `number(of:)` that comes soon.
  /// - Returns: Nothing that means anything; it is there so that the reading is not left out.
  @inline(__always)
  func touch(_ address: IPAddress) -> UInt64 {
    slots[Int(truncatingIfNeeded: hash(address)) & mask]
  }

  /// Multiplies the seeded halves and folds the 128 bits of the product.
  @inline(__always)
  private func hash(_ address: IPAddress) -> UInt64 {
    let product = (address.low ^ seed.0).multipliedFullWidth(by: (address.high ^ seed.1) | 1)
    return (product.high ^ product.low) &* 0x9E37_79B9_7F4A_7C15
  }

  private mutating func grow() {
    let capacity = slots.count * 2
    var larger = [UInt64](repeating: 0, count: capacity)
    let mask = capacity - 1
    for number in 0..<addresses.count {
      let hash = hash(addresses[number])
      var slot = Int(truncatingIfNeeded: hash) & mask
      while larger[slot] != 0 { slot = (slot + 1) & mask }
      larger[slot] = hash & 0xffff_ffff_0000_0000 | UInt64(number + 1)
    }
    slots = larger
    self.mask = mask
  }
}
