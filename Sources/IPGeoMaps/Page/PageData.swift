internal import IPGeoCore
internal import IPGeoSummaries

/// What a page holds: the picture's cells as columns, and the lists that their rows are named in.
///
/// Cells without hits are left out. It does not depend on the order in which cells come.
struct PageData {
  private struct CityKey: Hashable {
    let city: Spelling
    let region: Spelling?
    let country: Int32?
  }

  private struct StatusKey: Hashable {
    let status: Status?
    let reason: Spelling?
  }

  let title: String
  let markers: [MapPicture.Marker]
  let tracks: [[Position]]
  private(set) var countries = PageList()
  private(set) var cities = PageList()
  private(set) var networks = PageList()
  private(set) var zones = PageList()
  /// What became of all hits; the other lists tell of those that are counted by place.
  private(set) var statuses = PageList()
  let outcome: PageOutcome
  /// In the order of `PictureSums.spots`, so that circles of equal hits are grouped as there.
  let positions: [Position]
  /// Where each cell lies in `positions`; -1 for those without.
  private(set) var places: [Int32] = []
  private(set) var hits: [UInt64] = []
  private(set) var addressCounts: [UInt64] = []
  /// Each cell's addresses; `nil` where the page shows none.
  private(set) var addresses: [[String]]?
  /// The cells of each address that several of them have, in order: it is counted once in all of them
  /// together.
  let shared: [[Int]]

  private let countryNames: [CountryKey: String]
  private let networkNames: NetworkNames
  private var countryKeys: CountryKeys
  private var countryRows: [CountryKey: Int32] = [:]
  private var cityRows: [CityKey: Int32] = [:]
  private var networkRows: [NetworkKey: Int32] = [:]
  private var zoneRows: [Spelling: Int32] = [:]
  private var statusRows: [StatusKey: Int32] = [:]
  private let placeRows: [Position: Int32]

  init(_ picture: MapPicture, withAddresses: Bool) {
    let order = PageOrder.of(picture.cells)
    let cells = order.map { picture.cells[$0] }
    shared = Self.shared(picture.shared, order)
    positions = Self.positions(cells)
    placeRows = Dictionary(
      uniqueKeysWithValues: positions.enumerated().map {
        ($0.element, Int32(truncatingIfNeeded: $0.offset))
      })
    countryNames = Dictionary(
      uniqueKeysWithValues: CountryTally(cells).countries.map { ($0.key, $0.name) })
    title = picture.title.isEmpty ? "Map" : PageEscape.label(picture.title)
    markers = picture.markers.map(\.eastern)
    tracks = picture.tracks
    if withAddresses { addresses = cells.map { $0.addresses.sorted() } }
    networkNames = NetworkNames(cells)
    countryKeys = CountryKeys(cells)
    outcome = PageOutcome(cells, shared: shared, knowsAddresses: picture.knowsAddresses)
    for cell in cells { count(cell) }
    countries.finish(shared)
    cities.finish(shared)
    networks.finish(shared)
    zones.finish(shared)
    statuses.finish(shared)
  }

  /// The positions of cells, each once.
  private static func positions(_ cells: [TallyCell]) -> [Position] {
    var hits: [Position: UInt64] = [:]
    for cell in cells {
      if let position = cell.key.position?.eastern {
        hits[position, default: 0].addUpTo(cell.hits)
      }
    }
    return hits.map { (hits: $0.value, place: $0.key) }.sorted(by: PictureSums.isBefore)
      .map(\.place)
  }

  /// The cells that share addresses, by their places on the page.
  private static func shared(_ shared: [[Int]], _ order: [Int]) -> [[Int]] {
    if shared.isEmpty { return [] }
    var places: [Int: Int] = [:]
    for (place, cell) in order.enumerated() { places[cell] = place }
    return shared.map { Set($0.compactMap { places[$0] }).sorted() }.filter { $0.count > 1 }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  private mutating func count(_ cell: TallyCell) {
    let counted = (hits: cell.hits, addresses: UInt64(max(0, cell.addressCount)))
    hits.append(counted.hits)
    addressCounts.append(counted.addresses)
    places.append(cell.key.position.flatMap { placeRows[$0.eastern] } ?? -1)
    statuses.count(row: status(cell), hits: counted.hits, addresses: counted.addresses)
    guard cell.isPlaced else {
      countries.skip()
      cities.skip()
      networks.skip()
      zones.skip()
      return
    }
    let country = country(cell.key)
    countries.count(row: country, hits: counted.hits, addresses: counted.addresses)
    cities.count(
      row: city(cell.key, country: country), hits: counted.hits, addresses: counted.addresses)
    networks.count(row: network(cell.key), hits: counted.hits, addresses: counted.addresses)
    zones.count(row: zone(cell.key), hits: counted.hits, addresses: counted.addresses)
  }

  private mutating func country(_ key: TallyCell.Key) -> Int32? {
    guard let found = countryKeys.key(of: key) else { return nil }
    if let row = countryRows[found] { return row }
    let row = countries.add(name: countryNames[found] ?? found.text, note: found.code)
    countryRows[found] = row
    return row
  }

  /// An empty name names nothing.
  private static func known(_ name: String?) -> String? { name.flatMap { $0.isEmpty ? nil : $0 } }

  private mutating func city(_ key: TallyCell.Key, country: Int32?) -> Int32? {
    guard let city = Self.known(key.city) else { return nil }
    let found = CityKey(
      city: Spelling(city), region: key.region.map(Spelling.init), country: country)
    if let row = cityRows[found] { return row }
    let region = found.region == found.city ? nil : Self.known(key.region)
    let note = [region, country.map { countries.rows[Int($0)].name }].compactMap { $0 }
    let row = cities.add(name: city, note: note.joined(separator: ", "))
    cityRows[found] = row
    return row
  }

  private mutating func network(_ key: TallyCell.Key) -> Int32? {
    guard let found = NetworkKey(key) else { return nil }
    if let row = networkRows[found] { return row }
    let row: Int32
    switch found {
    case .name(let name): row = networks.add(name: name.text, note: "")
    case .number(let number):
      let name = networkNames.name(of: found)
      row = networks.add(name: name ?? "AS\(number)", note: name == nil ? "" : "AS\(number)")
    }
    networkRows[found] = row
    return row
  }

  private mutating func zone(_ key: TallyCell.Key) -> Int32? {
    guard let zone = Self.known(key.timezone) else { return nil }
    if let row = zoneRows[Spelling(zone)] { return row }
    let row = zones.add(name: zone, note: "")
    zoneRows[Spelling(zone)] = row
    return row
  }

  private mutating func status(_ cell: TallyCell) -> Int32 {
    let reason = cell.isPlaced ? nil : Self.known(cell.reason)
    let found = StatusKey(status: cell.status, reason: reason.map(Spelling.init))
    if let row = statusRows[found] { return row }
    let row = statuses.add(name: cell.status?.word ?? "without a status", note: reason ?? "")
    statusRows[found] = row
    return row
  }
}
