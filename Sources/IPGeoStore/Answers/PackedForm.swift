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
    guard let word = reader.text() ?? nil,
      let reason = Reason(rawValue: String(decoding: word, as: UTF8.self)),
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
}
