import IPGeoAddresses
import IPGeoCore
import IPGeoMaxMindWriter
import Testing

@testable import IPGeoMaxMind

/// What a record comes to; nil where it is not located.
func location(_ record: MaxMindValue, language: String = "en") throws -> Location? {
  guard case .located(let location) = try outcome([record], language: language) else { return nil }
  return location
}

/// What the records of several files come to, together.
func outcome(_ records: [MaxMindValue], language: String = "en") throws -> Outcome {
  let readers = try records.enumerated().map { number, record in
    var writer = MaxMindWriter()
    writer.databaseType = "Kind-\(number)"
    writer.insert("1.2.3.0/24", record)
    return try reader(writer)
  }
  return MaxMindAnswers(readers, language: language).lookUp(try address("1.2.3.4"))
}

/// A map of texts.
func texts(_ members: KeyValuePairs<String, String>) -> [String: MaxMindValue] {
  Dictionary(members.map { ($0, .string($1)) }, uniquingKeysWith: { first, _ in first })
}

private func names(_ members: KeyValuePairs<String, String>) -> MaxMindValue {
  .map(["names": .map(texts(members))])
}

@Suite struct LayoutTests {
  /// As GeoIP2 Enterprise has it, which has what the smaller ones have.
  private static let nested: MaxMindValue = .map([
    "continent": .map(["code": .string("EU"), "names": .map(texts(["en": "Europe"]))]),
    "country": .map([
      "iso_code": .string("GB"), "confidence": .uint16(99),
      "names": .map(texts(["de": "Vereinigtes Königreich", "en": "United Kingdom"])),
    ]),
    "registered_country": .map(["iso_code": .string("US")]),
    "subdivisions": .array([
      .map(["iso_code": .string("ENG"), "names": .map(texts(["en": "England"]))]),
      .map(["iso_code": .string("WBK"), "names": .map(texts(["en": "West Berkshire"]))]),
    ]),
    "city": names(["en": "Boxford", "pt-BR": "Boxeforde"]),
    "postal": .map(["code": .string("OX1")]),
    "location": .map([
      "latitude": .double(51.75), "longitude": .double(-1.25), "accuracy_radius": .uint16(100),
      "time_zone": .string("Europe/London"),
    ]),
    "traits": .map([
      "autonomous_system_number": .uint32(20_712),
      "autonomous_system_organization": .string("Andrews & Arnold Ltd"),
      "isp": .string("Andrews"), "organization": .string("STONEHOUSE"),
      "connection_type": .string("Corporate"), "user_type": .string("government"),
    ]),
  ])

  @Test func `nested layouts, as MaxMind and DB-IP have them`() throws {
    let location = try #require(try location(Self.nested))
    #expect(location.continent == "Europe" && location.continentCode == "EU")
    #expect(location.country == "United Kingdom" && location.countryCode == "GB")
    #expect(location.region == "England" && location.regionCode == "ENG")
    #expect(location.city == "Boxford" && location.zip == "OX1")
    #expect(location.latitude == 51.75 && location.longitude == -1.25)
    #expect(location.accuracyRadius == 100 && location.timezone == "Europe/London")
    #expect(location.asn == 20_712 && location.asOrganization == "Andrews & Arnold Ltd")
    #expect(location.isp == "Andrews" && location.organization == "STONEHOUSE")
    #expect(location.isMobile == false && location.isHosting == nil && location.isProxy == nil)
    #expect(location.network == AddressPrefix("1.2.3.0/24"))
  }

  @Test func `names in the wanted language, else in English, else none`() throws {
    let german = try #require(try location(Self.nested, language: "de"))
    #expect(german.country == "Vereinigtes Königreich" && german.city == "Boxford")
    let portuguese = try #require(try location(Self.nested, language: "pt-BR"))
    #expect(portuguese.city == "Boxeforde" && portuguese.country == "United Kingdom")
    let record: MaxMindValue = .map([
      "city": names(["fr": "Londres"]), "postal": .map(["code": .string("1")]),
    ])
    #expect(try location(record, language: "de")?.city == nil)
    #expect(try location(record, language: "fr")?.city == "Londres")
  }

