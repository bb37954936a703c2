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
}
