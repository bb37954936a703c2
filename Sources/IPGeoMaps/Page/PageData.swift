internal import IPGeoCore
internal import IPGeoSummaries

/// What a page holds: the picture's cells as columns, and the lists that their rows are named in.
///
/// Cells without hits are left out. It does not depend on the order in which cells come.
struct PageData {
  private struct CityKey: Hashable {
    let city: String
    let region: String?
    let country: Int32?
  }

  private enum CountryKey: Hashable {
    case code(String)
    case name(String)
  }

  private enum NetworkKey: Hashable {
    case number(UInt32)
    case name(String)
  }

  let title: String
  let markers: [MapPicture.Marker]
  let tracks: [[Position]]
  private(set) var countries = PageList()
  private(set) var cities = PageList()
  private(set) var networks = PageList()
  private(set) var zones = PageList()
  private(set) var positions: [Position] = []
  /// Where each cell lies in `positions`; -1 for those without.
  private(set) var places: [Int32] = []
  private(set) var hits: [UInt64] = []
  private(set) var addressCounts: [UInt64] = []
  /// Each cell's addresses; `nil` where the page shows none.
  private(set) var addresses: [[String]]?
  private(set) var totalHits: UInt64 = 0
  private(set) var hitsWithoutPosition: UInt64 = 0

  /// What most of each code's hits call it.
  private var countryNames: [String: String] = [:]
  private var countryRows: [CountryKey: Int32] = [:]
  private var cityRows: [CityKey: Int32] = [:]
  private var networkRows: [NetworkKey: Int32] = [:]
  private var zoneRows: [String: Int32] = [:]
  private var placeRows: [Position: Int32] = [:]

  init(_ picture: MapPicture, withAddresses: Bool) {
    let cells = picture.cells.filter { $0.hits > 0 }.sorted(by: PageOrder.isBefore)
    for country in CountryTally(cells).countries { countryNames[country.code] = country.name }
    title = picture.title.isEmpty ? "Map" : PageEscape.label(picture.title)
    markers = picture.markers
    tracks = picture.tracks
    if withAddresses { addresses = cells.map { $0.addresses.sorted() } }
    for cell in cells { count(cell) }
  }

  private mutating func count(_ cell: TallyCell) {
    let counted = (hits: cell.hits, addresses: UInt64(max(0, cell.addressCount)))
    hits.append(counted.hits)
    addressCounts.append(counted.addresses)
    totalHits.addUpTo(counted.hits)
    if let place = place(cell.key.position) {
      places.append(place)
    } else {
      places.append(-1)
      hitsWithoutPosition.addUpTo(counted.hits)
    }
    let country = country(cell.key)
    countries.count(row: country, hits: counted.hits, addresses: counted.addresses)
    cities.count(
      row: city(cell.key, country: country), hits: counted.hits, addresses: counted.addresses)
    networks.count(row: network(cell.key), hits: counted.hits, addresses: counted.addresses)
    zones.count(row: zone(cell.key), hits: counted.hits, addresses: counted.addresses)
  }

  private mutating func place(_ position: Position?) -> Int32? {
    // Both meridians at the antimeridian are one, as they are in the other forms of map.
    guard let position = position?.eastern else { return nil }
    if let row = placeRows[position] { return row }
    let row = Int32(truncatingIfNeeded: positions.count)
    positions.append(position)
    placeRows[position] = row
    return row
  }

  private mutating func country(_ key: TallyCell.Key) -> Int32? {
    let found: CountryKey
    if let code = Self.known(key.countryCode)?.uppercased() {
      found = .code(code)
    } else if let name = Self.known(key.country) {
      found = .name(name)
    } else {
      return nil
    }
    if let row = countryRows[found] { return row }
    let row =
      switch found {
      case .code(let code): countries.add(name: countryNames[code] ?? code, note: code)
      case .name(let name): countries.add(name: name, note: "")
      }
    countryRows[found] = row
    return row
  }

  /// An empty name names nothing.
  private static func known(_ name: String?) -> String? { name.flatMap { $0.isEmpty ? nil : $0 } }

  private mutating func city(_ key: TallyCell.Key, country: Int32?) -> Int32? {
    guard let city = Self.known(key.city) else { return nil }
    let found = CityKey(city: city, region: key.region, country: country)
    if let row = cityRows[found] { return row }
    let region = key.region == city ? nil : Self.known(key.region)
    let note = [region, country.map { countries.rows[Int($0)].name }].compactMap { $0 }
    let row = cities.add(name: city, note: note.joined(separator: ", "))
    cityRows[found] = row
    return row
  }

  private mutating func network(_ key: TallyCell.Key) -> Int32? {
    let found: NetworkKey
    if let number = key.asn {
      found = .number(number)
    } else if let name = Self.known(key.network) {
      found = .name(name)
    } else {
      return nil
    }
    if let row = networkRows[found] { return row }
    let number = key.asn.map { "AS\($0)" } ?? ""
    let row = networks.add(
      name: Self.known(key.network) ?? number,
      note: Self.known(key.network) == nil ? "" : number)
    networkRows[found] = row
    return row
  }

  private mutating func zone(_ key: TallyCell.Key) -> Int32? {
    guard let zone = Self.known(key.timezone) else { return nil }
    if let row = zoneRows[zone] { return row }
    let row = zones.add(name: zone, note: "")
    zoneRows[zone] = row
    return row
  }
}
