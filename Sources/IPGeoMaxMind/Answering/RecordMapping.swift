internal import IPGeoCore

/// Reads what one record says for a row.
///
/// Which layout it has is told by its keys and what stands under them, never by the name of its
/// file. Texts stay where they lie.
struct RecordMapping {
  typealias Text = LocationView.Text

  private let language: OwnedBytes
  private(set) var view = LocationView()
  private var latitude: Double?
  private var longitude: Double?
  private var radius: Int?
  /// Texts whose meaning others decide: a code or a name, of a system or of an organisation.
  private var country: Text?
  private var continent: Text?
  private var name: Text?
  private var anonymity = Anonymity()

  /// - Parameters:
  ///   - record: The record.
  ///   - language: The key of the language that names are wanted in.
  /// - Throws: Where the record is damaged.
  init(_ record: RecordCursor, language: OwnedBytes) throws(MaxMindFault) {
    self.language = language
    try take(record, isPart: false)
    finish()
  }

  private mutating func take(_ map: RecordCursor, isPart: Bool) throws(MaxMindFault) {
    var members = map.members
    while let (bytes, value) = try members.next() {
      guard let key = RecordKey(bytes) else { continue }
      switch key {
      case .traits, .location, .geo, .autonomousSystem:
        // A part of a part is none that anybody writes.
        if !isPart { try take(value, isPart: true) }
      default:
        try takePlace(key, value)
      }
    }
  }

  // MARK: Places

  private mutating func takePlace(
    _ key: RecordKey, _ value: RecordCursor
  ) throws(MaxMindFault) {
    switch key {
    case .continent: try takeContinent(value)
    case .continentCode:
      let code = try SaneValue.code(value)
      if let code, SaneValue.isContinentCode(code) { view.continentCode = code }
    case .continentName: view.continent = try SaneValue.text(value) ?? view.continent
    case .country: try takeCountry(value)
    case .countryCode: view.countryCode = try SaneValue.code(value) ?? view.countryCode
    case .countryName: view.country = try SaneValue.text(value) ?? view.country
    case .subdivisions: if let first = try value.element(0) { try takeRegion(first) }
    case .region: try takeRegion(value)
    case .regionName, .state, .state1: view.region = try SaneValue.text(value) ?? view.region
    case .regionCode: view.regionCode = try SaneValue.regionCode(value) ?? view.regionCode
    case .city, .cityName: view.city = try named(value) ?? view.city
    case .district: view.district = try named(value) ?? view.district
    case .postal, .zip, .postcode, .postalCode, .zipCode:
      let code = try value.type == .map ? value.member("code") : value
      if let code { view.zip = try SaneValue.text(code) ?? view.zip }
    case .timeZone, .timezone: view.timezone = try SaneValue.timezone(value) ?? view.timezone
    default: try takePosition(key, value)
    }
  }

  private mutating func takePosition(
    _ key: RecordKey, _ value: RecordCursor
  ) throws(MaxMindFault) {
    switch key {
    case .latitude, .lat: latitude = try SaneValue.number(value) ?? latitude
    case .longitude, .lon, .lng: longitude = try SaneValue.number(value) ?? longitude
    case .loc: if let text = try value.text { takePair(text) }
    case .accuracyRadius, .radius: radius = try SaneValue.radius(value) ?? radius
    default: try takeNetwork(key, value)
    }
  }

  /// Two numbers with a comma between them.
  private mutating func takePair(_ text: Text) {
    guard let comma = text.firstIndex(of: 0x2C) else { return }
    latitude = SaneValue.number(Text(rebasing: text[..<comma]))
    longitude = SaneValue.number(Text(rebasing: text[(comma &+ 1)...]))
  }

  private mutating func takeContinent(_ value: RecordCursor) throws(MaxMindFault) {
    guard value.type == .map else { return continent = try SaneValue.text(value) ?? continent }
    view.continent = try named(value) ?? view.continent
    let code = try SaneValue.code(value.member("code"))
    if let code, SaneValue.isContinentCode(code) { view.continentCode = code }
  }

