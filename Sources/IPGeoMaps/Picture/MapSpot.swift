internal import IPGeoCore
internal import IPGeoSummaries

/// All hits at one position.
struct MapSpot {
  /// What a place is called.
  struct Place: Hashable {
    var countryCode: Spelling?
    var country: Spelling?
    var region: Spelling?
    var city: Spelling?
    var timezone: Spelling?
  }

  /// A network.
  struct Network: Hashable {
    var asn: UInt32?
    var name: Spelling?
  }

  /// Where it is; of the two meridians at the antimeridian always the one at 180.
  let position: Position
  /// How many hits it has.
  let hits: UInt64
  /// How many addresses its cells have together.
  let addressCount: Int
  /// What most of its hits call the place.
  let place: Place
  /// The network that most of its hits come from.
  let network: Network
  /// How many networks that are known its hits come from.
  let networkCount: Int
  /// The addresses of its cells, each once and in order; empty unless they were asked for.
  let addresses: [String]

  /// Adds up the cells of a position; `repeats` tells how often addresses are in several of them,
  /// beyond once each.
  init(position: Position, cells: [TallyCell], repeats: Int, withAddresses: Bool) {
    self.position = position
    hits = cells.reduce(0) { $0.addingUpTo($1.hits) }
    addressCount =
      cells.reduce(0) { sum, cell in
        let (next, isTooLarge) = sum.addingReportingOverflow(max(0, cell.addressCount))
        return isTooLarge ? .max : next
      } - repeats
    let places = Self.tally(cells) { $0.key.place }
    place = places.first ?? Place()
    let networks = Self.tally(cells) { $0.key.owner }
    network = networks.first ?? Network()
    networkCount = networks.count { $0 != Network() }
    addresses = withAddresses ? Set(cells.flatMap(\.addresses)).sorted() : []
  }

  /// The values of cells, those with most hits first.
  private static func tally<Value: Hashable>(
    _ cells: [TallyCell], by value: (TallyCell) -> Value
  ) -> [Value] {
    if cells.count == 1 { return cells.map(value) }
    var sums: [Value: UInt64] = [:]
    for cell in cells {
      sums[value(cell), default: 0] = sums[value(cell), default: 0].addingUpTo(cell.hits)
    }
    return sums.sorted {
      // Sums that are equal are told apart by something that is the same in every run.
      $0.value != $1.value
        ? $0.value > $1.value
        : Spelling(String(describing: $0.key)) < Spelling(String(describing: $1.key))
    }
    .map(\.key)
  }
}

extension TallyCell.Key {
  fileprivate var place: MapSpot.Place {
    MapSpot.Place(
      countryCode: countryCode.map(Spelling.init), country: country.map(Spelling.init),
      region: region.map(Spelling.init), city: city.map(Spelling.init),
      timezone: timezone.map(Spelling.init))
  }

  fileprivate var owner: MapSpot.Network {
    MapSpot.Network(asn: asn, name: network.map(Spelling.init))
  }
}
