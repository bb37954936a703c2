internal import IPGeoCore

/// The form in which an answer stands in the file: a body of its own and up to two shared parts.
///
/// What a country and a network say of themselves recurs over and over, and stands once each in a
/// part; the rest is the body. So a million answers take some 100 MB, not 250. The body begins with
/// the form's number: what has another is not read, and asked again.
enum PackedForm {
  /// The number of the form below.
  static let number: UInt8 = 1

  /// A packed answer.
  struct Packed: Equatable {
    var body: [UInt8]
    /// The parts that a location shares with others.
    var country: [UInt8]?
    var network: [UInt8]?
  }

  /// No text of an answer is longer: what is, is no answer.
  static let longestBody = 1 << 16

  private static let located: UInt8 = 1
  private static let unknown: UInt8 = 2

  /// The packed form; nil for what is not kept: `special`, `failed`, and what is too long.
  static func pack(_ outcome: Outcome, hasReverse: Bool) -> Packed? {
    var body = PackedWriter()
    body.append(number)
    switch outcome {
    case .special, .failed: return nil
    case .unknown(let reason):
      body.append(unknown)
      body.append(hasReverse ? 1 : 0)
      body.append(reason.rawValue)
      return Packed(body: body.bytes)
    case .located(let location):
      var country = PackedWriter()
      var network = PackedWriter()
      body.append(located)
      body.append(hasReverse ? 1 : 0)
      body.append(PlaceFacts(location))
      country.append(CountryFacts(location))
      network.append(NetworkFacts(location))
      let length = body.bytes.count + country.bytes.count + network.bytes.count
      guard length <= longestBody else { return nil }
      return Packed(body: body.bytes, country: country.bytes, network: network.bytes)
    }
  }

  /// What stands at the start of every body.
  struct Start {
    var isUnknown: Bool
    var hasReverse: Bool
  }

  /// Reads the start of a body; nil for one of another form.
  static func start(_ reader: inout PackedReader) -> Start? {
    guard reader.byte() == number, let status = reader.byte(), let flags = reader.byte(),
      status == located || status == unknown
    else { return nil }
    return Start(isUnknown: status == unknown, hasReverse: flags & 1 != 0)
  }

  /// Reads the rest of the body of an `unknown`.
  static func unknown(_ reader: inout PackedReader) -> Outcome? {
    guard let word = reader.text() ?? nil, let reason = Reason(rawValue: word),
      reason.status == .unknown, reader.isAtEnd
    else { return nil }
    return .unknown(reason)
  }
}

/// What a country says of itself, the same for all its addresses but for the clock.
struct CountryFacts: Hashable {
  var continent: String?
  var continentCode: String?
  var country: String?
  var countryCode: String?
  var currency: String?
  var timezone: String?
  var utcOffset: Int?

  init(_ location: Location) {
    continent = location.continent
    continentCode = location.continentCode
    country = location.country
    countryCode = location.countryCode
    currency = location.currency
    timezone = location.timezone
    utcOffset = location.utcOffset
  }

  /// Reads a part; nil where it is damaged.
  init?(_ bytes: UnsafeRawBufferPointer) {
    var reader = PackedReader(bytes)
    guard let continent = reader.text(), let continentCode = reader.text(),
      let country = reader.text(), let countryCode = reader.text(),
      let currency = reader.text(), let timezone = reader.text(),
      let utcOffset = reader.integer(), reader.isAtEnd
    else { return nil }
    self.continent = continent
    self.continentCode = continentCode
    self.country = country
    self.countryCode = countryCode
    self.currency = currency
    self.timezone = timezone
    self.utcOffset = utcOffset.flatMap { Int(exactly: $0) }
  }

  func add(to location: inout Location) {
    location.continent = continent
    location.continentCode = continentCode
    location.country = country
    location.countryCode = countryCode
    location.currency = currency
    location.timezone = timezone
    location.utcOffset = utcOffset
  }
}

/// What a network says of itself.
struct NetworkFacts: Hashable {
  var isp: String?
  var organization: String?
  var asn: UInt32?
  var asOrganization: String?
  var asName: String?
  var isMobile: Bool?
  var isProxy: Bool?
  var isHosting: Bool?

  init(_ location: Location) {
    isp = location.isp
    organization = location.organization
    asn = location.asn
    asOrganization = location.asOrganization
    asName = location.asName
    isMobile = location.isMobile
    isProxy = location.isProxy
    isHosting = location.isHosting
  }

  /// Reads a part; nil where it is damaged.
  init?(_ bytes: UnsafeRawBufferPointer) {
    var reader = PackedReader(bytes)
    guard let isp = reader.text(), let organization = reader.text(), let asn = reader.integer(),
      let asOrganization = reader.text(), let asName = reader.text(), let flags = reader.byte(),
      reader.isAtEnd
    else { return nil }
    self.isp = isp
    self.organization = organization
    self.asn = asn.flatMap { UInt32(exactly: $0) }
    self.asOrganization = asOrganization
    self.asName = asName
    isMobile = PackedReader.flag(0, of: flags)
    isProxy = PackedReader.flag(1, of: flags)
    isHosting = PackedReader.flag(2, of: flags)
  }

  func add(to location: inout Location) {
    location.isp = isp
    location.organization = organization
    location.asn = asn
    location.asOrganization = asOrganization
    location.asName = asName
    location.isMobile = isMobile
    location.isProxy = isProxy
    location.isHosting = isHosting
  }
}

/// What differs from address to address.
struct PlaceFacts: Hashable {
  var region: String?
  var regionCode: String?
  var city: String?
  var district: String?
  var zip: String?
  var latitude: Double?
  var longitude: Double?
  var reverse: String?

  init(_ location: Location) {
    region = location.region
    regionCode = location.regionCode
    city = location.city
    district = location.district
    zip = location.zip
    latitude = location.latitude
    longitude = location.longitude
    reverse = location.reverse
  }

  /// Reads what follows a body's start; nil where it is damaged.
  init?(_ reader: inout PackedReader) {
    guard let region = reader.text(), let regionCode = reader.text(), let city = reader.text(),
      let district = reader.text(), let zip = reader.text(), let latitude = reader.degrees(90),
      let longitude = reader.degrees(180), let reverse = reader.text(), reader.isAtEnd
    else { return nil }
    self.region = region
    self.regionCode = regionCode
    self.city = city
    self.district = district
    self.zip = zip
    self.latitude = latitude
    self.longitude = longitude
    self.reverse = reverse
  }

  func add(to location: inout Location) {
    location.region = region
    location.regionCode = regionCode
    location.city = city
    location.district = district
    location.zip = zip
    location.latitude = latitude
    location.longitude = longitude
    location.reverse = reverse
  }
}
