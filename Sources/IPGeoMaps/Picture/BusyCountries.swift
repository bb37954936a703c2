internal import IPGeoSummaries

/// The countries of the outline that have hits.
enum BusyCountries {
  /// Their places in `WorldOutline.countries`, by what the rows call them.
  static func numbers(in picture: MapPicture) -> Set<Int> {
    var keys = CountryKeys(picture.cells)
    var busy: Set<CountryKey> = []
    for cell in picture.cells where cell.hits > 0 {
      if let key = keys.key(of: cell.key) { busy.insert(key) }
    }
    return Set(busy.compactMap(\.outline))
  }
}
