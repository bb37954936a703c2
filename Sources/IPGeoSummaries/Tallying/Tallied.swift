public import IPGeoCore

/// Rows, the records that they stand for, and how many addresses those have.
public struct TallySums: Hashable, Sendable {
  /// How many rows there are.
  public var records: UInt64
  /// How many records they stand for.
  public var hits: UInt64
  /// How many distinct addresses those have.
  public var addresses: Int

  /// Makes sums.
  public init(records: UInt64 = 0, hits: UInt64 = 0, addresses: Int = 0) {
    self.records = records
    self.hits = hits
    self.addresses = addresses
  }
}

/// What a tally came to.
public struct Tallied: Sendable {
  /// Rows by place: those that are located, and those that say of no status.
  public internal(set) var cells: [TallyCell] = []
  /// All rows together; each address counts once.
  public let total: TallySums
  /// Hits that have no position, of whatever status.
  public let unplaced: UInt64
  /// The addresses that have no place, where addresses were kept: special, unknown and failed ones.
  public internal(set) var otherAddresses: [String] = []
  /// The cells of each address that has several of them, by their places in `cells`.
  var shared: [[Int]] = []
  private let sums: [TallySums]

  init(sums: [TallySums], addresses: Int, unplaced: UInt64) {
    self.sums = sums
    self.unplaced = unplaced
    total = sums.reduce(into: TallySums(addresses: addresses)) { total, sum in
      total.records.addUpTo(sum.records)
      total.hits.addUpTo(sum.hits)
    }
  }

  /// The rows of a status; of `nil` those that say of none.
  public func sums(of status: Status?) -> TallySums { sums[Int(StatusNumber.of(status))] }

  /// The rows that are counted by place.
  public var placed: TallySums {
    let (located, untold) = (sums(of: .located), sums(of: nil))
    var sum = located
    sum.records.addUpTo(untold.records)
    sum.hits.addUpTo(untold.hits)
    // One that is in both counts twice here; where there is a status, every row has one.
    sum.addresses += untold.addresses
    return sum
  }

  /// All hits for a map: the cells, and one without a place for what is special, unknown, invalid
  /// or failed.
  public var cellsOfAll: [TallyCell] {
    let others = Status.allCases.filter { $0 != .located }.map { sums(of: $0) }
    var other = TallyCell(key: TallyCell.Key(), hits: 0, addressCount: 0, addresses: otherAddresses)
    for sum in others {
      other.hits.addUpTo(sum.hits)
      other.addressCount += sum.addresses
    }
    return other.hits > 0 ? cells + [other] : cells
  }
}
