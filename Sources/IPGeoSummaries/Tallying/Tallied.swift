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
  /// All rows together; each address counts once.
  public let total: TallySums
  /// Hits that have no position, of whatever status.
  public let unplaced: UInt64
  /// Whether all rows say whose they are; else numbers of addresses are those of some only, and how
  /// many there are is not known.
  public internal(set) var knowsAddresses = true
  /// The rows that are counted by place; an address that is in several counts once.
  public let placed: TallySums
  /// What was counted, by status and place; texts by their numbers.
  let counted: [CellTable.Cell]
  let texts: TextPool
  /// The cells of each address that has several of them, by their places in `counted`.
  let shared: [[UInt32]]
  private let members: CellMembers?
  private let sums: [TallySums]

  init(
    sums: [TallySums], clients: Int, placedClients: Int, unplaced: UInt64, cells: [CellTable.Cell],
    texts: TextPool,
    shared: [[UInt32]], members: CellMembers?
  ) {
    self.sums = sums
    self.unplaced = unplaced
    counted = cells
    self.texts = texts
    self.shared = shared
    self.members = members
    total = Self.together(sums, addresses: clients)
    placed = Self.together(
      [.located, nil].map { sums[Int(StatusNumber.of($0))] }, addresses: placedClients)
  }

  private static func together(_ sums: [TallySums], addresses: Int) -> TallySums {
    sums.reduce(into: TallySums(addresses: addresses)) { total, sum in
      total.records.addUpTo(sum.records)
      total.hits.addUpTo(sum.hits)
    }
  }

  /// The rows of a status; of `nil` those that say of none.
  public func sums(of status: Status?) -> TallySums { sums[Int(StatusNumber.of(status))] }
}

// MARK: Cells

extension Tallied {
  /// Rows by place, in order of first sight.
  ///
  /// They are those that are located, and those that say of no status. They are made at each call.
  public var cells: [TallyCell] {
    var made: [String?] = Array(repeating: nil, count: texts.count + 1)
    return counted.indices.filter { counted[$0].isPlaced }.map { cell($0, &made) }
  }

  /// All rows for a map: by place, and what is special, unknown, invalid or failed by its reason.
  ///
  /// They are in order of first sight, and made at each call.
  public var cellsOfAll: [TallyCell] {
    var made: [String?] = Array(repeating: nil, count: texts.count + 1)
    return counted.indices.map { cell($0, &made) }
  }

  /// The cells of each address that several of `cellsOfAll` have, by their places there.
  ///
  /// Whoever adds up addresses of cells counts such an address once. Cells and addresses are in no
  /// certain order.
  public var sharedOfAll: [[Int]] { shared.map { $0.map(Int.init) } }

  /// A cell with texts of its own; texts that were made before are taken from `made`.
  private func cell(_ place: Int, _ made: inout [String?]) -> TallyCell {
    func text(_ number: UInt32) -> String? {
      if number == 0 { return nil }
      if let text = made[Int(number)] { return text }
      made[Int(number)] = texts.text(number)
      return made[Int(number)]
    }
    let cell = counted[place]
    var key = TallyCell.Key()
    if cell.key.hasPosition {
      key.position = Position(latitude: cell.key.latitude, longitude: cell.key.longitude)
    }
    key.countryCode = text(cell.key.countryCode)
    key.country = text(cell.key.country)
    key.region = text(cell.key.region)
    key.city = text(cell.key.city)
    key.timezone = text(cell.key.timezone)
    key.network = text(cell.key.network)
    if cell.key.hasASN { key.asn = cell.key.asn }
    return TallyCell(
      key: key, status: StatusNumber.status(cell.key.status), reason: text(cell.key.reason),
      hits: cell.hits, addressCount: Int(cell.addresses),
      addresses: members?.names(of: place) ?? [])
  }
}

extension CellTable.Cell {
  /// Whether its rows are counted by place.
  var isPlaced: Bool {
    key.status == StatusNumber.of(.located) || key.status == StatusNumber.none
  }
}
