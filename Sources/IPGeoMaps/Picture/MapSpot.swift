internal import IPGeoCore
internal import IPGeoSummaries

/// All hits at one position.
struct MapSpot {
  /// What a place is called.
  struct Place: Hashable {
    var countryCode: String?
    var country: String?
    var region: String?
    var city: String?
    var timezone: String?
  }

  /// A network.
  struct Network: Hashable {
    var asn: UInt32?
    var name: String?
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

  init(position: Position, cells: [TallyCell], withAddresses: Bool) {
    self.position = position
    hits = cells.reduce(0) { $0.addingUpTo($1.hits) }
    addressCount = cells.reduce(0) { sum, cell in
      let (next, isTooLarge) = sum.addingReportingOverflow(cell.addressCount)
      return isTooLarge ? .max : next
    }
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
        ? $0.value > $1.value : String(describing: $0.key) < String(describing: $1.key)
    }
    .map(\.key)
  }
}

extension TallyCell.Key {
  fileprivate var place: MapSpot.Place {
    MapSpot.Place(
      countryCode: countryCode, country: country, region: region, city: city, timezone: timezone)
  }

  fileprivate var owner: MapSpot.Network { MapSpot.Network(asn: asn, name: network) }
}
