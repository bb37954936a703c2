internal import IPGeoSummaries

/// Adds up the hits of each country.
struct CountryTally {
  private var hits: [CountryKey: UInt64] = [:]
  private var names = NameTally<CountryKey>()

  /// Counts all cells that name a country and have hits.
  init(_ cells: [TallyCell]) {
    var keys = CountryKeys(cells)
    for cell in cells where cell.hits > 0 {
      guard let key = keys.key(of: cell.key) else { continue }
      hits[key, default: 0].addUpTo(cell.hits)
      names.count(cell.key.country, of: key, hits: cell.hits)
    }
  }

  /// The countries, most hits first, then by their codes and names.
  var countries: [PictureSums.CountryHits] {
    hits.map { key, hits in PictureSums.CountryHits(key: key, name: name(of: key), hits: hits) }
      .sorted { ($1.hits, $0.key) < ($0.hits, $1.key) }
  }

  /// What most of a country's hits call it, else the outline's name, else its code.
  private func name(of key: CountryKey) -> String {
    names.name(of: key) ?? key.outline.map { WorldOutline.countries[$0].country.name } ?? key.text
  }
}
