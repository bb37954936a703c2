internal import IPGeoCore
internal import IPGeoSummaries

/// What the cells of a picture come to, by positions and by countries.
struct PictureSums {
  /// The hits of a country.
  struct CountryHits {
    let key: CountryKey
    /// What most of its hits call it, else the outline's name, else the code.
    let name: String
    /// With a position or without.
    let hits: UInt64
  }

  /// The positions with hits: most hits first, then from north to south and from west to east.
  let spots: [MapSpot]
  /// The countries with hits, most hits first.
  let countries: [CountryHits]
  /// Those that the outline has, by their places in `WorldOutline.countries`.
  let outlined: [Int: CountryHits]
  /// The hits that shades are told beside: those of the busiest country; 0 where there is none.
  let busiest: UInt64
  /// Hits with a position.
  let shown: UInt64
  /// Hits without.
  let unplaced: UInt64
  /// What became of them.
  let statuses: StatusTally
  /// Those that are counted by place: shares are told of them, as in summaries.
  let placed: UInt64
  /// Whether it is known how many addresses spots have.
  let knowsAddresses: Bool
  /// What most hits call each network.
  let networks: NetworkNames
  private let keys: CountryKeys

  init(of picture: MapPicture, withAddresses: Bool) {
    var cells: [Position: [TallyCell]] = [:]
    var shown: UInt64 = 0
    var unplaced: UInt64 = 0
    for cell in picture.cells where cell.hits > 0 {
      if let position = cell.key.position {
        cells[position.eastern, default: []].append(cell)
        shown.addUpTo(cell.hits)
      } else {
        unplaced.addUpTo(cell.hits)
      }
    }
    let repeats = Self.repeats(in: picture)
    let spots = cells.map {
      MapSpot(position: $0, cells: $1, repeats: repeats[$0] ?? 0, withAddresses: withAddresses)
    }
    // Spots are large: it is cheaper to sort their places.
    self.spots = spots.indices.sorted {
      Self.isBefore((spots[$0].hits, spots[$0].position), (spots[$1].hits, spots[$1].position))
    }.map { spots[$0] }
    countries = CountryTally(picture.cells).countries
    var outlined: [Int: CountryHits] = [:]
    for country in countries { if let number = country.key.outline { outlined[number] = country } }
    self.outlined = outlined
    busiest = countries.first { $0.key.isShaded }?.hits ?? 0
    (self.shown, self.unplaced) = (shown, unplaced)
    statuses = StatusTally(picture.cells)
    placed = statuses.placed
    knowsAddresses = picture.knowsAddresses
    networks = NetworkNames(picture.cells)
    keys = CountryKeys(picture.cells)
  }

  /// How often addresses are in several cells of a position, beyond once each.
  private static func repeats(in picture: MapPicture) -> [Position: Int] {
    var repeats: [Position: Int] = [:]
    for cells in picture.shared {
      var seen: Set<Position> = []
      for number in Set(cells) where picture.cells.indices.contains(number) {
        guard picture.cells[number].hits > 0,
          let position = picture.cells[number].key.position?.eastern
        else { continue }
        if !seen.insert(position).inserted { repeats[position, default: 0] += 1 }
      }
    }
    return repeats
  }

  /// All hits.
  var total: UInt64 { shown.addingUpTo(unplaced) }

  /// Whether any country of the outline has a shade.
  var hasShades: Bool { !outlined.isEmpty }

  /// What a spot is called: city and country as far as they are known, else where it is.
  func name(of spot: MapSpot) -> String {
    var named = TallyCell.Key()
    (named.countryCode, named.country) =
      (spot.place.countryCode?.text, spot.place.country?.text)
    var keys = keys
    let key = keys.key(of: named)
    let country = key.flatMap { key in countries.first { $0.key == key }?.name }
    let names = [spot.place.city?.text, country].compactMap { $0 }.filter { !$0.isEmpty }
    return names.isEmpty ? PictureWords.position(spot.position) : names.joined(separator: ", ")
  }

  /// The shade of a country.
  func shade(of country: CountryHits) -> CountryShade {
    CountryShade(hits: country.hits, most: busiest)
  }

  /// The order of positions: most hits first, then from north to south and from west to east.
  static func isBefore(
    _ one: (hits: UInt64, place: Position), _ other: (hits: UInt64, place: Position)
  ) -> Bool {
    if one.hits != other.hits { return one.hits > other.hits }
    if one.place.latitude != other.place.latitude {
      return one.place.latitude > other.place.latitude
    }
    return one.place.longitude < other.place.longitude
  }
}
