import IPGeoAddresses
import IPGeoCore
import IPGeoRecords
import Testing

@Suite struct RowRendererTests {
  private let csv = RowRenderer(fields: Field.defaults, format: .csv)
  private let tsv = RowRenderer(fields: Field.defaults, format: .tsv)
  private let jsonl = RowRenderer(fields: Field.defaults, format: .jsonl)
  private let address = IPAddress(ipv4: 0x0808_0808)

  @Test func `writes a located row`() {
    let facts = facts(located: fullLocation())
    #expect(
      rowText(csv, TestRecord("8.8.8.8"), facts)
        == "8.8.8.8,located,,United States,US,California,CA,Mountain View,94043,37.422,-122.084,"
        + "America/Los_Angeles,\"Example, Inc.\",\"A \"\"B\"\" C\",64500,Example Org,ip-api,"
        + "2026-11-30T02:03:04Z\n")
    #expect(
      rowText(tsv, TestRecord("::ffff:8.8.8.8"), facts)
        == "::ffff:8.8.8.8\tlocated\t\tUnited States\tUS\tCalifornia\tCA\tMountain View\t94043\t"
        + "37.422\t-122.084\tAmerica/Los_Angeles\tExample, Inc.\t\"A \"\"B\"\" C\"\t64500\t"
        + "Example Org\tip-api\t2026-11-30T02:03:04Z\n")
    #expect(
      rowText(jsonl, TestRecord("8.8.8.8"), facts)
        == #"{"ip":"8.8.8.8","status":"located","reason":null,"country":"United States","#
        + #""country_code":"US","region":"California","region_code":"CA","city":"Mountain View","#
        + #""zip":"94043","lat":37.422,"lon":-122.084,"timezone":"America/Los_Angeles","#
        + #""isp":"Example, Inc.","org":"A \"B\" C","asn":64500,"as_org":"Example Org","#
        + #""source":"ip-api","looked_up_at":"2026-11-30T02:03:04Z"}"# + "\n")
  }

  @Test func `writes a special row`() {
    let facts = AnswerFacts(
      status: .special, reason: "private-use", address: IPAddress(ipv4: 0x0A00_0001),
      source: "local")
    #expect(
      rowText(csv, TestRecord("10.0.0.1"), facts)
        == "10.0.0.1,special,private-use,,,,,,,,,,,,,,local,\n")
    #expect(
      rowText(tsv, TestRecord("10.0.0.1"), facts).split(
        separator: "\t", omittingEmptySubsequences: false)
        == ["10.0.0.1", "special", "private-use"] + Array(repeating: "", count: 13) + [
          "local", "\n",
        ])
    #expect(
      rowText(jsonl, TestRecord("10.0.0.1"), facts)
        == nullRow(ip: "10.0.0.1", status: "special", reason: "private-use", source: "\"local\""))
  }

  @Test func `writes an unknown row`() {
    let facts = AnswerFacts(
      .unknown(.serviceReserved), address: address, source: "ip-api", askedAt: testInstant)
    #expect(
      rowText(csv, TestRecord("8.8.8.8"), facts)
        == "8.8.8.8,unknown,service-reserved,,,,,,,,,,,,,,ip-api,2026-11-30T02:03:04Z\n")
    #expect(
      rowText(jsonl, TestRecord("8.8.8.8"), facts)
        == nullRow(
          ip: "8.8.8.8", status: "unknown", reason: "service-reserved", source: "\"ip-api\"",
          time: "\"2026-11-30T02:03:04Z\""))
  }

  @Test func `writes a failed row without source and time`() {
    let facts = AnswerFacts(
      .failed(Failure(.timeout, message: "no answer")), address: address, source: "ip-api",
      askedAt: testInstant)
    #expect(
      rowText(csv, TestRecord("8.8.8.8"), facts) == "8.8.8.8,failed,timeout,,,,,,,,,,,,,,,\n")
    #expect(
      rowText(jsonl, TestRecord("8.8.8.8"), facts)
        == nullRow(ip: "8.8.8.8", status: "failed", reason: "timeout"))
  }

  @Test func `writes an invalid row with the text as it is, but valid JSON`() {
    let record = TestRecord(bytes: Array("a, \"b\" ".utf8) + [0xFF, 0x1B])
    let facts = AnswerFacts.invalid(.notAnAddress)
    #expect(
      row(csv, record, facts)
        == Array("\"a, \"\"b\"\" ".utf8) + [0xFF, 0x1B]
        + Array("\",invalid,not-an-address,,,,,,,,,,,,,,,\n".utf8))
    #expect(
      rowText(jsonl, record, facts)
        == nullRow(
          ip: #"a, \"b\" \#u{FFFD}\u001b"#, status: "invalid", reason: "not-an-address"))
  }

  @Test func `says nothing of an empty record`() {
    let facts = AnswerFacts.invalid(.empty)
    #expect(rowText(csv, TestRecord(""), facts) == ",invalid,empty,,,,,,,,,,,,,,,\n")
    #expect(rowText(jsonl, TestRecord(""), facts).hasPrefix(#"{"ip":null,"status":"invalid","#))
  }

  @Test func `takes the block's name as the reason of a special address`() {
    guard let private10 = IPAddress("10.0.0.1"), let block = private10.specialBlock else { return }
    let facts = AnswerFacts(
      .special(block), address: private10, source: "ip-api", askedAt: testInstant)
    #expect(facts.reason == block.name && facts.source == "local" && facts.askedAt == nil)
  }

  @Test func `writes the header once in CSV and TSV, never in JSON`() {
    let names =
      "ip,status,reason,country,country_code,region,region_code,city,zip,lat,lon,timezone,isp,org,"
      + "asn,as_org,source,looked_up_at\n"
    #expect(appended(csv.appendHeader) == Array(names.utf8))
    #expect(
      appended(tsv.appendHeader) == Array(names.map { $0 == "," ? "\t" : $0 }.map(\.utf8).joined()))
    #expect(appended(jsonl.appendHeader).isEmpty)
  }

  @Test func `writes every further field`() {
    let fields: [Field] = [
      .address, .network, .accuracyRadius, .file, .line, .forwarded, .port, .hits, .continent,
      .continentCode, .district, .utcOffset, .currency, .asName, .reverse, .isMobile, .isProxy,
      .isHosting, .ip,
    ]
    var record = TestRecord("2001:DB8::0")
    record.file = "a,b.txt"
    record.line = 12
    record.port = 443
    record.hits = 18_446_744_073_709_551_615
    var answer = facts(located: fullLocation())
    answer.address = IPAddress("2001:db8::")
    #expect(
      rowText(RowRenderer(fields: fields, format: .csv), record, answer)
        == "2001:db8::,,,\"a,b.txt\",12,,443,18446744073709551615,North America,NA,"
        + "\"North, \"\"Bay\"\"\",-28800,USD,EXAMPLE,dns.example,false,true,true,2001:DB8::0\n")
    #expect(
      rowText(RowRenderer(fields: fields, format: .jsonl), record, answer)
        == #"{"address":"2001:db8::","network":null,"accuracy_radius":null,"file":"a,b.txt","#
        + #""line":12,"xff":null,"port":443,"hits":18446744073709551615,"#
        + #""continent":"North America","continent_code":"NA","district":"North, \"Bay\"","#
        + #""offset":-28800,"currency":"USD","as_name":"EXAMPLE","reverse":"dns.example","#
        + #""mobile":false,"proxy":true,"hosting":true,"ip":"2001:DB8::0"}"# + "\n")
    #expect(
      rowText(RowRenderer(fields: [.file, .line, .port], format: .jsonl), TestRecord("x"), answer)
        == #"{"file":null,"line":null,"port":null}"# + "\n")
  }

  @Test func `knows nothing where a provider says nothing`() {
    var location = Location()
    location.city = ""
    location.zip = ""
    location.latitude = .nan
    location.longitude = .infinity
    let fields: [Field] = [.city, .zip, .latitude, .longitude, .asn, .isProxy]
    #expect(
      rowText(RowRenderer(fields: fields, format: .csv), TestRecord("x"), facts(located: location))
        == ",,,,,\n")
    #expect(
      rowText(
        RowRenderer(fields: fields, format: .jsonl), TestRecord("x"), facts(located: location))
        == #"{"city":null,"zip":null,"lat":null,"lon":null,"asn":null,"proxy":null}"# + "\n")
  }

  @Test func `writes numbers in their shortest form`() {
    var location = Location()
    location.latitude = 39
    location.longitude = -77.5
    location.asn = .max
    location.utcOffset = 0
    let renderer = RowRenderer(
      fields: [.latitude, .longitude, .asn, .utcOffset], format: .csv, csvSafe: true)
    #expect(
      rowText(renderer, TestRecord("x"), facts(located: location)) == "39,-77.5,4294967295,0\n")
  }

  @Test func `never writes a blank line for a single empty cell`() {
    let answer = facts(located: Location())
    for field in [Field.city, .port, .ip] {
      let renderer = RowRenderer(fields: [field], format: .csv)
      #expect(rowText(renderer, TestRecord(""), answer) == "\"\"\n")
    }
  }

  @Test func `copies the address between any segments`() {
    let renderer = RowRenderer(fields: [.status, .ip, .city], format: .csv)
    #expect(
      rowText(renderer, TestRecord("8.8.8.8"), facts(located: fullLocation()))
        == "located,8.8.8.8,Mountain View\n")
    let alone = RowRenderer(fields: [.ip], format: .jsonl)
    #expect(rowText(alone, TestRecord("::1"), .invalid(.empty)) == "{\"ip\":\"::1\"}\n")
  }

  @Test(arguments: [
    (" x", "\" x\""), ("x ", "\"x \""), ("a b", "a b"), ("a,b", "\"a,b\""), ("a\tb", "a\tb"),
    ("a;b|c'd", "a;b|c'd"), ("\"", "\"\"\"\""), ("a\rb", "\"a\rb\""), ("\u{A0}x", "\u{A0}x"),
  ])
  func `quotes the cells of CSV that need it and no others`(text: String, cell: String) {
    let renderer = RowRenderer(fields: [.city, .ip], format: .csv)
    var location = Location()
    location.city = text
    #expect(
      rowText(renderer, TestRecord(text), facts(located: location)) == "\(cell),\(cell)\n")
  }

  @Test func `leaves out a column that comes again`() {
    let renderer = RowRenderer(fields: [.ip, .city, .ip], format: .csv)
    #expect(renderer.fields == [.ip, .city])
  }

  @Test func `survives lengths that do not fit the segments`() {
    let renderer = RowRenderer(fields: [.ip, .line], format: .csv)
    Array("8.8.8.8".utf8).withUnsafeBytes { text in
      let facts = RecordFacts(text: text)
      for lengths in [[], [9], [.max, .max, .max], [0, 2, 1]] as [[UInt32]] {
        let bytes = lengths.withUnsafeBufferPointer { lengths in
          appended { renderer.appendRow(facts, segments: text, lengths: lengths, to: &$0) }
        }
        #expect(bytes.count <= 2 * text.count)
      }
      var row = PreparedRow()
      row.lengths[0] = .max
      let plain = RowRenderer(fields: [.ip], format: .csv)
      #expect(appended { plain.appendRow(facts, segments: text, row: row, to: &$0) }.count <= 14)
    }
  }

  @Test func `cuts the judged text at a scalar's end`() {
    let text = Array((String(repeating: "x", count: 199) + "é").utf8)
    text.withUnsafeBytes { #expect(RecordFacts.judgedText($0).count == 199) }
    let short = Array("é".utf8)
    short.withUnsafeBytes { #expect(RecordFacts.judgedText($0).count == 2) }
  }

  private func nullRow(
    ip: String, status: String, reason: String, source: String = "null", time: String = "null"
  ) -> String {
    let nulls = [
      "country", "country_code", "region", "region_code", "city", "zip", "lat", "lon", "timezone",
      "isp", "org", "asn", "as_org",
    ].map { "\"\($0)\":null," }.joined()
    return "{\"ip\":\"\(ip)\",\"status\":\"\(status)\",\"reason\":\"\(reason)\"," + nulls
      + "\"source\":\(source),\"looked_up_at\":\(time)}\n"
  }
}
