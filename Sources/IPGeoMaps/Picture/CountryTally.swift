internal import IPGeoCore
internal import IPGeoSummaries

/// Adds up the hits of each country.
struct CountryTally {
  private struct Sums {
    let code: String
    var hits: UInt64 = 0
    var names: [String: UInt64] = [:]
    var positions: [Position: UInt64] = [:]
  }

  private var sums: [Sums] = []
  /// The places of countries in `sums`, by their codes as the rows have them.
  private var places: [String: Int] = [:]

  /// Counts all cells that have a country code and hits.
  init(_ cells: [TallyCell]) {
    for cell in cells where cell.hits > 0 {
      guard let code = cell.key.countryCode, !code.isEmpty else { continue }
      let place = place(of: code)
      sums[place].hits.addUpTo(cell.hits)
      if let name = cell.key.country {
        sums[place].names[name, default: 0].addUpTo(cell.hits)
      }
      if let position = cell.key.position?.eastern {
        sums[place].positions[position, default: 0].addUpTo(cell.hits)
      }
    }
  }

  private mutating func place(of code: String) -> Int {
    if let place = places[code] { return place }
    let capitals = code.uppercased()
    let place = places[capitals] ?? sums.count
    if place == sums.count { sums.append(Sums(code: capitals)) }
    places[capitals] = place
    places[code] = place
    return place
  }

  /// The countries, most hits first, then by their codes.
  var countries: [PictureSums.CountryHits] {
    sums.map { sum in
      let name = sum.names.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
      let position = sum.positions.max {
        ($0.value, $0.key.latitude, $0.key.longitude) < (
          $1.value, $1.key.latitude, $1.key.longitude
        )
      }?.key
      return PictureSums.CountryHits(
        code: sum.code, name: name ?? Self.outlineName(sum.code) ?? sum.code, hits: sum.hits,
        position: position)
    }
    .sorted { ($1.hits, $0.code) < ($0.hits, $1.code) }
  }

  private static func outlineName(_ code: String) -> String? {
    guard let number = WorldOutline.numbers[code] else { return nil }
    return WorldOutline.countries[number].country.name
  }
}
