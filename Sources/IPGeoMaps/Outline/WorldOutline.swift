public import IPGeoCore

/// What lies under a position.
public struct Country: Hashable, Sendable {
  /// Two-letter code (ISO 3166-1; `XK` for Kosovo); `nil` where the outline gives none.
  public let code: String?
  /// English name, shortened as maps do it (`Dem. Rep. Congo`).
  public let name: String

  /// Makes a country.
  public init(code: String?, name: String) {
    self.code = code
    self.name = name
  }
}

/// The outlines of the world's countries, coarse enough to be drawn on a page or a terminal.
///
/// Natural Earth's countries at 1:110,000,000, in the public domain
/// (https://www.naturalearthdata.com). The smallest states and most small islands are not among
/// them.
public enum WorldOutline {
  /// The digits of `packed`: each stands for its place, 0 to 63.
  static let alphabet: StaticString =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

  /// All countries, in the order of the data.
  static let countries: [OutlineCountry] = OutlineDecoder.countries(in: packed)

  /// The places of countries in `countries` by their codes.
  static let numbers: [String: Int] = {
    var numbers: [String: Int] = [:]
    for (number, country) in countries.enumerated() {
      if let code = country.country.code { numbers[code] = number }
    }
    return numbers
  }()

  /// The places in `countries` of those without a code, by their names.
  static let numbersOfNames: [String: Int] = {
    var numbers: [String: Int] = [:]
    for (number, country) in countries.enumerated() where country.country.code == nil {
      numbers[country.country.name] = number
    }
    return numbers
  }()

  /// The country at a position, as far as coarse outlines tell.
  ///
  /// Where two overlap it is the smaller one. The meridians 180 and -180 are one and the same.
  /// - Parameter position: Where to look.
  /// - Returns: The country; `nil` for the sea, lakes as large as the Caspian, and land that the
  ///   outline lacks.
  public static func country(at position: Position) -> Country? {
    country(at: position, among: countries)
  }

  static func country(at position: Position, among countries: [OutlineCountry]) -> Country? {
    let latitude = position.latitude * 100
    let longitude = position.longitude * 100
    // Rings end at both meridians and hold their western edge only.
    let longitudes = longitude.magnitude == 18000 ? [-18000, 18000] : [longitude]
    var found: OutlineCountry?
    for country in countries {
      if let found, found.area <= country.area { continue }
      for longitude in longitudes where country.contains(longitude: longitude, latitude: latitude) {
        found = country
      }
    }
    return found?.country
  }
}
