import Foundation
import IPGeoAPI
import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore
import IPGeoMaps
import IPGeoRecords
import Testing

@testable import IPGeoCommand

/// Rows for programs, judged by other readers than our own.
@Suite struct LookupRowsTests {
  private func text(
    _ results: [LookupResult], _ format: LookupFormat, _ fields: [Field] = Field.defaults
  ) -> String {
    var out = ByteBuffer()
    LookupRows.append(results, as: format, fields: fields, source: "ip-api", to: &out)
    return String(decoding: out.bytes, as: UTF8.self)
  }

  private static let mixed = [
    lookedUp("8.8.8.8"), lookedUp("192.168.1.1"), lookedUp("x \"y\", z"),
    lookedUp("9.9.9.9", .failed(Failure(.timeout, message: "late"))),
    lookedUp("1.1.1.1", .unknown(.noData)),
  ]

  @Test func `json is an object for one, and a list for more or none`() throws {
    let one = try JSONSerialization.jsonObject(with: Data(text([lookedUp("8.8.8.8")], .json).utf8))
    let object = try #require(one as? [String: Any])
    #expect(object["city"] as? String == "Ashburn" && object["asn"] as? Int == 15169)
    #expect(object["looked_up_at"] as? String == "2026-08-01T16:00:00Z")
    #expect(text([], .json) == "[]\n")
    let many = try JSONSerialization.jsonObject(with: Data(text(Self.mixed, .json).utf8))
    let list = try #require(many as? [[String: Any]])
    #expect(
      list.map(verdict) == [
        "located", "special/private-use", "invalid/not-an-address", "failed/timeout",
        "unknown/no-data",
      ])
    #expect(list[2]["ip"] as? String == "x \"y\", z")
  }

  @Test func `every key stands in every row, in the same order`() {
    let lines = text(Self.mixed, .jsonl).split(separator: "\n")
    #expect(lines.count == 5)
    for line in lines { #expect(orderedKeys(line) == Field.defaults.map(\.name)) }
  }

  @Test func `csv has a header, and cells that others read`() throws {
    let table = try Table(csv: text(Self.mixed, .csv))
    #expect(table.header == Field.defaults.map(\.name))
    #expect(table["ip"] == ["8.8.8.8", "192.168.1.1", "x \"y\", z", "9.9.9.9", "1.1.1.1"])
    #expect(table["country"] == ["United States", "", "", "", ""])
  }

  @Test func `value is bare: a line for each, a tab between two, nothing for what is not known`() {
    #expect(text(Self.mixed, .value, [.countryCode]) == "US\n\n\n\n\n")
    #expect(text([lookedUp("8.8.8.8")], .value, [.city, .zip, .latitude]) == "Ashburn\t\t39.03\n")
    var hostile = ashburn
    hostile.city = "a\tb\nc\u{1B}"
    let line = text([lookedUp("8.8.8.8", .located(hostile))], .value, [.city, .countryCode])
    #expect(line == "a\\tb\\nc\\x1B\tUS\n")
  }

  @Test func `further columns say the port, the line and the word itself`() throws {
    var result = lookedUp("[2606:4700:4700::1111]:53")
    result.item.line = 7
    let line = text([result], .jsonl, [.ip, .address, .port, .line, .record])
    let object = try #require(try jsonLines(line).first)
    #expect(object["port"] as? Int == 53 && object["line"] as? Int == 7)
    #expect(object["record"] as? String == "[2606:4700:4700::1111]:53")
    #expect(object["ip"] as? String == "2606:4700:4700::1111")
  }

  @Test func `one's own address that could not be asked for is a row without one`() throws {
    var result = lookedUp("x")
    result.item = .own
    result.verdict = .outcome(.failed(Failure(.unreachable, message: "away")))
    let object = try #require(try jsonLines(text([result], .jsonl)).first)
    #expect(verdict(object) == "failed/unreachable" && object["ip"] is NSNull)
  }
}

/// The share of the limit, the picture, and other small decisions.
@Suite struct LookupDecisionTests {
  @Test func `up to five take single look-ups alone, and all of them`() {
    for count in 1...5 {
      var configuration = IPAPIProvider.Configuration()
      LookupShare(addresses: count).apply(to: &configuration)
      #expect(!configuration.usesBatches && !configuration.leavesSingleLookUps)
    }
    var configuration = IPAPIProvider.Configuration()
    LookupShare(addresses: 6).apply(to: &configuration)
    #expect(configuration.usesBatches && configuration.leavesSingleLookUps)
  }

