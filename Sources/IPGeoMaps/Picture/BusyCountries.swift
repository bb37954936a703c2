internal import IPGeoSummaries

/// The countries of the outline that have hits.
enum BusyCountries {
  /// Their places in `WorldOutline.countries`, by the codes that the rows give.
  static func numbers(in picture: MapPicture) -> Set<Int> {
    var numbers: Set<Int> = []
    // Cells of one country come in thousands: each code is looked up once.
    var seen: Set<String> = []
    for cell in picture.cells where cell.hits > 0 {
      guard let code = cell.key.countryCode, seen.insert(code).inserted else { continue }
      if let number = WorldOutline.numbers[code.uppercased()] { numbers.insert(number) }
    }
    return numbers
  }
}
