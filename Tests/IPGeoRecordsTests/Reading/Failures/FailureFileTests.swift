import Testing

@testable import IPGeoRecords

struct FailureFileTests {
  /// A line as `FailureRecord` writes it, but for the members that nobody reads.
  private func line(
    _ ip: String = #""8.8.8.8""#, text: String = #""8.8.8.8""#, status: String = #""failed""#,
    retryable: String = "true", records: String = "1"
  ) -> String {
    #"{"ip":\#(ip),"text":\#(text),"status":\#(status),"reason":"timeout","message":"late","#
      + #""retryable":\#(retryable),"attempts":4,"http_status":null,"records":\#(records),"#
      + #""file":"a.txt","line":3,"at":"2026-11-30T02:03:04Z"}"#
  }

  private func read(_ lines: String...) throws -> ReadResult {
    try IPGeoRecordsTests.read(Array(lines.joined(separator: "\n").utf8), format: .failures)
  }

  @Test func `what is retryable is a record, the rest is passed over and counted`() throws {
    let result = try read(
      line(), line(retryable: "false"), "", line("null", text: #""x""#, status: #""invalid""#),
      line("null", status: #""invalid""#, retryable: "false"), "  \t",
      line(#""2001:4860:4860::8888""#, text: #""2001:4860:4860:0::8888""#, records: "12"), "")
    #expect(result.words == ["8.8.8.8", "2001:4860:4860::8888"])
    #expect(result.records.map(\.spelling) == ["8.8.8.8", "2001:4860:4860:0::8888"])
    #expect(result.records.map(\.hits) == [1, 12])
    #expect(result.records.map(\.line) == [1, 7])
    #expect(result.notRetryable == 3)
    #expect(result.blankLines == 2)
    #expect(result.dialect?.description == "failures")
  }

  @Test func `an invalid record is passed over even where it says that it is retryable`() throws {
    let result = try read(line(status: #""invalid""#))
    #expect(result.records.isEmpty)
    #expect(result.notRetryable == 1)
  }

  @Test(arguments: [
    ("1.1.1.1", "8.8.8.8"), ("", "8.8.8.8"), ("no address", "8.8.8.8"),
    ("::ffff:8.8.8.8", "::ffff:8.8.8.8"), ("8.8.8.8%eth0", "8.8.8.8"), ("[8.8.8.8]", "8.8.8.8"),
  ])
  func `the row's spelling is the text if that reads as the address`(
    text: String, spelling: String
  ) throws {
    let result = try read(line(text: "\"\(text)\""))
    #expect(result.words == ["8.8.8.8"])
    #expect(result.records.map(\.spelling) == [spelling])
  }

  @Test func `a port in the text is kept`() throws {
    let result = try read(line(text: #""8.8.8.8:53""#))
    #expect(result.records.map(\.spelling) == ["8.8.8.8"])
    #expect(result.records.map(\.port) == [53])
  }

  @Test func `escapes are read in addresses, texts and names`() throws {
    let escaped = #"{"\u0069p":"8\u002e8.8.8","text":"::ffff\u003a8.8.8.8","status":"\u0066ailed","#
    let result = try read(
      escaped + #""retryable":true}"#,
      line(#""9\u002E9.9.9""#, text: #""\"caf\u00e9\"""#),
      line(#""1.1.1.1""#, text: #""\"1.1.1.1\"""#),
      line(status: #""invali\u0064""#), line(#""caf\u00e9 ""#))
    #expect(result.words == ["8.8.8.8", "9.9.9.9", "1.1.1.1", "not-an-address"])
    #expect(
      result.records.map(\.spelling) == ["::ffff:8.8.8.8", "9.9.9.9", "1.1.1.1", "café "])
    #expect(result.records[2].text == #""1.1.1.1""#)
    #expect(result.notRetryable == 1)
  }

  @Test(
    arguments: [
      ("0", 1), ("-4", 1), ("1.5", 1), ("null", 1), (#""7""#, 1), ("[2,[3]]", 1), (#"{"a":2}"#, 1),
      ("7", 7), ("7.0", 7), ("1e2", 100), ("9223372036854775807", 9_223_372_036_854_775_807),
      ("9223372036854775808", .max), ("1e300", .max), ("1e999", 1), ("-1e300", 1),
    ] as [(String, UInt64)])
  func `a count that is none is one, and none wraps`(text: String, count: UInt64) throws {
    let result = try read(line(records: text), line())
    #expect(result.words == ["8.8.8.8", "8.8.8.8"])
    #expect(result.records.map(\.hits) == [count, 1])
  }

  @Test func `the count may be missing, and stands for an invalid address too`() throws {
    let bare = #"{"ip":"8.8.8.8","text":"8.8.8.8","status":"failed","retryable":true}"#
    let result = try read(bare, line(#""example.com""#, records: "3"))
    #expect(result.words == ["8.8.8.8", "hostname"])
    #expect(result.records.map(\.hits) == [1, 3])
    #expect(result.records[1].text == "example.com")
  }

  @Test(arguments: [
    ("8.8.8.8", "invalid-json"), ("ip,status,reason", "invalid-json"), ("12", "wrong-type"),
    ("[]", "wrong-type"), (#"[{"ip":1}]"#, "wrong-type"), ("null", "wrong-type"),
    (#""8.8.8.8""#, "wrong-type"), ("{}", "field-missing"), ("{", "invalid-json"),
    ("{} {}", "invalid-json"), ("{}x", "invalid-json"), ("[1", "invalid-json"),
    (#"{"ip":"8.8.8.8","status":"failed","retryable":true}"#, "field-missing"),
    (#"{"ip":"8.8.8.8","text":"8.8.8.8","retryable":true}"#, "field-missing"),
    (#"{"ip":"8.8.8.8","text":"8.8.8.8","status":"failed"}"#, "field-missing"),
    (#"{"text":"8.8.8.8","status":"failed","retryable":true}"#, "field-missing"),
    (#"{"a":{"ip":"8.8.8.8","text":"","status":"failed","retryable":true}}"#, "field-missing"),
  ])
  func `what is no failure record is an invalid record`(text: String, reason: String) throws {
    let result = try read(line(), text, line())
    #expect(result.words == ["8.8.8.8", reason, "8.8.8.8"])
    #expect(result.records.map(\.text)[1] == text)
    #expect(result.records.map(\.line) == [1, 2, 3])
    #expect(result.notRetryable == 0)
  }

  @Test func `each value has its type`() throws {
    let result = try read(
      line("8"), line("[]"), line(text: "null"), line(status: "true"), line(retryable: "1"),
      line(retryable: "null"), line(retryable: #""true""#), line("{}", status: #""invalid""#))
    #expect(result.words == [String](repeating: "wrong-type", count: 8))
  }

  @Test(arguments: [
    ("null", "field-missing"), (#""""#, "empty"), (#""8.8.8.8:53""#, "not-an-address"),
    (#"" 8.8.8.8""#, "not-an-address"), (#""fe80::1%eth0""#, "not-an-address"),
    (#""10.0.0.0/8""#, "network"), (#""010.8.8.8""#, "leading-zero"),
  ])
  func `what is to be asked is an address, plainly written`(ip: String, reason: String) throws {
    #expect(try read(line(ip)).words == [reason])
  }

  @Test func `of members that come twice the later one counts`() throws {
    let twice = #"{"ip":7,"retryable":false,"status":"invalid","records":5,"records":"x","#
    let result = try read(twice + line().dropFirst(), line().dropLast() + #","ip":"9.9.9.9"}"#)
    #expect(result.words == ["8.8.8.8", "9.9.9.9"])
    #expect(result.records.map(\.spelling) == ["8.8.8.8", "9.9.9.9"])
    #expect(result.records.map(\.hits) == [1, 1])
  }

  @Test func `order, blanks and further members do not matter`() throws {
    let result = try read(
      "\u{a0} { \"x\" : [ { \"ip\" : 1 } ] , \"retryable\" : true , \"text\":\"8.8.8.8\" ,"
        + " \"status\":\"failed\", \"ip\" :\t\"8.8.8.8\", \"y\": {} } \u{200b}")
    #expect(result.words == ["8.8.8.8"])
  }

  @Test func `only a last line without an end is cut short`() throws {
    let whole = line()
    for length in 1..<whole.utf8.count {
      let start = String(whole.prefix(length))
      #expect(try read(whole, start).words == ["8.8.8.8", "truncated-record"], "\(start)")
      #expect(try read(whole, start, "").words == ["8.8.8.8", "invalid-json"], "\(start)")
    }
    #expect(try read(whole).words == ["8.8.8.8"])
  }

  @Test func `invalid UTF-8 is told`() throws {
    let start = Array(#"{"ip":"8.8.8.8","text":""#.utf8)
    let result = try IPGeoRecordsTests.read(start + [0xe9] + Array("\"}\n".utf8), format: .failures)
    #expect(result.words == ["invalid-utf8"])
  }

  @Test func `a depth beyond all limits is one invalid record`() throws {
    let deep = String(repeating: "[", count: 100_000)
    let result = try read(#"{"x":"# + deep, deep, line())
    #expect(result.words == ["invalid-json", "invalid-json", "8.8.8.8"])
  }

  @Test func `a line that is too long is one record`() throws {
    let long = line(text: "\"\(String(repeating: "x", count: 4000))\"")
    for text in [long + "\n" + line(), String(repeating: "\0", count: 5000) + line() + "\n" + long]
    {
      let result = try IPGeoRecordsTests.read(
        Array(text.utf8), format: .failures, maximumLine: 2000)
      #expect(result.words.sorted() == ["8.8.8.8", "line-too-long"])
      #expect(result.notRetryable == 0)
    }
  }

  @Test func `a byte order mark, UTF-16 and each line end are read`() throws {
    for end in ["\n", "\r\n", "\r"] {
      let text = "\u{feff}" + [line(), line(retryable: "false"), "", line()].joined(separator: end)
      for bytes in [
        Array(text.utf8), utf16(text, isBigEndian: true), utf16(text, isBigEndian: false),
        utf16(String(text.dropFirst()), isBigEndian: false),
      ] {
        let result = try IPGeoRecordsTests.read(bytes, format: .failures)
        #expect(result.words == ["8.8.8.8", "8.8.8.8"])
        #expect(result.records.map(\.line) == [1, 4])
        #expect(result.notRetryable == 1)
      }
    }
  }

  @Test func `a failures file is never found by itself`() throws {
    let result = try IPGeoRecordsTests.read(Array((line() + "\n").utf8))
    #expect(result.dialect?.format == .jsonl)
  }
}
