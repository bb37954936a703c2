internal import IPGeoRecords

/// What is read of a row.
enum RowColumn: Int, CaseIterable {
  case client, status, reason, hits, latitude, longitude
  case countryCode, country, region, city, timezone, asn
  case asOrganization, organization, isp

  /// Our field; of a client its canonical address, where rows have that, before its spelling.
  func field(in set: FieldSet) -> Field {
    switch self {
    case .client: set.places[.address] == nil ? .ip : .address
    case .status: .status
    case .reason: .reason
    case .hits: .hits
    case .latitude: .latitude
    case .longitude: .longitude
    case .countryCode: .countryCode
    case .country: .country
    case .region: .region
    case .city: .city
    case .timezone: .timezone
    case .asn: .asn
    case .asOrganization: .asOrganization
    case .organization: .organization
    case .isp: .isp
    }
  }

  /// Where it stands in a table's rows; `nil` where they do not have it.
  func place(in set: FieldSet) -> Int? {
    set.places[field(in: set)] ?? (self == .client ? set.callersPlace : nil)
  }

  /// Whether it tells of a place or a network.
  var isOfPlace: Bool {
    switch self {
    case .client, .status, .reason, .hits: false
    default: true
    }
  }
}
