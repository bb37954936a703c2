// The names of each schema: the one table of them.
extension RowSchema {
  /// What shows a field, in the schema's own names.
  func columns(of field: Field, isJSON: Bool) -> [RowColumn] {
    switch self {
    case .ipgeo: [RowColumn(field, [field.name])]
    case .ipAPI: Self.serviceColumns(of: field)
    case .ecs: Self.commonColumns(of: field, isJSON: isJSON)
    }
  }

  private static func serviceColumns(of field: Field) -> [RowColumn] {
    switch field {
    case .status: [RowColumn(field, ["status"], .serviceStatus)]
    case .reason: [RowColumn(field, ["message"], .serviceMessage), RowColumn(field, ["reason"])]
    case .asn, .asOrganization: [RowColumn(field, ["as"], .autonomousSystem)]
    default: [RowColumn(field, [serviceName(of: field) ?? field.name])]
    }
  }

  /// The service's name for a value that it has as we have it; `nil` where it has none.
  static func serviceName(of field: Field) -> String? {
    switch field {
    case .ip: "query"
    case .continent: "continent"
    case .continentCode: "continentCode"
    case .country: "country"
    case .countryCode: "countryCode"
    case .region: "regionName"
    case .regionCode: "region"
    case .city: "city"
    case .district: "district"
    case .zip: "zip"
    case .latitude: "lat"
    case .longitude: "lon"
    case .timezone: "timezone"
    case .utcOffset: "offset"
    case .currency: "currency"
    case .isp: "isp"
    case .organization: "org"
    case .asName: "asname"
    case .reverse: "reverse"
    case .isMobile: "mobile"
    case .isProxy: "proxy"
    case .isHosting: "hosting"
    default: nil
    }
  }

  private static func commonColumns(of field: Field, isJSON: Bool) -> [RowColumn] {
    let location = ["source", "geo", "location"]
    switch field {
    case .ip:
      // `source.ip` takes an address and nothing else: a document with other text is refused.
      return [RowColumn(.ip, ["source", "address"]), RowColumn(.address, ["source", "ip"])]
    case .regionCode:
      return [RowColumn(field, ["source", "geo", "region_iso_code"], .isoRegion)]
    case .latitude, .longitude:
      // Half a position is none: a document with one is refused.
      return [
        isJSON
          ? RowColumn(field, location, .position)
          : RowColumn(field, location + [field.name], .coordinate)
      ]
    case .file: return [RowColumn(field, ["log", "file", "path"], .inputPath)]
    default: return [RowColumn(field, commonPath(of: field) ?? ["ipgeo", field.name])]
    }
  }

  /// Where the Elastic Common Schema has a value as we have it; `nil` where it has none.
  private static func commonPath(of field: Field) -> [String]? {
    switch field {
    case .address: ["source", "ip"]
    case .port: ["source", "port"]
    case .reverse: ["source", "domain"]
    case .continent: ["source", "geo", "continent_name"]
    case .continentCode: ["source", "geo", "continent_code"]
    case .country: ["source", "geo", "country_name"]
    case .countryCode: ["source", "geo", "country_iso_code"]
    case .region: ["source", "geo", "region_name"]
    case .city: ["source", "geo", "city_name"]
    case .zip: ["source", "geo", "postal_code"]
    case .timezone: ["source", "geo", "timezone"]
    case .asn: ["source", "as", "number"]
    case .asOrganization: ["source", "as", "organization", "name"]
    case .record: ["event", "original"]
    default: nil
    }
  }
}
