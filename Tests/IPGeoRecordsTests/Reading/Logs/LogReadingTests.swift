import Testing

@testable import IPGeoRecords

/// The rest of a line of a combined log, from the date on.
let combinedRest = #"[01/Jan/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 5 "-" "-""#

/// Reads text as a log.
func readLog(_ text: String, field: String? = nil, maximumLine: Int = 1 << 20) throws -> ReadResult
{
  try read(Array(text.utf8), format: .log, maximumLine: maximumLine, field: field)
}

struct LogReadingTests {
  /// Heads of lines, what stands before the date, and what is found in them.
  static let heads: [(String, String, String)] = [
    ("8.8.8.8 - -", "8.8.8.8", "8.8.8.8"),
    ("8.8.8.8 - frank", "8.8.8.8", "8.8.8.8"),
    ("8.8.8.8 - John Q. Public", "8.8.8.8", "8.8.8.8"),
    ("8.8.8.8 - x: 1.1.1.1", "8.8.8.8", "8.8.8.8"),
    ("8.8.8.8", "8.8.8.8", "8.8.8.8"),
    ("  8.8.8.8\t-\t-", "8.8.8.8", "8.8.8.8"),
    ("8.8.8.8:443 - -", "8.8.8.8", "8.8.8.8:443"),
    ("[2001:4860:4860::8888]:443 - -", "2001:4860:4860::8888", "[2001:4860:4860::8888]:443"),
    ("2001:4860:4860::8888 - -", "2001:4860:4860::8888", "2001:4860:4860::8888"),
    (
      "2001:4860:4860:0000:0000:0000:0000:8888 - -", "2001:4860:4860::8888",
      "2001:4860:4860:0000:0000:0000:0000:8888"
    ),
    ("::1 - -", "::1", "::1"),
    ("fe80::1%eth0 - -", "fe80::1", "fe80::1%eth0"),
    ("::ffff:8.8.8.8 - -", "8.8.8.8", "::ffff:8.8.8.8"),
    (#""8.8.8.8" - -"#, "8.8.8.8", "8.8.8.8"),
    // The host that was asked stands before the client.
    ("www.example.com:80 8.8.8.8 - -", "8.8.8.8", "8.8.8.8"),
    ("www.example.com 8.8.8.8 - -", "8.8.8.8", "8.8.8.8"),
    (#""www.example.com" 8.8.8.8 - -"#, "8.8.8.8", "8.8.8.8"),
    (#""" 8.8.8.8 - -"#, "8.8.8.8", "8.8.8.8"),
    (#""" - -"#, "empty", ""),
    ("localhost 8.8.8.8 -", "8.8.8.8", "8.8.8.8"),
    ("_ 2001:4860:4860::8888 - -", "2001:4860:4860::8888", "2001:4860:4860::8888"),
    ("- 8.8.8.8 - -", "8.8.8.8", "8.8.8.8"),
    ("192.0.2.10:80 8.8.8.8 - -", "8.8.8.8", "8.8.8.8"),
    ("[2001:db8::1]:443 8.8.8.8 - -", "8.8.8.8", "8.8.8.8"),
    ("www.example.com:443 host.example.net - -", "hostname", "host.example.net"),
    ("www.example.com:443 - - -", "no-address", "-"),
    ("web-5d nginx 8.8.8.8 - -", "8.8.8.8", "8.8.8.8"),
    // Hosts and upstreams behind the client.
    ("8.8.8.8 - 10.0.0.7 - -", "8.8.8.8", "8.8.8.8"),
    ("8.8.8.8 10.0.0.7 - -", "8.8.8.8", "8.8.8.8"),
    ("8.8.8.8:52817 10.0.0.7 - -", "8.8.8.8", "8.8.8.8:52817"),
    ("8.8.8.8 www.example.com - -", "8.8.8.8", "8.8.8.8"),
    ("8.8.8.8:80 - 1.1.1.1 -", "8.8.8.8", "8.8.8.8:80"),
    // No address of the client's: no other one is taken.
    ("- - -", "no-address", "-"),
    ("- 8.8.8.8 -", "no-address", "-"),
    ("- - 8.8.8.8", "no-address", "-"),
    ("host.example.net - -", "hostname", "host.example.net"),
    ("host.example.net - 8.8.8.8", "hostname", "host.example.net"),
    ("8.8.8.8.rev.example.net - -", "hostname", "8.8.8.8.rev.example.net"),
    ("localhost - -", "hostname", "localhost"),
    ("256.1.1.1 8.8.8.8 - -", "not-an-address", "256.1.1.1"),
    ("010.8.8.8 8.8.8.8 - -", "leading-zero", "010.8.8.8"),
    ("8.8.8.x 10.0.0.1 - -", "masked", "8.8.8.x"),
    ("10.0.0.0/8 8.8.8.8 - -", "network", "10.0.0.0/8"),
    ("2001:db8::zz 8.8.8.8 - -", "not-an-address", "2001:db8::zz"),
  ]

  @Test(arguments: heads)
  func `the client is found before the date`(_ head: String, _ word: String, _ text: String) throws
  {
    let line = head + " " + combinedRest
    let result = try readLog(line + "\n")
    #expect(result.words == [word])
    #expect(result.records.map(\.text) == [text])
    #expect(result.wholes == [line])
  }

  @Test(arguments: heads)
  func `whatever is put before a line or around it`(
    _ head: String, _ word: String, _ text: String
  ) throws {
    // Some heads and prefixes leave open what is what; those have tests of their own.
    if head.hasPrefix("\"") || head == "8.8.8.8" { return }
    let line = head + " " + combinedRest
    let doubled = line.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"")
    #expect(try readLog("\"\(doubled)\"\n").words == [word])
    for prefix in LogPrefixTests.tagged {
      #expect(try readLog(prefix + line + "\n").words == [word], "\(prefix)")
    }
  }

  @Test(arguments: [
    "01/Jan/2026:00:00:00 +0000", "01/Jan/2026:00:00:00.123 +0000", "2026-01-01T00:00:00+00:00",
    "2026-01-01 00:00:00", "1735689600", "1735689600.123", "1735689600123",
    "Thu Jan 01 00:00:00.123 2026", "Thu Jan  1 00:00:00 2026", "Thu, 01 Jan 2026 00:00:00 GMT",
    "2026/01/01 00:00:00", "01-Jan-2026 00:00:00", "01/01/2026 00:00:00",
  ])
  func `dates in brackets are known`(_ date: String) throws {
    let rest = #"" GET / 200"#
    #expect(try readLog("8.8.8.8 - x y [\(date)] \(rest)\n").words == ["8.8.8.8"])
    #expect(try readLog("www.example.com 8.8.8.8 - - [\(date)] \(rest)\n").words == ["8.8.8.8"])
  }

  @Test(arguments: [
    "8.8.8.8", "8.8.8.8 - - no date", "8.8.8.8 - - [x]", "[01/Jan/2026:00:00:00 +0000] 8.8.8.8",
    "[Thu Jan 01 00:00:00.123 2026] [error] [client 8.8.8.8:52] failed", "8.8.8.8 - - [12345] x",
    "2026/01/01 00:00:00 [error] 7#7: *1 open() failed, client: 8.8.8.8, server: _", "[", "\"",
    "[[[",
    "\"8.8.8.8 - - [01/Jan", "<190>", "<34>1", "<34>1 - - - - - [x", "{\"log\":\"8.8.8.8\"}", "#x",
  ])
  func `a line without a client before a date has no address`(_ line: String) throws {
    let result = try readLog("\(line)\n8.8.8.8 - - \(combinedRest)\n")
    #expect(result.words == ["no-address", "8.8.8.8"] || line.hasPrefix("\"8"))
    #expect(result.records.first?.text == line || line.hasPrefix("\"8"))
  }

  @Test func `other numbers of a line are never taken`() throws {
    let result = try readLog(
      #"- - - [01/Jan/2026:00:00:00 +0000] "GET /v8.8.8.8/ HTTP/1.1" 200 5 "-" "Chrome/1.1.1.1""#)
    #expect(result.words == ["no-address"])
  }

  @Test func `quotes within the quoted parts do not matter`() throws {
    let result = try readLog(
      #"""
      8.8.8.8 - - [01/Jan/2026:00:00:00 +0000] "GET /\"x HTTP/1.1" 200 5 "-" "Tab 10\" Build"
      1.1.1.1 - - [01/Jan/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 5 "a" "b" "c"d"
      9.9.9.9 - x"y [01/Jan/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 5 "a" "b

      """#)
    #expect(result.words == ["8.8.8.8", "1.1.1.1", "9.9.9.9"])
  }

  @Test func `bytes that are no UTF-8 matter in the client's field only`() throws {
    let rest = Array(" - - \(combinedRest)".utf8) + [0xff, 0xfe, 0xe9, 0x0a]
    let result = try read(
      Array("8.8.8.8".utf8) + rest + [0xe9, 0x2e] + rest + Array("::1".utf8) + rest, format: .log)
    #expect(result.words == ["8.8.8.8", "invalid-utf8", "::1"])
  }

  @Test func `ports are kept apart`() throws {
    let result = try readLog("8.8.8.8:443 - - \(combinedRest)\n::1 - - \(combinedRest)\n")
    #expect(result.records.map(\.port) == [443, nil])
    #expect(result.records.map(\.spelling) == ["8.8.8.8", "::1"])
  }

  @Test func `blank lines are no records, and a final line end may be missing`() throws {
    let line = "8.8.8.8 - - \(combinedRest)"
    let result = try readLog("\(line)\r\n\r\n  \t\n\0\0\(line)\n\0\0\n# x\n\(line)")
    #expect(result.words == ["8.8.8.8", "8.8.8.8", "no-address", "8.8.8.8"])
    #expect(result.records.map(\.line) == [1, 4, 6, 7])
    #expect(result.wholes == [line, line, "# x", line])
    #expect(result.blankLines == 3)
    #expect(result.comments == 0)
  }

  @Test func `a line that is too long is one record, and the next line is found`() throws {
    let line = "8.8.8.8 - - \(combinedRest)"
    let long = line + String(repeating: "x", count: 100)
    let result = try readLog("\(long)\n\(line)\n\(long)", maximumLine: 100)
    #expect(result.words == ["line-too-long", "8.8.8.8", "line-too-long"])
    #expect(result.records.map(\.text.utf8.count) == [80, 7, 80])
  }

  @Test func `a head of many words is given up`() throws {
    let words = String(repeating: "- ", count: 1000)
    #expect(try readLog("8.8.8.8 \(words)\(combinedRest)\n").words == ["no-address"])
  }
}
