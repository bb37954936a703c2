public import IPGeoAddresses

/// What is known of an address, as bytes that someone else keeps: a `Location` without a text
/// of its own for each member.
///
/// Texts are valid UTF-8; they and the view are used only while whoever made it keeps the bytes: of
/// one that is given to a closure, that is the call.
public struct LocationView {
  /// The bytes of a text.
  public typealias Text = UnsafeRawBufferPointer

  /// Continent name.
  public var continent: Text?
  /// Two-letter continent code.
  public var continentCode: Text?
  /// Country name.
  public var country: Text?
  /// ISO 3166-1 alpha-2 code.
  public var countryCode: Text?
  /// Region or state name.
  public var region: Text?
  /// Region code.
  public var regionCode: Text?
  /// City name.
  public var city: Text?
  /// District of the city.
  public var district: Text?
  /// Postal code.
  public var zip: Text?
  /// Degrees north.
  public var latitude: Double?
  /// Degrees east.
  public var longitude: Double?
  /// How exact the position is, in kilometres.
  public var accuracyRadius: Int?
  /// IANA time zone name.
  public var timezone: Text?
  /// Offset from UTC in seconds, at the time of asking.
  public var utcOffset: Int?
  /// ISO 4217 code.
  public var currency: Text?
  /// Internet service provider.
  public var isp: Text?
  /// Organisation.
  public var organization: Text?
  /// Autonomous system number.
  public var asn: UInt32?
  /// The organisation that the autonomous system is registered to.
  public var asOrganization: Text?
  /// The autonomous system's short name.
  public var asName: Text?
  /// Reverse DNS name.
  public var reverse: Text?
  /// Whether it is a mobile connection.
  public var isMobile: Bool?
  /// Whether it is a proxy, VPN or Tor exit.
  public var isProxy: Bool?
  /// Whether it is a hosting provider or data centre.
  public var isHosting: Bool?
  /// The network that all of this holds for.
  public var network: AddressPrefix?

  /// Makes a view of which nothing is known yet.
  public init() {}
}

/// What became of an address, with what is known of it where it lies.
public enum OutcomeView {
  /// The provider gave a location.
  case located(LocationView)
  /// Anything else.
  case other(Outcome)

  /// The outcome, with texts of its own.
  public var outcome: Outcome {
    switch self {
    case .located(let view): .located(Location(view))
    case .other(let outcome): outcome
    }
  }
}

extension Outcome {
  /// Calls `body` with a view of the outcome, which is good for the call alone.
  public func withView<Result>(_ body: (OutcomeView) -> Result) -> Result {
    guard case .located(let location) = self else { return body(.other(self)) }
    return location.withView { body(.located($0)) }
  }
}

extension Location {
  /// Makes a location with texts of its own.
  public init(_ view: LocationView) {
    self.init()
    continent = view.continent.map { String(decoding: $0, as: UTF8.self) }
    continentCode = view.continentCode.map { String(decoding: $0, as: UTF8.self) }
    country = view.country.map { String(decoding: $0, as: UTF8.self) }
    countryCode = view.countryCode.map { String(decoding: $0, as: UTF8.self) }
    region = view.region.map { String(decoding: $0, as: UTF8.self) }
    regionCode = view.regionCode.map { String(decoding: $0, as: UTF8.self) }
    city = view.city.map { String(decoding: $0, as: UTF8.self) }
    district = view.district.map { String(decoding: $0, as: UTF8.self) }
    zip = view.zip.map { String(decoding: $0, as: UTF8.self) }
    latitude = view.latitude
    longitude = view.longitude
    accuracyRadius = view.accuracyRadius
    timezone = view.timezone.map { String(decoding: $0, as: UTF8.self) }
    utcOffset = view.utcOffset
    currency = view.currency.map { String(decoding: $0, as: UTF8.self) }
    isp = view.isp.map { String(decoding: $0, as: UTF8.self) }
    organization = view.organization.map { String(decoding: $0, as: UTF8.self) }
    asn = view.asn
    asOrganization = view.asOrganization.map { String(decoding: $0, as: UTF8.self) }
    asName = view.asName.map { String(decoding: $0, as: UTF8.self) }
    reverse = view.reverse.map { String(decoding: $0, as: UTF8.self) }
    isMobile = view.isMobile
    isProxy = view.isProxy
    isHosting = view.isHosting
    network = view.network
  }

  /// Calls `body` with a view of the location, which is good for the call alone.
  public func withView<Result>(_ body: (LocationView) -> Result) -> Result {
    var bytes: [UInt8] = []
    var ends: [Int?] = []
    for text in texts {
      if let text { bytes.append(contentsOf: text.utf8) }
      ends.append(text == nil ? nil : bytes.count)
    }
    return bytes.withUnsafeBytes { bytes in
      var view = LocationView()
      var cutter = TextCutter(bytes: bytes, ends: ends)
      view.continent = cutter.next()
      view.continentCode = cutter.next()
      view.country = cutter.next()
      view.countryCode = cutter.next()
      view.region = cutter.next()
      view.regionCode = cutter.next()
      view.city = cutter.next()
      view.district = cutter.next()
      view.zip = cutter.next()
      view.timezone = cutter.next()
      view.currency = cutter.next()
      view.isp = cutter.next()
      view.organization = cutter.next()
      view.asOrganization = cutter.next()
      view.asName = cutter.next()
      view.reverse = cutter.next()
      view.latitude = latitude
      view.longitude = longitude
      view.accuracyRadius = accuracyRadius
      view.utcOffset = utcOffset
      view.asn = asn
      view.isMobile = isMobile
      view.isProxy = isProxy
      view.isHosting = isHosting
      view.network = network
      return body(view)
    }
  }

  /// The texts, in one order for all uses.
  private var texts: [String?] {
    [
      continent, continentCode, country, countryCode, region, regionCode, city, district, zip,
      timezone, currency, isp, organization, asOrganization, asName, reverse,
    ]
  }
}

/// Cuts texts that stand one behind the other apart.
private struct TextCutter {
  let bytes: UnsafeRawBufferPointer
  /// Where each ends; `nil` for one that is not there.
  let ends: [Int?]
  private var index = 0
  private var start = 0

  init(bytes: UnsafeRawBufferPointer, ends: [Int?]) {
    self.bytes = bytes
    self.ends = ends
  }

  mutating func next() -> LocationView.Text? {
    defer { index += 1 }
    guard index < ends.count, let end = ends[index] else { return nil }
    defer { start = end }
    return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
  }
}