  @Test func `networks at the top, as the files of ASN and ISP have them`() throws {
    let location = try #require(
      try location(
        .map([
          "autonomous_system_number": .uint32(15_169),
          "autonomous_system_organization": .string("Google LLC"), "isp": .string("Google"),
          "organization": .string("Google Cloud"),
        ])))
    #expect(location.asn == 15_169 && location.asOrganization == "Google LLC")
    #expect(location.isp == "Google" && location.organization == "Google Cloud")
  }

  @Test func `flat layouts, as IPinfo has them`() throws {
    let lite = try #require(
      try location(
        .map(
          texts([
            "asn": "AS15169", "as_name": "Google LLC", "as_domain": "google.com",
            "continent": "North America", "continent_code": "NA", "country": "United States",
            "country_code": "US",
          ]))))
    #expect(lite.asn == 15_169 && lite.asOrganization == "Google LLC")
    #expect(lite.country == "United States" && lite.countryCode == "US")
    #expect(lite.continent == "North America" && lite.continentCode == "NA")
    let older = try #require(
      try location(
        .map(
          texts([
            "asn": "AS1", "as_name": "One", "continent": "EU", "continent_name": "Europe",
            "country": "DE", "country_name": "Germany",
          ]))))
    #expect(older.country == "Germany" && older.countryCode == "DE")
    #expect(older.continent == "Europe" && older.continentCode == "EU")
    let place = try #require(
      try location(
        .map(
          texts([
            "city": "Mountain View", "region": "California", "region_code": "CA", "country": "US",
            "lat": "37.4056", "lng": "-122.0775", "postal_code": "94043", "radius": "5",
            "timezone": "America/Los_Angeles", "geoname_id": "5375480",
          ]))))
    #expect(place.city == "Mountain View" && place.countryCode == "US" && place.country == nil)
    #expect(place.region == "California" && place.regionCode == "CA" && place.zip == "94043")
    #expect(place.latitude == 37.4056 && place.longitude == -122.0775)
    #expect(place.accuracyRadius == 5 && place.timezone == "America/Los_Angeles")
    #expect(try location(.map(texts(["loc": "1.5,-2", "city": "x"])))?.longitude == -2)
  }

  @Test func `a name is of what the record is about`() throws {
    let system = try location(.map(texts(["asn": "AS64501", "name": "Example Net"])))
    #expect(system?.asOrganization == "Example Net" && system?.organization == nil)
    let company = try location(
      .map(texts(["asn": "AS64501", "as_name": "Example Net", "name": "Shop"])))
    #expect(company?.asOrganization == "Example Net" && company?.organization == "Shop")
  }

  @Test func `what kind of connection it is`() throws {
    let hosting = try #require(
      try location(
        .map(["is_anonymous": .boolean(true), "is_hosting_provider": .boolean(true)])))
    #expect(hosting.isHosting == true && hosting.isProxy == nil && hosting.isMobile == nil)
    for key in ["is_anonymous_vpn", "is_public_proxy", "is_tor_exit_node", "is_residential_proxy"] {
      #expect(try location(.map([key: .boolean(true)]))?.isProxy == true, "\(key)")
    }
    #expect(try location(.map(["connection_type": .string("Cellular")]))?.isMobile == true)
    let privacy = try location(
      .map(texts(["vpn": "false", "proxy": "false", "tor": "false", "hosting": "true"])))
    #expect(privacy?.isProxy == false && privacy?.isHosting == true)
    let part = try location(.map(texts(["proxy": "false", "hosting": "", "city": "x"])))
    #expect(part?.isProxy == nil && part?.isHosting == nil)
  }

  /// A record of texts in that order, which a dictionary does not keep.
  private func ordered(_ members: [(String, [UInt8])]) throws -> Location? {
    func text(_ text: String) -> [UInt8] {
      ValueEncoder.head(2, text.utf8.count) + Array(text.utf8)
    }
    var writer = MaxMindWriter()
    let body = members.flatMap { text($0.0) + $0.1 }
    writer.insert("1.2.3.0/24", raw: ValueEncoder.head(7, members.count) + body)
    guard
      case .located(let location) = MaxMindAnswers([try reader(writer)])
        .lookUp(try address("1.2.3.4"))
    else { return nil }
    return location
  }

  private func plain(_ text: String) -> [UInt8] {
    ValueEncoder.head(2, text.utf8.count) + Array(text.utf8)
  }

  @Test func `of keys that say the same the order in the file means nothing`() throws {
    let groups: [([String], KeyPath<Location, String?>)] = [
      (["city", "city_name"], \.city),
      (["region", "region_name", "state", "state1"], \.region),
      (["postal", "zip", "postcode", "postal_code", "zip_code"], \.zip),
      (["organization", "org", "name"], \.organization),
      (["autonomous_system_organization", "as_name"], \.asOrganization),
      (["country_name", "country"], \.country), (["continent_name", "continent"], \.continent),
    ]
    for (keys, path) in groups {
      let members = keys.enumerated().map { ($1, plain("text \($0)")) }
      #expect(try ordered(members)?[keyPath: path] == "text 0", "\(keys)")
      #expect(try ordered(members.reversed())?[keyPath: path] == "text 0", "\(keys)")
      // What makes no sense is passed over.
      let senseless = [(keys[0], plain("-"))] + members.dropFirst()
      #expect(try ordered(senseless)?[keyPath: path] == "text 1", "\(keys)")
      #expect(try ordered(senseless.reversed())?[keyPath: path] == "text 1", "\(keys)")
    }
    let position = ["latitude": "1", "longitude": "2", "lat": "3", "lng": "4", "loc": "5,6"]
      .map { ($0, plain($1)) }.sorted { $0.0 < $1.0 }
    for members in [position, position.reversed()] {
      let location = try ordered(members)
      #expect(location?.latitude == 1 && location?.longitude == 2)
    }
    let kinds = [("connection_type", plain("Corporate")), ("user_type", plain("cellular"))]
    #expect(try ordered(kinds)?.isMobile == false)
    #expect(try ordered(kinds.reversed())?.isMobile == false)
  }

  @Test func `of a key that stands twice the first one counts`() throws {
    for key in ["city", "city_name", "region", "zip", "isp", "org", "name", "timezone"] {
      let location = try #require(try ordered([(key, plain("first")), (key, plain("second"))]))
      let texts = [
        location.city, location.region, location.zip, location.isp, location.organization,
        location.timezone,
      ]
      #expect(texts.compactMap { $0 } == ["first"], "\(key)")
    }
  }

  @Test func `the record's own members count before those of its parts`() throws {
    let traits = ValueEncoder.head(7, 1) + plain("isp") + plain("part")
    let members = [("isp", plain("own")), ("traits", traits)]
    #expect(try ordered(members)?.isp == "own")
    #expect(try ordered(members.reversed())?.isp == "own")
    #expect(try ordered([("traits", traits)])?.isp == "part")
  }

  @Test func `a name is not lost to one that makes no sense`() throws {
    #expect(
      try ordered([("name", plain("Shop")), ("name", plain("-")), ("isp", plain("I"))])?
        .organization == "Shop")
  }

  @Test func `codes are written in capitals, whichever they have`() throws {
    #expect(try location(.map(texts(["country_code": "us"])))?.countryCode == "US")
    #expect(try location(.map(texts(["country": "uS"])))?.countryCode == "US")
    #expect(try location(.map(texts(["continent_code": "eu"])))?.continentCode == "EU")
    #expect(try location(.map(texts(["continent": "na", "city": "x"])))?.continentCode == "NA")
    let nested: MaxMindValue = .map(["country": .map(["iso_code": .string("zz")])])
    #expect(try location(nested)?.countryCode == "ZZ")
    #expect(try location(.map(["country": .map(["iso_code": .string("aa")])]))?.countryCode == "AA")
  }
}
