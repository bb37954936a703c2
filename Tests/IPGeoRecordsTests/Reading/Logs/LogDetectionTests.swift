import Testing

@testable import IPGeoRecords

struct LogDetectionTests {
  static let combined = "8.8.8.8 - - \(combinedRest)\n"
  static let common = "8.8.8.8 - - [01/Jan/2026:00:00:00 +0000] \"GET / HTTP/1.1\" 200 5\n"

  static let logs: [(String, String)] = [
    (combined, "combined"), (common, "common"), (common + combined + combined, "combined"),
    ("www.example.com:80 " + combined, "vhost"),
    ("Jan  1 00:00:00 web1 nginx: " + combined, "syslog"),
    ("web-1  | " + combined, "container"),
    (
      "\"8.8.8.8 - - [01/Jan/2026:00:00:00 +0000] x\"\n",
      "client before date"
    ),
    ("- - - \(combinedRest)\n", "combined"), ("host.example.net - - \(combinedRest)\n", "combined"),
    ("\r\n\n" + combined, "combined"),
    ("broken\nlines\n" + combined + combined + combined, "combined"),
    (combined + combined + "half a li", "combined"),
  ]

  @Test(arguments: logs)
  func `a log is known by its first lines`(_ text: String, _ detail: String) throws {
    let result = try read(text)
    #expect(result.dialect?.description == "log (\(detail))")
    #expect(result.words.contains { $0 != "not-an-address" })
  }

  static let others: [String] = [
    "8.8.8.8\n1.1.1.1\n", "8.8.8.8 # [01/Jan/2026\n1.1.1.1\n", "ip,at\n8.8.8.8,[01/Jan/2026]\n",
    #"{"log":"8.8.8.8 - - [01/Jan/2026:00:00:00 +0000] \"GET / HTTP/1.1\" 200 5"}"# + "\n",
    "[Thu Jan 01 00:00:00.123 2026] [error] [client 8.8.8.8:52] failed\n",
    "2026/01/01 00:00:00 [error] 7#7: *1 open() failed, client: 8.8.8.8, server: _\n",
    "Jan  1 00:00:00 host sshd[1]: Failed password for root from 8.8.8.8 port 22 ssh2\n",
    "app [2026-01-01 00:00:00] INFO from 8.8.8.8\n", combined + "x\ny\n", "", "\n\n",
    "#Version: 1\n8.8.8.8\n",
  ]

  @Test(arguments: others)
  func `what is no log is none`(_ text: String) throws {
    let found = try Array(text.utf8).withUnsafeBytes {
      try LogFinder.recognized(in: $0, isWhole: true, ReadingOptions())
    }
    #expect(found == nil)
  }

  @Test func `a log that was told is one, whatever it looks like`() throws {
    let result = try readLog("8.8.8.8\nx\n")
    #expect(result.words == ["no-address", "no-address"])
    #expect(result.dialect?.description == "log")
  }

  @Test func `a field is taken by its number`() throws {
    let result = try readLog(
      "a \"b c\" 8.8.8.8, x\na b\n\n1 2 3 -\n1\t2\t3  1.1.1.1:80\n", field: "4")
    #expect(result.words == ["8.8.8.8", "field-missing", "no-address", "1.1.1.1"])
    #expect(result.records.map(\.text) == ["8.8.8.8,", "a b", "-", "1.1.1.1:80"])
    #expect(result.dialect?.description == "log (field 4)")
    let known = try read(Array(("1.1.1.1 " + Self.combined).utf8), field: "2")
    #expect(known.words == ["8.8.8.8"])
    #expect(try readLog("8.8.8.8 x\n", field: "9223372036854775807").words == ["field-missing"])
  }

  @Test(arguments: ["0", "99999999999999999999", "client", ""])
  func `a field that no line has is an error`(_ field: String) throws {
    #expect(throws: InputError.layout(.noSuchField(name: field, fields: ["1", "2", "3"]))) {
      try readLog("a b c\nd\n", field: field)
    }
  }
}

