import IPGeoAddresses
import IPGeoCore
import Testing

@testable import IPGeoAPI

@Suite struct ReplyReadingTests {
  private let reading = ReplyReading(wording: PlainText(key: nil))
  private let asked = [ip("8.8.8.8"), ip("1.1.1.1"), ip("9.9.9.9")]

  private func batch(_ body: String) throws -> ReplyReading.Answers {
    try reading.batch(Array(body.utf8), asked: asked)
  }

  private func cities(_ answers: ReplyReading.Answers) -> [String?] {
    answers.outcomes.map { outcome in
      if case .located(let location)? = outcome { location.city } else { nil }
    }
  }

  /// The outcome of one element about 8.8.8.8 with these members.
  private func one(_ members: String, status: String = #""status":"success""#) throws
    -> ElementOutcome?
  {
    let body = "[{\(status),\(members)\(members.isEmpty ? "" : ",")\"query\":\"8.8.8.8\"}]"
    return try batch(body).outcomes[0]
  }

  @Test func `a whole element is read into every column`() throws {
    let outcome = try batch("[\(element("8.8.8.8", "Ashburn"))]").outcomes[0]
    guard case .located(let location)? = outcome else {
      Issue.record("not located")
      return
    }
    var expected = Location()
    expected.continent = "North America"
    expected.continentCode = "NA"
    expected.country = "United States"
    expected.countryCode = "US"
    expected.region = "Virginia"
    expected.regionCode = "VA"
    expected.city = "Ashburn"
    expected.zip = "20149"
    expected.latitude = 39.03
    expected.longitude = -77.5
    expected.timezone = "America/New_York"
    expected.utcOffset = -14400
    expected.currency = "USD"
    expected.isp = "Google LLC"
    expected.organization = "Google Public DNS"
    expected.asn = 15169
    expected.asOrganization = "Google LLC"
    expected.asName = "GOOGLE"
    expected.isMobile = false
    expected.isProxy = false
    expected.isHosting = true
    #expect(location == expected)
  }

  @Test func `elements are matched by query in any order`() throws {
    let reversed =
      "[\(element("9.9.9.9", "c")),\(element("1.1.1.1", "b")),\(element("8.8.8.8", "a"))]"
    #expect(cities(try batch(reversed)) == ["a", "b", "c"])
    let middle = "[\(element("8.8.8.8", "a")),\(element("9.9.9.9", "c"))]"
    #expect(cities(try batch(middle)) == ["a", nil, "c"])
  }

  @Test func `what is no element about an asked address is no answer`() throws {
    let strange = #"[null,1,"x",true,[{"query":"1.1.1.1"}],{},\#(element("9.9.9.9", "c"))]"#
    let answers = try batch(strange)
    #expect(cities(answers) == [nil, nil, "c"])
    #expect(answers.outcomes[1] == nil)
    #expect(!answers.hasExtra)
    let withoutQuery = element("8.8.8.8").replacing("\"query\"", with: "\"quarry\"")
    #expect(try batch("[\(withoutQuery)]").outcomes == [nil, nil, nil])
    #expect(try batch("[]").outcomes == [nil, nil, nil])
  }

  @Test func `duplicates and unasked addresses are ignored and noticed`() throws {
    let twice = try batch("[\(element("8.8.8.8", "a")),\(element("8.8.8.8", "b"))]")
    #expect(cities(twice) == ["a", nil, nil])
    #expect(twice.hasExtra)
    let extra = try batch("[\(element("8.8.8.8", "a")),\(element("4.4.4.4", "x"))]")
    #expect(cities(extra) == ["a", nil, nil])
    #expect(extra.hasExtra)
  }

  @Test(arguments: [
    "::ffff:8.8.8.8", "0:0:0:0:0:FFFF:808:808", #"8\u002e8.8.8"#,
  ])
  func `query is compared as an address`(query: String) throws {
    #expect(cities(try batch("[\(element(query, "a"))]")) == ["a", nil, nil])
  }

  @Test(arguments: [
    #"{"status":"fail"}"#, "{}", #""text""#, "12", "null", "true",
  ])
  func `JSON that is no array is a bad body`(body: String) {
    #expect(throws: BadBody(what: "JSON, but no array")) { try batch(body) }
  }

  @Test(arguments: [
    "<html><body>Sign in</body></html>", "R", "[", "[{", "]", "[1,]", "[{\"a\":1}", "\u{0}", "[] x",
    "warn[{\"status\":\"success\",\"query\":\"8.8.8.8\"}]", "\u{FEFF}[]",
  ])
  func `what is no JSON is a bad body`(body: String) {
    #expect(throws: BadBody(what: "no JSON")) { try batch(body) }
  }

  @Test func `an empty body is nothing`() {
    #expect(throws: BadBody(what: "nothing")) { try batch("") }
  }

  @Test func `half a reply answers nothing, not even its whole elements`() {
    let whole = "[\(element("8.8.8.8")),\(element("1.1.1.1"))]"
    for length in stride(from: 1, to: whole.utf8.count - 1, by: 7) {
      let half = Array(whole.utf8.prefix(length))
      #expect(throws: BadBody.self) { try reading.batch(half, asked: asked) }
    }
  }

  @Test func `deep nesting is refused, not followed`() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: BadBody.self) { try batch(deep) }
  }

  @Test func `empty text and null are absent`() throws {
    let outcome = try one(#""city":"","zip":null,"lat":null,"lon":"","mobile":null,"country":"X""#)
    var expected = Location()
    expected.country = "X"
    #expect(outcome == .located(expected))
  }

  @Test func `a success that says nothing is no data`() throws {
    #expect(try one("") == .unknown(.noData))
    #expect(try one(#""city":"","as":"","mobile":false,"offset":0"#) == .unknown(.noData))
  }

  @Test func `zero is a value`() throws {
    var expected = Location()
    expected.latitude = 0
    expected.longitude = 0
    expected.utcOffset = 0
    #expect(try one(#""lat":0,"lon":-0.0,"offset":0"#) == .located(expected))
    let outcome = try one(#""lat":0,"lon":-0.0"#)
    guard case .located(let location)? = outcome else {
      Issue.record("not located")
      return
    }
    #expect(location.longitude?.sign == .plus)
  }

  @Test func `coordinates may come as texts, as they once did`() throws {
    var expected = Location()
    expected.latitude = 52.5
    expected.longitude = -13
    #expect(try one(#""lat":"52.5","lon":"-13""#) == .located(expected))
  }

  @Test(arguments: [
    #""lat":91"#, #""lat":-90.001"#, #""lon":180.5"#, #""lat":"abc""#, #""lat":"0x10""#,
    #""lat":"nan""#, #""lat":" 1""#, #""lat":1e999"#, #""lat":true"#, #""lat":[1]"#,
    #""city":5"#, #""city":true"#, #""city":{"a":1}"#, #""zip":20149"#, #""as":15169"#,
    #""offset":"3600""#, #""offset":1.5"#, #""offset":99999999"#, #""offset":1e30"#,
    #""mobile":"false""#, #""hosting":0"#, #""proxy":[]"#, #""city":"a","city":"b""#,
    #""status":"success""#, #""message":1"#,
  ])
  func `an ill-typed or unlikely member spoils its element alone`(members: String) throws {
    let body = """
      [{"status":"success",\(members),"query":"8.8.8.8"},\(element("1.1.1.1", "b"))]
      """
    let answers = try batch(body)
    guard case .bad(let message)? = answers.outcomes[0] else {
      Issue.record("\(String(describing: answers.outcomes[0]))")
      return
    }
    #expect(message.hasPrefix("the answer is not usable: "))
    #expect(cities(answers)[1] == "b")
  }

  @Test func `a text beyond the cap is junk`() throws {
    let long = String(repeating: "x", count: 1025)
    #expect(try one("\"city\":\"\(long)\"") == .bad("the answer is not usable: city is too long"))
    #expect(try one("\"city\":\"\(long.dropLast())\"") != nil)
  }

  @Test(arguments: [#""status":"ok""#, #""status":1"#, #""status":null"#, #""x":1"#])
  func `without a status there is no answer to believe`(status: String) throws {
    let outcome = try one(#""city":"a""#, status: status)
    guard case .bad? = outcome else {
      Issue.record("\(String(describing: outcome))")
      return
    }
  }

  @Test func `the service's failures are told apart`() throws {
    let fail = #""status":"fail""#
    #expect(try one(#""message":"private range""#, status: fail) == .unknown(.serviceReserved))
    #expect(try one(#""message":"reserved range""#, status: fail) == .unknown(.serviceReserved))
    #expect(
      try one(#""message":"invalid query""#, status: fail)
        == .bad("the service says \"invalid query\""))
    #expect(
      try one(#""message":"quota\n\u001b[2J""#, status: fail)
        == .bad(#"the service says "quota\n\x1b[2J""#))
    #expect(try one("", status: fail) == .bad("the service says that it failed, and not why"))
  }

  @Test func `escapes, unknown members and any key order are fine`() throws {
    let outcome = try one(
      #""c\u0069ty":"S\u00e3o \"P\"","isp":"AT\u0026T","accuracy":[1,{"a":[]}],"x":null"#)
    var expected = Location()
    expected.city = "São \"P\""
    expected.isp = "AT&T"
    #expect(outcome == .located(expected))
    let first = #"[{"query":"8.8.8.8","city":"a","status":"success"}]"#
    #expect(cities(try batch(first)) == ["a", nil, nil])
  }

  @Test func `two queries in one element answer nobody else`() throws {
    let body = #"[{"status":"success","city":"a","query":"8.8.8.8","query":"1.1.1.1"}]"#
    let answers = try batch(body)
    #expect(cities(answers) == [nil, nil, nil])
  }

  @Test func `a look-up's reply is an object about its address`() throws {
    let address = ip("8.8.8.8")
    let good = try reading.single(Array(element("8.8.8.8", "a").utf8), asked: address)
    #expect(cities(good) == ["a"])
    let other = try reading.single(Array(element("1.1.1.1", "a").utf8), asked: address)
    #expect(other.outcomes == [nil])
    #expect(other.hasExtra)
    #expect(try reading.single(Array("{}".utf8), asked: address).outcomes == [nil])
    #expect(throws: BadBody(what: "JSON, but no object")) {
      try reading.single(Array("[]".utf8), asked: address)
    }
    #expect(throws: BadBody(what: "no JSON")) {
      try reading.single(Array((element("8.8.8.8") + "x").utf8), asked: address)
    }
  }

  @Test func `no byte string crashes it`() {
    var generator = SplitMix(seed: 7)
    let seed = Array("[\(element("8.8.8.8")),{\"status\":\"fail\",\"query\":\"1.1.1.1\"}]".utf8)
    for _ in 0..<3000 {
      var bytes = seed
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let at = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[at] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: at)
        default: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: at)
        }
      }
      _ = try? reading.batch(bytes, asked: asked)
      _ = try? reading.single(bytes, asked: asked[0])
    }
  }
}
