internal import IPGeoAddresses

/// Gives each distinct address a number, and keeps the cell that it was first seen in.
struct AddressNumbers {
  private(set) var addresses: [IPAddress] = []
  /// The first cell of each address, by number.
  private(set) var cells: [UInt32] = []
  private var table = NumberTable()
  private let seed: HashSeed

  init(seed: HashSeed) { self.seed = seed }

  /// The address's number, and the cell of its first row: the given one where it is new.
  @inline(__always)
  mutating func take(_ address: IPAddress, in cell: UInt32) -> (number: UInt32, cell: UInt32)? {
    let hash = seed.finished(seed.mixed(seed.mixed(0, address.high), address.low))
    var slot = table.start(hash)
    while let number = table.candidate(hash, &slot) {
      if addresses[number] == address {
        return (UInt32(truncatingIfNeeded: number), cells[number])
      }
    }
    guard let number = table.insert(hash, at: slot) else { return nil }
    addresses.append(address)
    cells.append(cell)
    return (UInt32(truncatingIfNeeded: number), .max)
  }
}
