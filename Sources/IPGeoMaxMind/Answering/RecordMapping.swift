internal import IPGeoCore

/// Reads what one record says for a row.
///
/// Which layout it has is told by its keys and what stands under them, never by the name of its
/// file. Texts stay where they lie.
///
/// Where several keys say the same matter, the order in the file means nothing: the record's own
/// members count before those of its parts, of synonyms the one that stands first below, and of a
/// key that stands twice the first. What makes no sense is passed over for the next.
struct RecordMapping {
  typealias Text = LocationView.Text

  /// The best that was said of one matter.
  private struct Told<Value> {
    private(set) var value: Value?
    private var rank = UInt8.max

    mutating func offer(_ value: Value?, _ rank: UInt8) {
      guard let value, rank < self.rank else { return }
      (self.value, self.rank) = (value, rank)
    }
  }

  private let language: OwnedBytes
  private(set) var view = LocationView()
  private var continent = Told<Text>()
  private var continentCode = Told<Text>()
  private var country = Told<Text>()
  private var countryCode = Told<Text>()
  private var region = Told<Text>()
  private var regionCode = Told<Text>()
  private var city = Told<Text>()
  private var district = Told<Text>()
  private var zip = Told<Text>()
  private var latitude = Told<Double>()
  private var longitude = Told<Double>()
  private var radius = Told<Int>()
  private var timezone = Told<Text>()
  private var isp = Told<Text>()
  private var organization = Told<Text>()
  private var asn = Told<UInt32>()
  private var asOrganization = Told<Text>()
  /// Of a system or of an organisation.
  private var name = Told<Text>()
  private var isMobile = Told<Bool>()
  private var isHosting = Told<Bool>()
  private var anonymity = Anonymity()
  /// What is added to the rank of what is told by a part.
  private var part: UInt8 = 0
  /// How many values were passed.
  private var passed = 0

  /// A key that means something counts as so many values: what stands under it is looked into.
  private static let meaningful = 64

  /// - Parameters:
  ///   - record: The record; what is not needed for a row is not looked at. Where more values would
  ///     be passed than a record may have, be it again and again, it is too large.
  ///   - language: The key of the language that names are wanted in.
  /// - Throws: Where the record is damaged.
  init(_ record: RecordCursor, language: OwnedBytes) throws(MaxMindFault) {
    self.language = language
    try take(record)
    finish()
  }

  private mutating func take(_ map: RecordCursor) throws(MaxMindFault) {
    var members = map.members
    while let (bytes, value) = try members.next() {
      guard let key = RecordKey(bytes) else {
        if passed &+ members.passed > MaxMindLimits.values { throw tooLarge(map) }
        continue
      }
      passed &+= Self.meaningful
      if passed &+ members.passed > MaxMindLimits.values { throw tooLarge(map) }
      switch key {
      case .traits, .location, .geo, .autonomousSystem:
        // A part of a part is none that anybody writes.
        guard part == 0 else { continue }
        part = 128
        try take(value)
        part = 0
      default:
        try takePlace(key, value)
      }
    }
    passed &+= members.passed
  }

  private func tooLarge(_ value: RecordCursor) -> MaxMindFault {
    value.section.fault(.tooManyValues, at: value.place)
  }

