extension Field {
  /// What values of a field are.
  enum Kind: Hashable, Sendable {
    /// A text that says something.
    case text
    /// An address in its canonical form.
    case address
    /// A network in CIDR notation.
    case network
    /// Degrees, from -limit to limit.
    case degrees(limit: Int)
    /// A whole number between two.
    case whole(ClosedRange<Int>)
    /// True or false.
    case flag
    /// An instant, RFC 3339 in UTC.
    case time
    /// The word of a `Status`.
    case status
    /// A `Reason`, or the name of a block.
    case reason
  }

  /// What its values are, where there is one.
  var kind: Kind {
    switch self {
    case .status: .status
    case .reason: .reason
    case .address: .address
    case .network: .network
    case .latitude: .degrees(limit: 90)
    case .longitude: .degrees(limit: 180)
    case .asn: .whole(0...Int(UInt32.max))
    case .accuracyRadius: .whole(1...20_040)
    case .utcOffset: .whole(-93_600...93_600)
    case .hits: .whole(0...Int.max)
    case .line: .whole(1...Int.max)
    case .port: .whole(0...Int(UInt16.max))
    case .isMobile, .isProxy, .isHosting: .flag
    case .lookedUpAt: .time
    default: .text
    }
  }

  /// One line about it for people, no full stop: in schemas, the manual and completions.
  public var meaning: String {
    switch self {
    case .ip: "the caller's spelling of the address; of an invalid record the text judged"
    case .status: "what became of the record"
    case .reason: "why there is no place; of a special address its block"
    case .hits: "how many records the row stands for"
    case .country: "country name"
    case .countryCode: "country code, ISO 3166-1 alpha-2"
    case .region: "region or state name"
    case .regionCode: "region code, the second part of ISO 3166-2 or what FIPS has for it"
    case .city: "city name"
    case .zip: "postal code"
    case .latitude: "degrees north, WGS 84"
    case .longitude: "degrees east, WGS 84"
    case .timezone: "time zone, a name of the IANA database"
    case .isp: "internet service provider"
    case .organization: "organisation"
    case .asn: "autonomous system number"
    case .asOrganization: "the organisation that the autonomous system is registered to"
    case .source: "who answered: ip-api, a database's type, or local"
    case .lookedUpAt: "when it was first asked; of a database when it was built"
    case .address: "the address in its canonical form, RFC 5952"
    case .network: "the network that the answer holds for"
    case .accuracyRadius: "how exact the position is, in kilometres"
    case .file: "the input's name"
    case .line: "the record's line, from 1"
    case .forwarded: "the whole forwarded list"
    case .port: "the port that was written after the address"
    case .record: "the whole record, without its line end"
    case .continent: "continent name"
    case .continentCode: "continent code of two letters"
    case .district: "district of the city"
    case .utcOffset: "seconds east of UTC when it was asked"
    case .currency: "currency code, ISO 4217"
    case .asName: "the autonomous system's short name"
    case .reverse: "reverse DNS name"
    case .isMobile: "whether it is a mobile connection"
    case .isProxy: "whether it is a proxy, VPN or Tor exit"
    case .isHosting: "whether it is a hosting provider"
    }
  }
}
