/// A column of a row; the raw value is its name in headers, keys and `--fields`.
public enum Field: String, Sendable, CaseIterable {
  /// The caller's spelling of the address; of an invalid record the text that was judged.
  case ip
  /// See `Status`.
  case status
  /// Why the status is what it is; of a special address its block.
  case reason
  /// How many records the row stands for.
  case hits
  /// Country name.
  case country
  /// ISO 3166-1 alpha-2 code.
  case countryCode = "country_code"
  /// Region or state name.
  case region
  /// Region code.
  case regionCode = "region_code"
  /// City name.
  case city
  /// Postal code, as text.
  case zip
  /// Degrees north.
  case latitude = "lat"
  /// Degrees east.
  case longitude = "lon"
  /// IANA time zone name.
  case timezone
  /// Internet service provider.
  case isp
  /// Organisation.
  case organization = "org"
  /// Autonomous system number, an integer.
  case asn
  /// The organisation that the autonomous system is registered to.
  case asOrganization = "as_org"
  /// Who answered: a provider, or `local`.
  case source
  /// When it was first asked, RFC 3339 in UTC.
  case lookedUpAt = "looked_up_at"
  /// The address in its canonical form (RFC 5952).
  case address
  /// The network that the answer holds for; databases tell it.
  case network
  /// How exact the place is, in kilometres; databases tell it.
  case accuracyRadius = "accuracy_radius"
  /// The input's name.
  case file
  /// The record's line, from 1.
  case line
  /// The whole forwarded list; lists of addresses have none.
  case forwarded = "xff"
  /// The port that was written after the address.
  case port
  /// The whole record, as a line of the input without its end.
  case record
  /// Continent name.
  case continent
  /// Two-letter continent code.
  case continentCode = "continent_code"
  /// District of the city.
  case district
  /// Seconds east of UTC.
  case utcOffset = "offset"
  /// ISO 4217 code.
  case currency
  /// The autonomous system's short name.
  case asName = "as_name"
  /// Reverse DNS name.
  case reverse
  /// Whether it is a mobile connection.
  case isMobile = "mobile"
  /// Whether it is a proxy, VPN or Tor exit.
  case isProxy = "proxy"
  /// Whether it is a hosting provider.
  case isHosting = "hosting"

  /// The name in headers, keys and `--fields`.
  public var name: String { rawValue }

  /// The columns of a row where none are chosen, in their order.
  public static let defaults: [Field] = [
    .ip, .status, .reason, .country, .countryCode, .region, .regionCode, .city, .zip, .latitude,
    .longitude, .timezone, .isp, .organization, .asn, .asOrganization, .source, .lookedUpAt,
  ]

  /// The columns where none are chosen: with `--unique`, `hits` stands after `reason`.
  public static func defaults(unique: Bool) -> [Field] {
    unique ? [.ip, .status, .reason, .hits] + defaults.dropFirst(3) : defaults
  }

  /// The columns of a table for people where none are chosen: those that tell most, and fit a
  /// terminal.
  public static let tableDefaults: [Field] = [
    .ip, .status, .reason, .country, .city, .asOrganization,
  ]

  /// The columns where none are chosen, of rows in such a format; `nil` is any but a table.
  public static func defaults(unique: Bool, format: RowFormat?) -> [Field] {
    guard format == .table else { return defaults(unique: unique) }
    return unique ? [.ip, .status, .reason, .hits] + tableDefaults.dropFirst(3) : tableDefaults
  }

  /// Whether the value belongs to the address and not to the answer that it may share with others.
  var isOfAddress: Bool { self == .address || self == .network }

  /// Whether the value belongs to the record and not to the answer about its address.
  var isOfRecord: Bool {
    switch self {
    case .ip, .hits, .file, .line, .forwarded, .port, .record: true
    default: false
    }
  }
}