struct LogPropertyTests {
  static let clients = [
    "8.8.8.8", "255.255.255.255", "1.1.1.1:443", "::1", "2001:db8::7", "[2001:db8::7]:80",
    "2001:db8:1111:2222:3333:4444:5555:6666", "fe80::1%eth0", "::ffff:9.9.9.9",
  ]
  static let hosts = ["", "www.example.com:80 ", "www.example.com ", "192.0.2.10:8080 "]
  static let users = ["-", "frank", "a b", "1.1.1.1", "\\\"", "x\"", "ü", "8.8.4.4 [x]", "a: b"]
  static let ends = ["\n", "\r\n", "\n\n", "\n\0\0"]

  static func line(_ random: inout Seeded) -> (text: String, client: String) {
    let client = clients.randomElement(using: &random) ?? ""
    let prefix =
      Bool.random(using: &random) ? LogPrefixTests.tagged.randomElement(using: &random) : ""
    let head = (prefix ?? "") + (hosts.randomElement(using: &random) ?? "") + client
    let user = users.randomElement(using: &random) ?? ""
    let end = ends.randomElement(using: &random) ?? ""
    return ("\(head) - \(user) \(combinedRest)\(end)", client)
  }

  @Test func `the client that was put into a line is found in it`() throws {
    var random = Seeded(state: 11)
    for _ in 0..<40 {
      let lines = (0..<50).map { _ in Self.line(&random) }
      let result = try readLog(lines.map(\.text).joined())
      #expect(result.records.map(\.text) == lines.map(\.client))
      #expect(result.records.allSatisfy { $0.word.count > 2 })
    }
  }

  @Test func `however a log comes, its records are the same`() throws {
    var random = Seeded(state: 12)
    let fields = [
      "#Fields: date c-ip\n", "#Fields: c-ip date\n", "# x\n", "1 8.8.8.8\n", "::1 2\n",
    ]
    for round in 0..<60 {
      let count = Int.random(in: 1...12, using: &random)
      let parts = (0..<count).map { _ in
        Int.random(in: 0...3, using: &random) > 0
          ? Self.line(&random).text : fields.randomElement(using: &random) ?? ""
      }
      let input = Array(parts.joined().utf8)
      let whole = try read(input, format: .log, maximumLine: 200)
      var pieces: [[UInt8]] = []
      var rest = input[...]
      let most = round.isMultiple(of: 2) ? 300 : 20
      while !rest.isEmpty {
        let length = Int.random(in: 1...most, using: &random)
        pieces.append(Array(rest.prefix(length)))
        rest = rest.dropFirst(length)
      }
      let size = Int.random(in: 1...400, using: &random)
      var split = try read(pieces, format: .log, maximumLine: 200, chunkSize: size)
      // The first piece may not show yet what the log is called.
      split.dialect = whole.dialect
      #expect(split.isSame(as: whole), "\(parts)")
    }
  }

  @Test func `garbage is read to its end`() throws {
    let parts = [
      "8.8.8.8", " - - ", "[", "]", "\"", "\\", "[01/Jan/2026", "#Fields:", " c-ip", "\t", "\n",
      "\r",
      "<34>1 ", "Jan  1 00:00:00 ", "2026-01-01T00:00:00Z ", "stdout F ", "web | ", "[pod/", ":",
      ",",
      "1735689600.123 ", "TCP_MISS/200", "http ", "\0", "ü", "%25", "%2", "+", "-", " ", "::", "x",
      "[  1.", "<190>", "1",
    ]
    var random = Seeded(state: 13)
    for round in 0..<400 {
      let count = Int.random(in: 0...80, using: &random)
      let text = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      var bytes = Array(text.utf8)
      if round.isMultiple(of: 3), !bytes.isEmpty {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      let field = [nil, "1", "3"].randomElement(using: &random) ?? nil
      let result = try read(bytes, format: .log, maximumLine: 60, field: field)
      let ends = bytes.split(whereSeparator: { $0 == 0x0a || $0 == 0x0d }).count
      #expect(result.records.count <= ends)
    }
  }
}