  @Test func `markers are for what has a position, named by place or address`() {
    var nowhere = ashburn
    nowhere.latitude = nil
    let results = [
      lookedUp("8.8.8.8"), lookedUp("8.8.4.4"), lookedUp("10.0.0.1"),
      lookedUp("9.9.9.9", .located(nowhere)), lookedUp("x"),
    ]
    let places = LookupPicture.picture(results, namesAddresses: false)
    #expect(places.markers.map(\.label) == ["Ashburn, United States"])
    let named = LookupPicture.picture(results, namesAddresses: true)
    #expect(
      named.markers.map(\.label) == [
        "8.8.8.8: Ashburn, United States", "8.8.4.4: Ashburn, United States",
      ])
  }

  @Test func `the line says what is fetched, and for how long the limit makes it wait`() {
    let address = IPAddress("8.8.8.8")
    #expect(FetchingLine.words([address]) == "8.8.8.8")
    #expect(FetchingLine.words([nil]) == "your own address")
    #expect(FetchingLine.words([nil, address]) == "2 addresses")
    #expect(FetchingLine.text("8.8.8.8", ellipsis: "…", wait: nil) == "Fetching 8.8.8.8 …")
    #expect(
      FetchingLine.text("8.8.8.8", ellipsis: "...", wait: 41_000_000_000)
        == "Fetching 8.8.8.8 ... next request in 41 s")
  }

  @Test(arguments: [
    ("x", "'x' is not an IP address; write it as 192.0.2.1 or 2001:db8::1"),
    (
      "dns.google",
      "'dns.google' is a host name, not an address; give its address, or add --resolve"
    ),
  ])
  func `what is no address says so plainly`(word: String, text: String) {
    #expect(LookupWords.text(lookedUp(word)) == text)
  }

  @Test(arguments: [
    (Reason.unreachable, "the service cannot be reached: m"),
    (.timeout, "the service cannot be reached: m"),
    (.rateLimited, "the service's limit is used up: m"),
    (.refused, "the service refuses: m"), (.badResponse, "the service gave no usable answer: m"),
    (.notKnown, "no answer is kept: m"),
  ])
  func `what failed says why`(reason: Reason, text: String) {
    let result = lookedUp("8.8.8.8", .failed(Failure(reason, message: "m")))
    #expect(LookupWords.text(result) == text)
  }

  @Test(arguments: [
    (Reason.refused, "the service refuses (403)"),
    (.badResponse, "the answer is not usable: lat is 95"),
  ])
  func `what the message says is not said twice`(reason: Reason, message: String) {
    let result = lookedUp("8.8.8.8", .failed(Failure(reason, message: message)))
    #expect(LookupWords.text(result) == message)
  }

  @Test func `the options that batch has, too, are its own`() throws {
    let names = LookupTable.table.facts.map(\.name)
    #expect(Set(names).count == names.count)
    for name in [
      "fields", "lang", "api-url", "batch-rate", "single-rate", "timeout", "retries", "database",
      "fallback", "offline",
      "limit-file", "cache", "no-cache", "refresh", "cache-only", "max-age", "stale-ok", "color",
      "quiet", "verbose", "help", "version",
    ] {
      let facts = try #require(LookupTable.table.option(named: name)?.facts, "\(name)")
      let batch = try #require(BatchTable.table.option(named: name)?.facts, "\(name)")
      #expect(facts.short == batch.short && facts.placeholder == batch.placeholder)
      #expect(facts.completion == batch.completion && facts.group == batch.group)
    }
    let words = [
      "lookup", "8.8.8.8", "--retries=1", "-qv", "--no-cache", "-f", "ip", "--lang", "de",
    ]
    guard case .lookup(let raw) = try Invocation.parse(words) else {
      Issue.record("no look-up")
      return
    }
    let options = try LookupOptions(raw, environment: ["IPGEO_API_URL": "http://127.0.0.1:8"])
    #expect(options.addresses == ["8.8.8.8"] && options.fields == "ip")
    #expect(options.base.asking.retries == 1 && options.base.asking.language == .de)
    #expect(options.base.asking.address.description == "http://127.0.0.1:8")
    #expect(options.base.verbosity == .verbose && !options.base.known.isUsed)
  }

  @Test(arguments: [("m.html", "html"), ("a/b.SVG", "svg"), ("x.y.geojson", "geojson")])
  func `a map's kind follows from its name`(path: String, kind: String) throws {
    guard case .lookup(let raw) = try Invocation.parse(["lookup", "8.8.8.8", "--map", path]) else {
      Issue.record("no look-up")
      return
    }
    #expect(try LookupOptions(raw, environment: [:]).map?.format.rawValue == kind)
  }
}
