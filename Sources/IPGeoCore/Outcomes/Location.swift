public import IPGeoAddresses

/// Where an address is and whose it is, as a provider tells it.
///
/// A value that is not known is `nil`, never an empty string or zero. Units: `latitude` and
/// `longitude` in degrees (WGS 84), `utcOffset` in seconds east of UTC.
public struct Location: Hashable, Sendable {
  /// Continent name, in the language asked for.
  public var continent: String?
  /// Two-letter continent code, as `NA` for North America.
  public var continentCode: String?
  /// Country name, in the language asked for.
  public var country: String?
  /// ISO 3166-1 alpha-2 code.
  public var countryCode: String?
  /// Region or state name.
  public var region: String?
  /// Region code, as ISO 3166-2 or FIPS write its second part (`CA`, `10`).
  public var regionCode: String?
  /// City name.
  public var city: String?
  /// District of the city.
  public var district: String?
  /// Postal code, as text.
  public var zip: String?
  /// Degrees north, -90 to 90.
  public var latitude: Double?
  /// Degrees east, -180 to 180.
  public var longitude: Double?
  /// How exact the position is, in kilometres: it is most likely within so many of the place.
  ///
  /// Databases tell it.
  public var accuracyRadius: Int?
  /// IANA time zone name.
  public var timezone: String?
  /// Offset from UTC in seconds, at the time of asking.
  public var utcOffset: Int?
  /// ISO 4217 code of the national currency.
  public var currency: String?
  /// Internet service provider.
  public var isp: String?
  /// Organisation.
  public var organization: String?
  /// Autonomous system number (RFC 6793: 32 bits).
  public var asn: UInt32?
  /// The organisation that the autonomous system is registered to.
  public var asOrganization: String?
  /// The autonomous system's short name (RIR `as-name`).
  public var asName: String?
  /// Reverse DNS name; only where it was asked for.
  public var reverse: String?
  /// Whether it is a mobile (cellular) connection.
  public var isMobile: Bool?
  /// Whether it is a proxy, VPN or Tor exit.
  public var isProxy: Bool?
  /// Whether it is a hosting provider or data centre.
  public var isHosting: Bool?
  /// The network that all of this holds for, the address's own part of it; databases tell it.
  public var network: AddressPrefix?

  /// Makes a location of which nothing is known yet.
  public init() {}
}
