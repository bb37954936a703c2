internal import IPGeoCore
internal import IPGeoSummaries

/// Adds up the hits of each country.
struct CountryTally {
  private struct Sums {
    var hits: UInt64 = 0
    var names: [String: UInt64] = [:]
    var positions: [Position: UInt64] = [:]
  }

  private var sums: [String: Sums] = [:]

  /// Counts all cells that have a country code and hits.
  init(_ cells: [TallyCell]) {
    for cell in cells where cell.hits > 0 {
      guard let code = cell.key.countryCode?.uppercased(), !code.isEmpty else { continue }
      var sum = sums[code] ?? Sums()
      // Taken out while it changes: its dictionaries would be copied otherwise.
      sums[code] = nil
      sum.hits = sum.hits.addingUpTo(cell.hits)
      if let name = cell.key.country {
        sum.names[name] = (sum.names[name] ?? 0).addingUpTo(cell.hits)
      }
      if let position = cell.key.position?.eastern {
        sum.positions[position] = (sum.positions[position] ?? 0).addingUpTo(cell.hits)
      }
      sums[code] = sum
    }
  }

  /// The countries, most hits first, then by their codes.
  var countries: [PictureSums.CountryHits] {
    sums.map { code, sum in
      let name = sum.names.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
      let position = sum.positions.max {
        ($0.value, $0.key.latitude, $0.key.longitude) < (
          $1.value, $1.key.latitude, $1.key.longitude
        )
      }?.key
      return PictureSums.CountryHits(
        code: code, name: name ?? Self.outlineName(code) ?? code, hits: sum.hits,
        position: position)
    }
    .sorted { ($1.hits, $0.code) < ($0.hits, $1.code) }
  }

  private static func outlineName(_ code: String) -> String? {
    guard let number = WorldOutline.numbers[code] else { return nil }
    return WorldOutline.countries[number].country.name
  }
}
