import Testing

@testable import IPGeoRecords

struct LogPrefixTests {
  /// What syslog, journald and containers put before a line, so that its start is known.
  static let tagged = [
    "Jan  1 00:00:00 web1 nginx: ", "Jan 11 00:00:00 10.0.0.9 nginx[123]: ",
    "<190>Jan  1 00:00:00 web1 nginx: ", "<190>Jan  1 00:00:00 nginx: ", "<6>nginx: ",
    "Jan  1 2026 00:00:00 2001:db8::7 httpd[1]: ", "Jan  1 00:00:00.123 web1 nginx: ",
    "<34>1 2026-01-01T00:00:00Z host app 123 ID - ",
    "<34>1 2026-01-01T00:00:00.123Z 1.1.1.1 app - - - \u{feff}",
    #"<34>1 2026-01-01T00:00:00Z host app 123 ID [a@1 k="v]\"] x" b="[01/Jan/2026"][b@2 c="d"] "#,
    "2026-01-01T00:00:00.123456+00:00 web1 nginx: ", "2026-01-01T00:00:00+0000 1.1.1.1 nginx[1]: ",
    "Thu 2026-01-01 00:00:00 UTC web1 nginx[1]: ", "1735689600.123456 web1 nginx[1]: ",
    "[   12.345678] web1 nginx[1]: ",
    "web-1  | ", "web-1  | 2026-01-01T00:00:00.123Z ", "[pod/nginx-abc/nginx] ",
    "2026-01-01T00:00:00.123456789Z stdout F ", "2026-01-01T00:00:00.123456789+01:00 stderr P ",
    "2026-01-01T00:00:00.123456789Z ", "2026-01-01 00:00:00 ", "2026-01-01 00:00:00,123 ",
    "2026-01-01T00:00:00Z stdout F Jan  1 00:00:00 web1 nginx: ",
  ]

  static let untagged: [(String, String)] = [
    ("Jan  1 00:00:00 web1 8.8.8.8 - -", "8.8.8.8"),
    ("Jan  1 00:00:00 10.0.0.9 8.8.8.8 - -", "8.8.8.8"),
    ("Jan  1 00:00:00 8.8.8.8 - -", "8.8.8.8"),
    ("Jan  1 00:00:00 web1 - - -", "no-address"),
    ("2026-01-01T00:00:00Z web1 8.8.8.8 - -", "8.8.8.8"),
    ("2026-01-01T00:00:00Z web1 nginx 8.8.8.8 - -", "8.8.8.8"),
    // An address that ends in a colon is no tag.
    ("2026-01-01T00:00:00Z 2001:db8:: - -", "2001:db8::"),
    ("Jan  1 00:00:00 web1 2001:db8:: - -", "2001:db8::"),
    (#"Jan  1 00:00:00 web1 nginx: "8.8.8.8" -"#, "8.8.8.8"),
  ]

  @Test(arguments: untagged)
  func `a host without a tag is no client`(_ head: String, _ word: String) throws {
    #expect(try readLog("\(head) \(combinedRest)\n").words == [word])
  }

  @Test func `what a user is called is no prefix`() throws {
    for user in ["Jan  1 00:00:00 web1 nginx: 1.1.1.1 - -", "x | 1.1.1.1", "<1>1 1.1.1.1"] {
      #expect(try readLog("8.8.8.8 - \(user) \(combinedRest)\n").words == ["8.8.8.8"])
    }
  }
}

/// Lines of servers that write no date in brackets behind the client.
struct FixedLogLineTests {
  static let lines: [(String, String, String)] = [
    (
      "1735689600.123    345 8.8.8.8 TCP_MISS/200 1234 GET http://1.1.1.1/ - HIER_DIRECT/1.1.1.1 text/html",
      "8.8.8.8", "Squid"
    ),
    ("1735689600.123      0 - NONE_NONE/400 0 - error:x - HIER_NONE/- -", "no-address", "Squid"),
    (
      "http 2026-01-01T00:00:00.186641Z app/lb/50 8.8.8.8:2817 10.0.0.1:80 0.000 0.001 0.000 200 200",
      "8.8.8.8", "load balancer"
    ),
    (
      "h2 2026-01-01T00:00:00.186641Z app/lb/50 [2001:4860:4860::8888]:2817 - -1 -1 -1 400 -",
      "2001:4860:4860::8888", "load balancer"
    ),
    (
      "2026-01-01T00:00:00.213958Z my-lb 8.8.8.8:2817 10.0.0.1:80 0.000073 0.001048 0.000057 200 200",
      "8.8.8.8", "load balancer"
    ),
    (
      "79a59df900b949e55d96a1e698fbacedfd6e09d98eacf8f8d5218e7cd47ef2be bucket [06/Feb/2026:00:00:38 +0000] 8.8.8.8 - 3E57427F3EXAMPLE REST.GET",
      "8.8.8.8", "object store"
    ),
    (
      "8.8.8.8:52817 [01/Jan/2026:00:00:00.123] front back/srv 0/0/1/2/3 200 750", "8.8.8.8",
      "client before date"
    ),
    (
      "Jan  1 00:00:00 lb haproxy[12]: 8.8.8.8:52817 [01/Jan/2026:00:00:00.123] front back/srv",
      "8.8.8.8", "syslog"
    ),
    (
      "Jan  1 00:00:00 px squid[9]: 1735689600.123    345 8.8.8.8 TCP_MISS/200 1234 GET http://x/",
      "8.8.8.8", "Squid"
    ),
  ]

  @Test(arguments: lines)
  func `are known`(_ line: String, _ word: String, _ detail: String) throws {
    let result = try read(line + "\n")
    #expect(result.words == [word])
    #expect(result.dialect?.description == "log (\(detail))")
  }

  @Test(arguments: [
    "1735689600.123 345 8.8.8.8 x 1234", "1735689600.123 x 8.8.8.8 TCP_MISS/200 1",
    "http 2026-01-01T00:00:00.1Z app 8.8.8.8 10.0.0.1:80 0.1", "http 2026-01-01T00:00:00.1Z app",
    "2026-01-01T00:00:00.1Z lb 8.8.8.8:2817 x 0.1",
  ])
  func `what only looks like one is none`(_ line: String) throws {
    #expect(try readLog(line + "\n").words == ["no-address"])
    #expect(try read(line + "\n").dialect?.format != .log)
  }
}