  private mutating func member(
    _ map: RecordCursor, _ key: StaticString
  ) throws(MaxMindFault) -> RecordCursor? {
    try member(
      map, UnsafeRawBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
  }

  private mutating func member(
    _ map: RecordCursor, _ key: UnsafeRawBufferPointer
  ) throws(MaxMindFault) -> RecordCursor? {
    let member = try map.member(key, &passed)
    if passed > MaxMindLimits.values { throw tooLarge(map) }
    return member
  }

  // MARK: Places

  private mutating func takePlace(
    _ key: RecordKey, _ value: RecordCursor
  ) throws(MaxMindFault) {
    switch key {
    case .continent: try takeContinent(value)
    case .continentCode: continentCode.offer(try SaneValue.continentCode(value), part | 1)
    case .continentName: continent.offer(try SaneValue.text(value), part | 1)
    case .country: try takeCountry(value)
    case .countryCode: countryCode.offer(try SaneValue.code(value), part | 1)
    case .countryName: country.offer(try SaneValue.text(value), part | 1)
    case .subdivisions: if let first = try value.element(0) { try takeRegion(first, part) }
    case .region: try takeRegion(value, part | 1)
    case .regionName: region.offer(try SaneValue.text(value), part | 2)
    case .state: region.offer(try SaneValue.text(value), part | 3)
    case .state1: region.offer(try SaneValue.text(value), part | 4)
    case .regionCode: regionCode.offer(try SaneValue.regionCode(value), part | 2)
    case .city: city.offer(try named(value), part)
    case .cityName: city.offer(try named(value), part | 1)
    case .district: district.offer(try named(value), part)
    case .postal: try takeZip(value, part)
    case .zip: try takeZip(value, part | 1)
    case .postcode: try takeZip(value, part | 2)
    case .postalCode: try takeZip(value, part | 3)
    case .zipCode: try takeZip(value, part | 4)
    case .timeZone: timezone.offer(try SaneValue.timezone(value), part)
    case .timezone: timezone.offer(try SaneValue.timezone(value), part | 1)
    default: try takePosition(key, value)
    }
  }

  private mutating func takePosition(
    _ key: RecordKey, _ value: RecordCursor
  ) throws(MaxMindFault) {
    switch key {
    case .latitude: latitude.offer(try SaneValue.number(value), part)
    case .lat: latitude.offer(try SaneValue.number(value), part | 1)
    case .longitude: longitude.offer(try SaneValue.number(value), part)
    case .lon: longitude.offer(try SaneValue.number(value), part | 1)
    case .lng: longitude.offer(try SaneValue.number(value), part | 2)
    case .loc: if let text = try SaneValue.text(value) { takePair(text) }
    case .accuracyRadius: radius.offer(try SaneValue.radius(value), part)
    case .radius: radius.offer(try SaneValue.radius(value), part | 1)
    default: try takeNetwork(key, value)
    }
  }

  /// Two numbers with a comma between them.
  private mutating func takePair(_ text: Text) {
    guard let comma = text.firstIndex(of: 0x2C) else { return }
    latitude.offer(SaneValue.number(Text(rebasing: text[..<comma])), part | 3)
    longitude.offer(SaneValue.number(Text(rebasing: text[(comma &+ 1)...])), part | 3)
  }

  private mutating func takeContinent(_ value: RecordCursor) throws(MaxMindFault) {
    if value.type == .map {
      continent.offer(try named(value), part)
      continentCode.offer(try SaneValue.continentCode(member(value, "code")), part)
    } else if let code = try SaneValue.continentCode(value) {
      continentCode.offer(code, part | 2)
    } else {
      continent.offer(try SaneValue.text(value), part | 2)
    }
  }

  private mutating func takeCountry(_ value: RecordCursor) throws(MaxMindFault) {
    if value.type == .map {
      country.offer(try named(value), part)
      countryCode.offer(try SaneValue.code(code(in: value)), part)
    } else if let code = try SaneValue.code(value) {
      countryCode.offer(code, part | 2)
    } else {
      country.offer(try SaneValue.text(value), part | 2)
    }
  }

  private mutating func takeRegion(
    _ value: RecordCursor, _ rank: UInt8
  ) throws(MaxMindFault) {
    region.offer(try named(value), rank)
    regionCode.offer(try SaneValue.regionCode(code(in: value)), rank)
  }

  private mutating func takeZip(_ value: RecordCursor, _ rank: UInt8) throws(MaxMindFault) {
    zip.offer(try SaneValue.text(value.type == .map ? member(value, "code") : value), rank)
  }

  private mutating func code(in map: RecordCursor) throws(MaxMindFault) -> RecordCursor? {
    if let code = try member(map, "iso_code") { return code }
    return try member(map, "code")
  }

  /// The name of something: in the wanted language, else in English.
  private mutating func named(_ value: RecordCursor) throws(MaxMindFault) -> Text? {
    guard value.type == .map else { return try SaneValue.text(value) }
    if let names = try member(value, "names") {
      if let text = try SaneValue.text(member(names, language.bytes)) { return text }
      return try SaneValue.text(member(names, "en"))
    }
    return try SaneValue.text(member(value, "name"))
  }

  // MARK: Networks

  private mutating func takeNetwork(
    _ key: RecordKey, _ value: RecordCursor
  ) throws(MaxMindFault) {
    switch key {
    case .isp: isp.offer(try SaneValue.text(value), part)
    case .organization: organization.offer(try SaneValue.text(value), part)
    case .org: organization.offer(try SaneValue.text(value), part | 1)
    case .asn: asn.offer(try SaneValue.asn(value), part)
    case .asNumber: asn.offer(try SaneValue.asn(value), part | 1)
    case .asOrganization: asOrganization.offer(try SaneValue.text(value), part)
    case .asName: asOrganization.offer(try SaneValue.text(value), part | 1)
    case .name: name.offer(try SaneValue.text(value), part)
    default: try takeKind(key, value)
    }
  }

  private mutating func takeKind(
    _ key: RecordKey, _ value: RecordCursor
  ) throws(MaxMindFault) {
    switch key {
    case .mobile: isMobile.offer(try SaneValue.flag(value), part)
    case .isMobile: isMobile.offer(try SaneValue.flag(value), part | 1)
    case .connectionType:
      if let kind = try SaneValue.text(value) {
        isMobile.offer(kind.elementsEqual("Cellular".utf8), part | 2)
      }
    case .hosting: isHosting.offer(try SaneValue.flag(value), part)
    case .isHosting: isHosting.offer(try SaneValue.flag(value), part | 1)
    case .isHostingProvider: isHosting.offer(try SaneValue.flag(value), part | 2)
    case .userType:
      guard let kind = try SaneValue.text(value) else { return }
      if kind.elementsEqual("cellular".utf8) { isMobile.offer(true, part | 3) }
      if kind.elementsEqual("hosting".utf8) { isHosting.offer(true, part | 3) }
    default: try anonymity.take(key, SaneValue.flag(value))
    }
  }

  // MARK: All together

  private mutating func finish() {
    (view.continent, view.continentCode) = (continent.value, continentCode.value)
    (view.country, view.countryCode) = (country.value, countryCode.value)
    (view.region, view.regionCode) = (region.value, regionCode.value)
    (view.city, view.district, view.zip) = (city.value, district.value, zip.value)
    view.timezone = timezone.value
    (view.isp, view.organization, view.asn) = (isp.value, organization.value, asn.value)
    view.asOrganization = asOrganization.value
    // A name alone is that of what the record is about.
    if asn.value != nil, asOrganization.value == nil {
      view.asOrganization = name.value
    } else {
      view.organization = organization.value ?? name.value
    }
    let latitude = SaneValue.degrees(latitude.value, within: 90)
    let longitude = SaneValue.degrees(longitude.value, within: 180)
    // Both or none; and where both are zero, nobody knew the place.
    if let latitude, let longitude, latitude != 0 || longitude != 0 {
      (view.latitude, view.longitude, view.accuracyRadius) = (latitude, longitude, radius.value)
    }
    (view.isMobile, view.isHosting) = (isMobile.value, isHosting.value)
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
