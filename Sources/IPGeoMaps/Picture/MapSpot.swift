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

  /// Where it is; of the two meridians at the antimeridian always the one at 180.
  let position: Position
  /// How many hits it has.
  let hits: UInt64
  /// How many addresses its cells have together.
  let addressCount: Int
  /// What most of its hits call the place.
  let place: Place
  /// The network that most of its hits come from; `nil` where most come from none that is known.
  let network: NetworkKey?
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
    let places = Self.sums(of: cells) { Place($0.key) }
    place = Self.busiest(places, isBefore: Place.isBefore) ?? Place()
    let networks = Self.sums(of: cells) { NetworkKey($0.key) }
    network =
      Self.busiest(networks) { one, other in
        guard let one else { return false }
        return other.map { NetworkKey.isBefore(one, $0) } ?? true
      } ?? nil
    networkCount = networks.count { $0.value != nil }
    addresses = withAddresses ? Set(cells.flatMap(\.addresses)).sorted() : []
  }

  /// The hits of each value that cells have.
  private static func sums<Value: Hashable>(
    of cells: [TallyCell], by value: (TallyCell) -> Value
  ) -> [(value: Value, hits: UInt64)] {
    var sums: [(value: Value, hits: UInt64)] = []
    var places: [Value: Int] = [:]
    for cell in cells {
      let value = value(cell)
      // Most positions have one place, so that nothing need be looked up.
      if let last = sums.indices.last, sums[last].value == value {
        sums[last].hits.addUpTo(cell.hits)
      } else if let place = places[value] {
        sums[place].hits.addUpTo(cell.hits)
      } else {
        places[value] = sums.count
        sums.append((value, cell.hits))
      }
    }
    return sums
  }

  /// The value with most hits; of equals the one that `isBefore` puts first, which is the same in
  /// every run.
  private static func busiest<Value>(
    _ sums: [(value: Value, hits: UInt64)], isBefore: (Value, Value) -> Bool
  ) -> Value? {
    sums.max {
      $0.hits != $1.hits ? $0.hits < $1.hits : isBefore($1.value, $0.value)
    }?.value
  }
}

extension MapSpot.Place {
  fileprivate init(_ key: TallyCell.Key) {
    self.init(
      countryCode: key.countryCode.map(Spelling.init), country: key.country.map(Spelling.init),
      region: key.region.map(Spelling.init), city: key.city.map(Spelling.init),
      timezone: key.timezone.map(Spelling.init))
  }

  fileprivate static func isBefore(_ one: Self, _ other: Self) -> Bool {
    Spelling.isBefore(one.countryCode, other.countryCode)
      ?? Spelling.isBefore(one.country, other.country)
      ?? Spelling.isBefore(one.region, other.region)
      ?? Spelling.isBefore(one.city, other.city)
      ?? Spelling.isBefore(one.timezone, other.timezone) ?? false
  }
}
