import Foundation
import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore
import Testing

@testable import IPGeoRecords

private func renderer(
  _ schema: RowSchema, _ format: RowFormat, _ fields: [Field] = Field.defaults
) -> RowRenderer {
  var style = RowStyle.usual(format)
  style.schema = schema
  return RowRenderer(fields: fields, style: style)
}

private func header(_ renderer: RowRenderer) -> String {
  String(decoding: appended { renderer.appendHeader(to: &$0) }, as: UTF8.self)
}

private let address = IPAddress(ipv4: 0x0808_0808)

private func located(_ change: (inout Location) -> Void = { _ in }) -> AnswerFacts {
  var location = fullLocation()
  change(&location)
  return AnswerFacts(
    status: .located, address: address, location: location, source: "ip-api", askedAt: testInstant)
}

@Suite struct SchemaRowTests {
  @Test func `ip-api has the service's names and words`() {
    let facts = located()
    #expect(
      rowText(renderer(.ipAPI, .jsonl), TestRecord("8.8.8.8"), facts)
        == #"{"query":"8.8.8.8","status":"success","message":null,"reason":null,"#
        + #""country":"United States","countryCode":"US","regionName":"California","region":"CA","#
        + #""city":"Mountain View","zip":"94043","lat":37.422,"lon":-122.084,"#
        + #""timezone":"America/Los_Angeles","isp":"Example, Inc.","org":"A \"B\" C","#
        + #""as":"AS64500 Example Org","source":"ip-api","looked_up_at":"2026-11-30T02:03:04Z"}"#
        + "\n")
    #expect(
      header(renderer(.ipAPI, .csv))
        == "query,status,message,reason,country,countryCode,regionName,region,city,zip,lat,lon,"
        + "timezone,isp,org,as,source,looked_up_at\n")
  }

  @Test func `ip-api leaves texts of a place empty as the service does, others null`() {
    let facts = located { $0 = Location() }
    let fields: [Field] = [.ip, .city, .zip, .asn, .asOrganization, .latitude, .isMobile, .hits]
    #expect(
      rowText(renderer(.ipAPI, .jsonl, fields), TestRecord("8.8.8.8"), facts)
        == #"{"query":"8.8.8.8","city":"","zip":"","as":"","lat":null,"mobile":null,"hits":1}"#
        + "\n")
    let failed = AnswerFacts(
      .failed(Failure(.timeout, message: "")), address: address, source: "", askedAt: nil)
    #expect(
      rowText(renderer(.ipAPI, .jsonl, [.status, .reason, .city]), TestRecord(""), failed)
        == #"{"status":"fail","message":"timeout","reason":"timeout","city":null}"# + "\n")
    #expect(
      rowText(renderer(.ipAPI, .csv, fields), TestRecord("8.8.8.8"), facts) == "8.8.8.8,,,,,,1\n")
  }

  @Test(arguments: [
    (Status.special, "private-use", "private range"), (.special, "unique-local", "private range"),
    (.special, "shared-address-space", "private range"), (.special, "loopback", "reserved range"),
    (.special, "documentation", "reserved range"), (.invalid, "hostname", "invalid query"),
    (.unknown, "service-reserved", "reserved range"), (.unknown, "no-data", "no data"),
    (.failed, "rate-limited", "rate limited"),
  ])
  func `ip-api says why in the service's words`(status: Status, reason: String, message: String) {
    let facts = AnswerFacts(status: status, reason: reason)
    #expect(
      rowText(renderer(.ipAPI, .csv, [.status, .reason]), TestRecord("x"), facts)
        == "fail,\(message),\(reason)\n")
  }

  @Test(
    arguments: [
      (64_500, "Example", "AS64500 Example"), (64_500, nil, "AS64500"), (nil, "Example", "Example"),
    ] as [(UInt32?, String?, String)])
  func `ip-api has number and name of a system in one`(
    number: UInt32?, name: String?, text: String
  ) {
    let facts = located { ($0.asn, $0.asOrganization) = (number, name) }
    for fields in [[Field.asn], [.asOrganization], [.asOrganization, .asn]] {
      #expect(rowText(renderer(.ipAPI, .csv, fields), TestRecord("x"), facts) == "\(text)\n")
      #expect(header(renderer(.ipAPI, .csv, fields)) == "as\n")
    }
  }

  @Test func `ecs nests, and takes addresses alone for addresses`() {
    #expect(
      rowText(renderer(.ecs, .jsonl), TestRecord("::ffff:8.8.8.8"), located())
        == #"{"ecs":{"version":"9.4.0"},"source":{"address":"::ffff:8.8.8.8","ip":"8.8.8.8","#
        + #""geo":{"country_name":"United States","country_iso_code":"US","#
        + #""region_name":"California","region_iso_code":"US-CA","city_name":"Mountain View","#
        + #""postal_code":"94043","location":{"lat":37.422,"lon":-122.084},"#
        + #""timezone":"America/Los_Angeles"},"as":{"number":64500,"#
        + #""organization":{"name":"Example Org"}}},"ipgeo":{"status":"located","reason":null,"#
        + #""isp":"Example, Inc.","org":"A \"B\" C","source":"ip-api","#
        + #""looked_up_at":"2026-11-30T02:03:04Z"}}"# + "\n")
    let invalid = AnswerFacts.invalid(.notAnAddress)
    #expect(
      rowText(renderer(.ecs, .jsonl, [.ip, .reason, .latitude]), TestRecord("x y"), invalid)
        == #"{"ecs":{"version":"9.4.0"},"source":{"address":"x y","ip":null,"#
        + #""geo":{"location":null}},"ipgeo":{"reason":"not-an-address"}}"# + "\n")
  }

  @Test func `ecs has full stops in tables, and no version`() {
    let fields: [Field] = [.ip, .latitude, .longitude, .asn, .hits]
    #expect(
      header(renderer(.ecs, .tsv, fields))
        == "source.address\tsource.ip\tsource.geo.location.lat\tsource.geo.location.lon\t"
        + "source.as.number\tipgeo.hits\n")
    #expect(
      rowText(renderer(.ecs, .tsv, fields), TestRecord("8.8.8.8"), located())
        == "8.8.8.8\t8.8.8.8\t37.422\t-122.084\t64500\t1\n")
  }

  @Test func `ecs brings together what stands in one object, in whatever order it is chosen`() {
    let fields: [Field] = [.city, .status, .asn, .country, .ip, .reason]
    #expect(
      rowText(renderer(.ecs, .jsonl, fields), TestRecord("8.8.8.8"), located())
        == #"{"ecs":{"version":"9.4.0"},"source":{"geo":{"city_name":"Mountain View","#
        + #""country_name":"United States"},"as":{"number":64500},"address":"8.8.8.8","#
        + #""ip":"8.8.8.8"},"ipgeo":{"status":"located","reason":null}}"# + "\n")
  }

  @Test(
    arguments: [
      ("US", "VA", "US-VA"), ("GB", "ENG", "GB-ENG"), ("ID", "KB", "ID-KB"),
      ("FR", "75C", "FR-75C"),
      ("US", "Virginia", ""), ("us", "va", ""), ("US", "", ""), ("USA", "VA", ""), (nil, "VA", ""),
      ("US", "V-A", ""), ("US", nil, ""),
    ] as [(String?, String?, String)])
  func `ecs has a region's code where it is one`(country: String?, region: String?, code: String) {
    let facts = located { ($0.countryCode, $0.regionCode) = (country, region) }
    let fields: [Field] = [.hits, .regionCode]
    #expect(rowText(renderer(.ecs, .csv, fields), TestRecord("x"), facts) == "1,\(code)\n")
  }

  @Test(arguments: [true, false])
  func `ecs has no half of a position`(hasLatitude: Bool) {
    let facts = located {
      if hasLatitude { $0.longitude = nil } else { $0.latitude = nil }
    }
    #expect(
      rowText(renderer(.ecs, .jsonl, [.latitude]), TestRecord("x"), facts)
        == #"{"ecs":{"version":"9.4.0"},"source":{"geo":{"location":null}}}"# + "\n")
    let fields: [Field] = [.ip, .latitude, .longitude]
    #expect(rowText(renderer(.ecs, .csv, fields), TestRecord("x"), facts) == "x,8.8.8.8,,\n")
    #expect(
      rowText(renderer(.ecs, .csv, [.hits, .latitude]), TestRecord("x"), located())
        == "1,37.422\n")
  }

  @Test func `ecs has paths of files alone, others what an input is called`() {
    var record = TestRecord("x")
    let fields: [Field] = [.file, .hits]
    let paths = [("-", "null"), ("./-", #""./-""#), ("a.log", #""a.log""#), ("", "null")]
    for (name, path) in paths {
      record.file = name
      #expect(
        rowText(renderer(.ecs, .jsonl, fields), record, located())
          == #"{"ecs":{"version":"9.4.0"},"log":{"file":{"path":\#(path)}},"ipgeo":{"hits":1}}"#
          + "\n")
      let cell = name == "-" ? "" : name
      #expect(rowText(renderer(.ecs, .csv, fields), record, located()) == "\(cell),1\n")
      #expect(rowText(renderer(.ipgeo, .csv, fields), record, located()) == "\(name),1\n")
    }
  }

  @Test(arguments: RowSchema.allCases, RowFormat.allCases)
  func `no name comes twice, and rows of all fields are read by others`(
    schema: RowSchema, format: RowFormat
  ) throws {
    let renderer = renderer(schema, format, Field.allCases)
    #expect(Set(renderer.columns.map(\.name)).count == renderer.columns.count)
    #expect(renderer.segmentCount <= PreparedRow.maximumSegmentCount)
    #expect(renderer.templateSegmentCount <= PreparedRow.maximumSegmentCount)
    let bytes = row(renderer, TestRecord("8.8.8.8"), located())
    switch format {
    case .jsonl: #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(bytes)) }
    case .table: #expect(renderer.columns.map(\.name) == Field.allCases.map(\.name))
    case .csv, .tsv:
      let rows = readSeparated(bytes, delimiter: format == .tsv ? 0x09 : 0x2C)
      #expect(rows?.count == 1 && rows?.first?.count == renderer.columns.count)
    }
  }

  @Test(arguments: RowSchema.allCases, [RowFormat.csv, .jsonl])
  func `a template that is filled is the row itself`(schema: RowSchema, format: RowFormat) {
    let renderer = renderer(schema, format, Field.allCases.reversed())
    let facts = located { $0.network = nil }
    var whole = ByteBuffer()
    let prepared = renderer.prepare(facts, into: &whole)
    var template = ByteBuffer()
    let made = facts.location.map { location in
      location.withView { renderer.prepareTemplate(facts, view: $0, into: &template) }
    }
    let lengths = (0..<renderer.templateSegmentCount).map { made?.lengths[$0] ?? 0 }
    var filled = ByteBuffer()
    let row = lengths.withUnsafeBufferPointer {
      renderer.fill(template.bytes, lengths: $0, address: address, network: nil, into: &filled)
    }
    #expect(Array(filled.bytes) == Array(whole.bytes) && row == prepared)
  }

  @Test func `a clash is told by the schema's names`() {
    var style = RowStyle.usual(.csv)
    style.schema = .ecs
    let table = TableLayout(
      delimiter: 0x2C, header: nil, names: ["Source.IP", "country"], addressColumn: 0)
    #expect(style.clash(with: table, fields: [.country, .ip]) == "source.ip")
    style.schema = .ipgeo
    #expect(style.clash(with: table, fields: [.ip]) == nil)
  }
}
