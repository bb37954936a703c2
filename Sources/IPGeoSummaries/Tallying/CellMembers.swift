internal import IPGeoAddresses

/// The clients of cells, by name.
struct CellMembers {
  /// The cell's number, then the client's; in order.
  private let pairs: [UInt64]
  private let addresses: [IPAddress]
  private let words: TextPool

  /// Takes pairs of numbers, a cell's and that of a client as `Tally` gives them, in any order.
  init(_ pairs: [UInt64], addresses: [IPAddress], words: TextPool) {
    self.pairs = pairs.sorted()
    self.addresses = addresses
    self.words = words
  }

  /// The names of a cell's clients, in order of first sight.
  func names(of cell: Int) -> [String] {
    let first = UInt64(truncatingIfNeeded: cell) << 32
    var place = start(of: first)
    var names: [String] = []
    while place < pairs.count, pairs[place] >> 32 == first >> 32 {
      let number = UInt32(truncatingIfNeeded: pairs[place])
      names.append(
        number & Tally.wordMark == 0
          ? addresses[Int(number)].description
          : words.text((number & ~Tally.wordMark) &+ 1) ?? "")
      place += 1
    }
    return names
  }

  /// The place of the first pair that is not below a value.
  private func start(of value: UInt64) -> Int {
    var (low, high) = (0, pairs.count)
    while low < high {
      let middle = (low + high) / 2
      if pairs[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
