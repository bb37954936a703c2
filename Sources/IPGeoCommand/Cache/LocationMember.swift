internal import IPGeoCore
internal import IPGeoRecords

/// A member of an exported answer that says something of the place: its name is that of the rows'
/// column.
struct LocationMember: Sendable {
  /// Where the value stands in a location, and what it may be.
  enum Value: Sendable {
    case text(any WritableKeyPath<Location, String?> & Sendable)
    /// Degrees up to a limit either way.
    case degrees(any WritableKeyPath<Location, Double?> & Sendable, limit: Double)
    case flag(any WritableKeyPath<Location, Bool?> & Sendable)
    case utcOffset
    case asn
  }

  let field: Field
  let value: Value

  var name: String { field.name }

  /// Whether the value alone makes an answer: flags and an offset name no place and no network.
  var namesSomething: Bool {
    switch value {
    case .text, .degrees, .asn: true
    case .flag, .utcOffset: false
    }
  }

  /// All members, in the order in which they are written.
  static let all = Field.allCases.compactMap { field in
    value(of: field).map { LocationMember(field: field, value: $0) }
  }

  private static func value(of field: Field) -> Value? {
    switch field {
    case .country: .text(\.country)
    case .countryCode: .text(\.countryCode)
    case .region: .text(\.region)
    case .regionCode: .text(\.regionCode)
    case .city: .text(\.city)
    case .zip: .text(\.zip)
    case .latitude: .degrees(\.latitude, limit: 90)
    case .longitude: .degrees(\.longitude, limit: 180)
    case .timezone: .text(\.timezone)
    case .isp: .text(\.isp)
    case .organization: .text(\.organization)
    case .asn: .asn
    case .asOrganization: .text(\.asOrganization)
    case .continent: .text(\.continent)
    case .continentCode: .text(\.continentCode)
    case .district: .text(\.district)
    case .utcOffset: .utcOffset
    case .currency: .text(\.currency)
    case .asName: .text(\.asName)
    case .reverse: .text(\.reverse)
    case .isMobile: .flag(\.isMobile)
    case .isProxy: .flag(\.isProxy)
    case .isHosting: .flag(\.isHosting)
    case .ip, .status, .reason, .hits, .source, .lookedUpAt, .address, .network, .accuracyRadius,
      .file, .line, .forwarded, .port, .record:
      nil
    }
  }
}

/// A member of an exported answer that says what was asked, and what came of it.
enum HeadMember: String, CaseIterable, Sendable {
  case address, provider, language
  case askedAt = "asked_at"
  case status, reason
  case reverseAsked = "reverse_asked"
}
