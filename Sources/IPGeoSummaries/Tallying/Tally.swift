internal import IPGeoAddresses
internal import IPGeoCore

/// Counts rows by what they say of a place: hits, and distinct addresses exactly.
///
/// Memory grows with distinct addresses, places and names, never with rows: some 40 bytes for an
/// address, some 100 for a place. An address with rows of several places counts in each of them, and
/// once in all that they have together.
public struct Tally: ~Copyable {
  private let keepsAddresses: Bool
  private var texts: TextPool
  private var cells: CellTable
  private var addresses: AddressNumbers
  private var words: TextPool
  /// The first cell of each client that is no address, by number.
  private var wordCells: [UInt32] = []
  /// Clients in further cells than their first: the client's number, then the cell's.
  private var further: Set<UInt64> = []
  /// Each client in each of its cells, where addresses are kept: the cell's number, then its own.
  private var members: [UInt64] = []
  private var records = [UInt64](repeating: 0, count: StatusNumber.count)
  private var hits = [UInt64](repeating: 0, count: StatusNumber.count)
  private var unplaced: UInt64 = 0

  /// Set in the numbers of clients that are no addresses.
  static let wordMark: UInt32 = 1 << 31

  /// Makes an empty tally.
  /// - Parameter keepsAddresses: Whether cells shall name their addresses.
  public init(keepsAddresses: Bool = false) {
    self.keepsAddresses = keepsAddresses
    let seed = HashSeed()
    texts = TextPool(seed: seed)
    cells = CellTable(seed: seed)
    addresses = AddressNumbers(seed: seed)
    words = TextPool(seed: seed)
  }

  /// Counts a row.
  ///
  /// Of one that is `special`, `unknown`, `invalid` or `failed` its reason is taken and no place, and
  /// of an invalid one no client. Text that is no address is a client where a status says that it was
  /// one, as where somebody has put other names in the addresses' places.
  public mutating func add(_ row: TallyRow) {
    let status = Int(StatusNumber.of(row.status))
    records[status].addUpTo(row.records)
    hits[status].addUpTo(row.hits)
    if row.position == nil || !StatusNumber.hasPlace(row.status) { unplaced.addUpTo(row.hits) }
    guard let cell = cells.number(of: key(of: row)) else { return }
    cells.count(hits: row.hits, in: cell)
    switch (row.status, row.client) {
    case (.invalid, _), (nil, .text): break
    default: count(row.client, in: cell)
    }
  }

  @inline(__always)
  private mutating func key(of row: TallyRow) -> CellTable.Key {
    var key = CellTable.Key(status: StatusNumber.of(row.status))
    guard StatusNumber.hasPlace(row.status) else {
      key.reason = texts.number(of: row.reason)
      return key
    }
    if let position = row.position {
      key.hasPosition = true
      // Adding zero makes one of both zeros.
      key.latitude = position.latitude + 0
      key.longitude = position.longitude + 0
    }
    key.countryCode = texts.number(of: row.countryCode)
    key.country = texts.number(of: row.country)
    key.region = texts.number(of: row.region)
    key.city = texts.number(of: row.city)
    key.timezone = texts.number(of: row.timezone)
    key.network = texts.number(of: row.network)
    if let asn = row.asn { (key.hasASN, key.asn) = (true, asn) }
    return key
  }

  @inline(__always)
  private mutating func count(_ client: TallyRow.Client, in cell: UInt32) {
    switch client {
    case .unnamed: break
    case .address(let address):
      guard let (number, first) = addresses.take(address, in: cell) else { return }
      count(number, first, in: cell)
    case .text(let text):
      let number = words.number(of: text)
      if number == 0 { return }
      let index = Int(number) - 1
      let isNew = index == wordCells.count
      if isNew { wordCells.append(cell) }
      guard index < wordCells.count else { return }
      count(
        UInt32(truncatingIfNeeded: index) | Self.wordMark, isNew ? .max : wordCells[index], in: cell
      )
    }
  }

  /// Counts a client whose first cell is known: none before this one where that is `.max`.
  @inline(__always)
  private mutating func count(_ number: UInt32, _ first: UInt32, in cell: UInt32) {
    if first == cell { return }
    if first != .max {
      guard further.insert(UInt64(number) << 32 | UInt64(cell)).inserted else { return }
    }
    cells.countAddress(in: cell)
    if keepsAddresses { members.append(UInt64(cell) << 32 | UInt64(number)) }
  }
}

// MARK: What was counted

extension Tally {
  /// What all rows come to.
  public consuming func finish() -> Tallied {
    var sums = (0..<StatusNumber.count).map { status in
      TallySums(records: records[status], hits: hits[status], addresses: 0)
    }
    var placed = 0
    for cell in cells.cells {
      sums[Int(cell.key.status)].addresses += Int(cell.addresses)
      if cell.isPlaced { placed += Int(cell.addresses) }
    }
    let shared = sharedClients()
    for clients in shared {
      var seen: Set<UInt8> = []
      var hasPlaced = false
      for number in clients {
        let cell = cells.cells[Int(number)]
        let isNew = seen.insert(cell.key.status).inserted
        if !isNew { sums[Int(cell.key.status)].addresses -= 1 }
        if cell.isPlaced, hasPlaced { placed -= 1 }
        hasPlaced = hasPlaced || cell.isPlaced
      }
    }
    return Tallied(
      sums: sums, clients: addresses.addresses.count + wordCells.count,
      placedClients: placed, unplaced: unplaced,
      cells: cells.cells, texts: texts, shared: shared,
      members: keepsAddresses
        ? CellMembers(members, addresses: addresses.addresses, words: words) : nil)
  }

  /// The cells of each client that has several.
  private borrowing func sharedClients() -> [[UInt32]] {
    var cells: [UInt32: [UInt32]] = [:]
    for pair in further {
      let number = UInt32(truncatingIfNeeded: pair >> 32)
      let first =
        number & Self.wordMark == 0
        ? addresses.cells[Int(number)] : wordCells[Int(number & ~Self.wordMark)]
      cells[number, default: [first]].append(UInt32(truncatingIfNeeded: pair))
    }
    return Array(cells.values)
  }
}
