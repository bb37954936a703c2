internal import IPGeoCore
internal import IPGeoSummaries

/// What the cells of a picture come to, by positions and by countries.
struct PictureSums {
  /// The hits of a country.
  struct CountryHits {
    /// Its code in capital letters.
    let code: String
    /// What most of its hits call it, else the outline's name, else the code.
    let name: String
    /// With a position or without.
    let hits: UInt64
    /// The position with most of its hits; `nil` where none has one.
    let position: Position?
  }

  /// The positions with hits: most hits first, then from north to south and from west to east.
  let spots: [MapSpot]
  /// The countries with hits, most hits first.
  let countries: [CountryHits]
  /// Hits with a position.
  let shown: UInt64
  /// Hits without.
  let unplaced: UInt64

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
    let spots = cells.map { MapSpot(position: $0, cells: $1, withAddresses: withAddresses) }
    // Spots are large: it is cheaper to sort their places.
    self.spots = spots.indices.sorted { Self.isBefore(spots[$0], spots[$1]) }.map { spots[$0] }
    countries = CountryTally(picture.cells).countries
    (self.shown, self.unplaced) = (shown, unplaced)
  }

  /// All hits.
  var total: UInt64 { shown.addingUpTo(unplaced) }

  /// The hits of the busiest country; 0 where no country has any.
  var busiest: UInt64 { countries.first?.hits ?? 0 }

  /// The shade of a country.
  func shade(of country: CountryHits) -> CountryShade {
    CountryShade(hits: country.hits, most: busiest)
  }

  private static func isBefore(_ spot: MapSpot, _ other: MapSpot) -> Bool {
    let (place, otherPlace) = (spot.position, other.position)
    if spot.hits != other.hits { return spot.hits > other.hits }
    if place.latitude != otherPlace.latitude { return place.latitude > otherPlace.latitude }
    return place.longitude < otherPlace.longitude
  }
}

extension Position {
  /// The same place, at 180 where it is at -180.
  var eastern: Position {
    longitude == -180 ? Position(latitude: latitude, longitude: 180) ?? self : self
  }
}