  private mutating func takeCountry(_ value: RecordCursor) throws(MaxMindFault) {
    guard value.type == .map else { return country = try SaneValue.text(value) ?? country }
    view.country = try named(value) ?? view.country
    view.countryCode = try SaneValue.code(code(in: value)) ?? view.countryCode
  }

  private mutating func takeRegion(_ value: RecordCursor) throws(MaxMindFault) {
    view.region = try named(value) ?? view.region
    view.regionCode = try SaneValue.regionCode(code(in: value)) ?? view.regionCode
  }

  private func code(in map: RecordCursor) throws(MaxMindFault) -> RecordCursor? {
    if let code = try map.member("iso_code") { return code }
    return try map.member("code")
  }

  /// The name of something: in the wanted language, else in English.
  private func named(_ value: RecordCursor) throws(MaxMindFault) -> Text? {
    guard value.type == .map else { return try SaneValue.text(value) }
    if let names = try value.member("names") {
      if let text = try SaneValue.text(names.member(language.bytes)) { return text }
      return try SaneValue.text(names.member("en"))
    }
    return try SaneValue.text(value.member("name"))
  }

  // MARK: Networks

  private mutating func takeNetwork(
    _ key: RecordKey, _ value: RecordCursor
  ) throws(MaxMindFault) {
    switch key {
    case .isp: view.isp = try SaneValue.text(value) ?? view.isp
    case .organization, .org: view.organization = try SaneValue.text(value) ?? view.organization
    case .asn, .asNumber: view.asn = try SaneValue.asn(value) ?? view.asn
    case .asOrganization, .asName:
      view.asOrganization = try SaneValue.text(value) ?? view.asOrganization
    case .name: name = try SaneValue.text(value)
    case .connectionType:
      if let kind = try SaneValue.text(value) {
        view.isMobile = kind.elementsEqual("Cellular".utf8)
      }
    case .userType:
      guard let kind = try SaneValue.text(value) else { return }
      if kind.elementsEqual("cellular".utf8) { view.isMobile = true }
      if kind.elementsEqual("hosting".utf8) { view.isHosting = true }
    case .mobile, .isMobile: view.isMobile = try SaneValue.flag(value) ?? view.isMobile
    case .hosting, .isHosting, .isHostingProvider:
      view.isHosting = try SaneValue.flag(value) ?? view.isHosting
    default: try anonymity.take(key, SaneValue.flag(value))
    }
  }

  // MARK: What others decide

  private mutating func finish() {
    if let country {
      if SaneValue.isCode(country) {
        view.countryCode = view.countryCode ?? country
      } else {
        view.country = view.country ?? country
      }
    }
    if let continent {
      if SaneValue.isContinentCode(continent) {
        view.continentCode = view.continentCode ?? continent
      } else {
        view.continent = view.continent ?? continent
      }
    }
    // A name alone is that of what the record is about.
    if let name, view.asn != nil, view.asOrganization == nil {
      view.asOrganization = name
    } else if let name {
      view.organization = view.organization ?? name
    }
    let latitude = SaneValue.degrees(latitude, within: 90)
    let longitude = SaneValue.degrees(longitude, within: 180)
    // Both or none; and where both are zero, nobody knew the place.
    if let latitude, let longitude, latitude != 0 || longitude != 0 {
      (view.latitude, view.longitude, view.accuracyRadius) = (latitude, longitude, radius)
    }
    view.isProxy = anonymity.verdict
  }
}

/// What a record says of proxies, VPNs and Tor exits together.
private struct Anonymity {
  private var isAny = false
  private var notProxy = false
  private var notVPN = false
  private var notTor = false

  mutating func take(_ key: RecordKey, _ flag: Bool?) {
    guard let flag else { return }
    switch key {
    case .proxy, .isProxy, .isPublicProxy: notProxy = !flag
    case .vpn, .isVPN, .isAnonymousVPN: notVPN = !flag
    case .tor, .isTor, .isTorExitNode: notTor = !flag
    case .isResidentialProxy, .isAnonymousProxy, .relay, .isRelay: break
    default: return
    }
    isAny = isAny || flag
  }

  /// Whether it is one of them; that it is none has to be said of all three.
  var verdict: Bool? {
    if isAny { return true }
    return notProxy && notVPN && notTor ? false : nil
  }
}
