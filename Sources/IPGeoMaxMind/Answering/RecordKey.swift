/// The keys of records that say something for a row, whichever layout they are from.
///
/// MaxMind and DB-IP nest (`country` is a map of codes and names), IPinfo and others are flat
/// (`country_code` is a text): a key is taken by what stands under it.
enum RecordKey: String, CaseIterable {
  // Parts whose members are taken like the record's own.
  case traits, location, geo
  case autonomousSystem = "as"
  // Places.
  case continent
  case continentCode = "continent_code"
  case continentName = "continent_name"
  case country
  case countryCode = "country_code"
  case countryName = "country_name"
  case subdivisions
  case region
  case regionName = "region_name"
  case regionCode = "region_code"
  case state
  case state1
  case city
  case cityName = "city_name"
  case district
  case postal, zip, postcode
  case postalCode = "postal_code"
  case zipCode = "zip_code"
  case latitude, lat
  case longitude, lon, lng
  case loc
  case accuracyRadius = "accuracy_radius"
  case radius
  case timeZone = "time_zone"
  case timezone
  // Networks.
  case isp
  case organization, org
  case asn
  case asNumber = "autonomous_system_number"
  case asOrganization = "autonomous_system_organization"
  case asName = "as_name"
  case name
  // Kinds of connection.
  case connectionType = "connection_type"
  case userType = "user_type"
  case mobile
  case isMobile = "is_mobile"
  case hosting
  case isHosting = "is_hosting"
  case isHostingProvider = "is_hosting_provider"
  case proxy
  case isProxy = "is_proxy"
  case isPublicProxy = "is_public_proxy"
  case isResidentialProxy = "is_residential_proxy"
  case isAnonymousProxy = "is_anonymous_proxy"
  case vpn
  case isVPN = "is_vpn"
  case isAnonymousVPN = "is_anonymous_vpn"
  case tor
  case isTor = "is_tor"
  case isTorExitNode = "is_tor_exit_node"
  case relay
  case isRelay = "is_relay"

  /// The key of these bytes; `nil` for any other.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count < Self.byLength.count else { return nil }
    for (text, key) in Self.byLength[bytes.count]
    where text.withUnsafeBytes({ TextCheck.areEqual($0, bytes) }) {
      self = key
      return
    }
    return nil
  }

  /// The keys by how long they are: most that are looked for differ in that already.
  private static let byLength: [[(text: [UInt8], key: RecordKey)]] = {
    let longest = allCases.map(\.rawValue.utf8.count).max() ?? 0
    var table = [[(text: [UInt8], key: RecordKey)]](repeating: [], count: longest + 1)
    for key in allCases { table[key.rawValue.utf8.count].append((Array(key.rawValue.utf8), key)) }
    return table
  }()
}
