import IPGeoRecords
import Testing

@Suite struct FieldListTests {
  @Test func `has the columns of the design in their order`() {
    #expect(
      Field.defaults.map(\.name).joined(separator: ", ")
        == "ip, status, reason, country, country_code, region, region_code, city, zip, lat, lon, "
        + "timezone, isp, org, asn, as_org, source, looked_up_at")
    #expect(
      Field.defaults(unique: true).prefix(5).map(\.name)
        == ["ip", "status", "reason", "hits", "country"])
    #expect(Field.defaults(unique: true).count == 19)
    #expect(Field.allCases.count == 37)
  }

  @Test func `chooses and orders`() throws {
    #expect(try Field.parse(list: "lon,lat,ip") == [.longitude, .latitude, .ip])
    #expect(try Field.parse(list: " city ,\tip ") == [.city, .ip])
    for field in Field.allCases { #expect(try Field.parse(list: field.name) == [field]) }
  }

  @Test func `adds at the end and drops`() throws {
    let changed = try Field.parse(list: "+hosting, -zip,+ mobile")
    #expect(changed == Field.defaults.filter { $0 != .zip } + [.isHosting, .isMobile])
    #expect(try Field.parse(list: "+country") == Field.defaults)
    #expect(try Field.parse(list: "-proxy") == Field.defaults)
    #expect(try Field.parse(list: "+hits") == Field.defaults + [.hits])
    #expect(try Field.parse(list: "+hits", unique: true) == Field.defaults(unique: true))
    #expect(try Field.parse(list: "-hits", unique: true) == Field.defaults)
  }

  @Test(
    arguments: [
      ("", .emptyList), (" ", .emptyList), ("ip,", .emptyName), (",ip", .emptyName),
      ("ip,,lat", .emptyName), ("+", .emptyName), ("ip,+lat", .mixed), ("-ip,lat", .mixed),
      ("ip,lat,ip", .twice(.ip)), ("+hosting,-hosting", .twice(.isHosting)),
      ("contry", .unknown(name: "contry", nearest: .country)),
      ("IP", .unknown(name: "IP", nearest: .ip)),
      ("country-code", .unknown(name: "country-code", nearest: .countryCode)),
      ("lta", .unknown(name: "lta", nearest: .latitude)),
      ("latitude", .unknown(name: "latitude", nearest: .latitude)),
      ("town", .unknown(name: "town", nearest: nil)),
      ("+hostign", .unknown(name: "hostign", nearest: .isHosting)),
      (Field.defaults.map { "-" + $0.name }.joined(separator: ","), .nothingLeft),
    ] as [(String, FieldListError.Code)])
  func `refuses`(list: String, code: FieldListError.Code) {
    #expect(throws: FieldListError(code)) { try Field.parse(list: list) }
  }

  @Test func `names the nearest field in one visible line`() {
    let error = FieldListError(.unknown(name: "ci\u{1B}ty\n", nearest: .city))
    #expect(error.description == #"there is no field 'ci\x1Bty\n'; did you mean 'city'?"#)
    #expect(throws: FieldListError.self) {
      try Field.parse(list: String(repeating: "x", count: 1_000_000))
    }
  }

  @Test func `a table for people has its own usual columns`() throws {
    #expect(Field.defaults(unique: false, format: .csv) == Field.defaults)
    #expect(Field.defaults(unique: true, format: nil) == Field.defaults(unique: true))
    #expect(Field.defaults(unique: false, format: .table) == Field.tableDefaults)
    #expect(
      try Field.parse(list: "+asn,-city", unique: true, format: .table)
        == [.ip, .status, .reason, .hits, .country, .asOrganization, .asn])
    #expect(try Field.parse(list: "ip,lat", format: .table) == [.ip, .latitude])
  }
}
