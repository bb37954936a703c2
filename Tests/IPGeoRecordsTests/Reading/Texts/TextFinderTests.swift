import Testing

@testable import IPGeoRecords

/// Reads text line by line: the addresses or reasons.
private func readText(_ text: String, maximumLine: Int = 1 << 20) throws -> ReadResult {
  try read(Array(text.utf8), format: .text, maximumLine: maximumLine)
}

/// All addresses that stand alone in a text, with their ports.
private func all(_ text: String) -> [String] {
  Array(text.utf8).withUnsafeBytes { bytes in
    var scan = AddressScan(bytes, 0..<bytes.count)
    var found: [String] = []
    while let place = scan.next() {
      found.append("\(place.address)" + (place.port.map { " \($0)" } ?? ""))
    }
    return found
  }
}

struct TextFinderTests {
  @Test(arguments: [
    ("8.8.8.8", "8.8.8.8"), ("client=8.8.8.8:52344", "8.8.8.8"), ("8.8.8.8:443", "8.8.8.8"),
    ("at [2001:4860::8888]:80 x", "2001:4860::8888"), ("It was 8.8.8.8.", "8.8.8.8"),
    ("8.8.8.8, then", "8.8.8.8"), ("(8.8.8.8)", "8.8.8.8"), ("SRC=8.8.8.8 DST=1.1.1.1", "8.8.8.8"),
    ("SRC=10.0.0.1 DST=1.1.1.1", "1.1.1.1"), ("from 8.8.8.8 port 22", "8.8.8.8"),
    ("::ffff:8.8.8.8", "8.8.8.8"), ("via fe80::1%eth0 dev", "fe80::1"),
    ("rhost=8.8.8.8", "8.8.8.8"),
    ("http://8.8.8.8/24", "8.8.8.8"), ("8.8.8.8/32 x", "8.8.8.8"), ("<8.8.8.8>", "8.8.8.8"),
    ("from 8.8.8.8: refused", "8.8.8.8"), ("Trying 8.8.8.8:443...", "8.8.8.8"),
    ("unknown[8.8.8.8]: x", "8.8.8.8"), ("64 bytes from 2001:4860::8888: icmp", "2001:4860::8888"),
    ("client @0x7 8.8.8.8#53242 (example.com)", "8.8.8.8"), ("a@8.8.8.8", "8.8.8.8"),
    ("caf\u{e9}8.8.8.8", "8.8.8.8"), ("for 8.8.8.8/443", "8.8.8.8"), ("a\0\08.8.8.8", "8.8.8.8"),
    ("at 12:34:56 from 8.8.8.8", "8.8.8.8"), ("std::a::b 8.8.8.8", "8.8.8.8"),
    ("2001:db8:: 2001:4860:0:0:0:0:0:8888", "2001:4860::8888"), ("x 2001:4860::.", "2001:4860::"),
    ("Mar  1 06:25:01 h sshd[1]: Failed password for root from 8.8.8.8 port 22 ssh2", "8.8.8.8"),
    ("[error] [client 8.8.8.8:52344] AH00128: File does not exist: /v1.1.1.1/", "8.8.8.8"),
    ("1.2.3.4.5 v1.1.1.1 1.1.1.1-rc1 9.9.9.9", "9.9.9.9"), ("?ip=8.8.8.8%26x", "8.8.8.8"),
  ])
  func `the first public address that stands alone is found`(
    _ line: String, _ expected: String
  ) throws {
    #expect(try readText(line).words == [expected])
    #expect(
      try readText("\(line)\n\(line)\r\n \(line) \n").words == [expected, expected, expected])
    #expect(Array(line.utf8).withUnsafeBytes { TextFinder.holdsAddress($0) })
  }

  @Test(arguments: [
    "at 12:34:56 build 1.2.3.4.5 mac 00:11:22:33:44:55", "00-11-22-33-44-55", "1.2.3.4.5",
    "00:11:22:33:44:55:66:77", "10:20:30:40:50:60:70:80", "v8.8.8.8", "/v8.8.8.8/", "8.8.8.8x",
    "x8.8.8.8", "8.8.8.8-9.9.9.9", "8.8.8.8-", "-8.8.8.8", "8.8.8.8_", "_8.8.8.8", ".8.8.8.8",
    ":8.8.8.8", "8.8.8.8.example.com", "18.8.8.8888", "256.8.8.8", "010.8.8.8", "8.8.8",
    "8.8.8.0/24",
    "2001:4860::/32", "2001:4860::/32.", "8.8.0.0/255.255.0.0", "8.8.8.8/255.255.255.252",
    "fe80::1%eth0/64", "8.8.8.8:65536", "8.8.8.8:x", "::", "a::b",
    "std::string", "dead::beef", "f32::add", "x[1::2]", "%208.8.8.8", "8.8.8.8%eth0", "fe80::1%",
    "no address at all", "...", ":::", "1.1.1.1.1.1.1.1", "MD5:16:27:ac:a5:76:28:2d:36:63:1b:56:4d",
    "2026-01-01T00:00:00.123+00:00", "1:2:3:4:5:6:7:8:9", "2001:4860:::8888", "2001:4860::8888g",
    "::ffff:8.8.8.8.8", "12345::1", "8.8.8.8:80:9",
  ])
  func `what only looks like an address is none`(_ line: String) throws {
    let result = try readText(" \(line)\t\n")
    #expect(result.words == ["no-address"])
    #expect(result.records.first?.text == line)
    #expect(!Array(line.utf8).withUnsafeBytes { TextFinder.holdsAddress($0) })
  }

  @Test func `where none is public, the first one is the line's`() throws {
    let result = try readText(
      "a 10.0.0.1 b 192.168.0.1\n::1 fe80::1\nx 127.0.0.1:80 8.8.8.8 1.1.1.1\n")
    #expect(result.words == ["10.0.0.1", "::1", "8.8.8.8"])
  }

  @Test func `the first or last at all is found where it is wanted`() {
    let line = "a 10.0.0.1 8.8.8.8 1.1.1.1:80 192.168.0.1 v2.2.2.2"
    #expect(places(line, .first) == ["10.0.0.1"])
    #expect(places(line, .last) == ["192.168.0.1"])
    #expect(places(line, .firstPublic) == ["8.8.8.8"])
  }

  private func places(_ text: String, _ choice: ClientRule.Choice) -> [String] {
    var client = rule(choice)
    // Proxies are not asked of.
    client.trustedProxies = rule(trusting: ["0.0.0.0/0"]).trustedProxies
    var finder = TextFinder(client: client)
    return found(&finder, text).map { String($0.address) }
  }

  @Test func `what a record's ranges are of`() throws {
    let line = "\0\0  at [2001:4860::8888%1]:80, x \u{a0}"
    var finder = TextFinder(client: ClientRule())
    let bytes = Array((line + "\r\n  no \n").utf8)
    let records = found(&finder, String(decoding: bytes, as: UTF8.self))
    func text(_ range: Range<UInt32>) -> String {
      String(decoding: bytes[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self)
    }
    try #require(records.count == 2)
    #expect(text(records[0].whole) == String(line.dropFirst(2)))
    #expect(text(records[0].text) == "[2001:4860::8888%1]:80")
    #expect(text(records[0].spelling) == "2001:4860::8888%1")
    #expect(records[0].port == 80)
    #expect(text(records[1].whole) == "  no ")
    #expect(text(records[1].text) == "no")
    #expect(records[1].lineOffset == 1)
  }

  private func found(_ finder: inout TextFinder, _ text: String) -> [FoundRecord] {
    Array(text.utf8).withUnsafeBytes { bytes in
      var found = Findings(maximumLine: 1 << 20)
      let used = finder.find(in: bytes, lines: 0..<bytes.count, mayGoOn: false, into: &found)
      #expect(used == bytes.count)
      return found.records
    }
  }

  @Test func `all that stand alone are found, with their ports`() {
    #expect(
      all("8.8.8.8:1,[::1]:2;(fe80::1%a) [9.9.9.9]:3. [1.1.1.1]:x 1.0.0.1:4: [1.1.1.2]:99999")
        == ["8.8.8.8 1", "::1 2", "fe80::1", "9.9.9.9 3", "1.1.1.1", "1.0.0.1 4", "1.1.1.2"])
    #expect(all("8.8.8.8/1.1.1.1 8.8.8.0/24,9.9.9.9/33") == ["8.8.8.8", "1.1.1.1", "9.9.9.9"])
    #expect(
      all("fe80::1%eth0:1 fe80::2%25en0. fe80::3%1.1.1.1") == ["fe80::1", "fe80::2", "fe80::3"])
  }

  @Test func `blank lines are no records, and comments are lines like any other`() throws {
    let result = try readText("\n  \n# 8.8.8.8\n\0\0\n\u{a0}\n#\n")
    #expect(result.words == ["8.8.8.8", "no-address"])
    #expect(result.records.map(\.line) == [3, 6])
    #expect(result.blankLines == 4)
    #expect(result.comments == 0)
    #expect(result.dialect?.format == .text)
  }

  @Test func `bytes that are no UTF-8 do not hide an address`() throws {
    let bytes = [0xff, 0xfe] + Array("a 8.8.8.8".utf8) + [0xe9, 0x0a, 0x78, 0xff, 0x0a]
    let result = try read([0x78] + bytes, format: .text)
    #expect(result.words == ["8.8.8.8", "no-address"])
  }

  @Test func `a line that is too long is one record`() throws {
    let long = String(repeating: "x", count: 60) + " 8.8.8.8"
    let result = try readText("\(long)\n1.1.1.1\n\0\0\(long.suffix(64))\n", maximumLine: 64)
    #expect(result.words == ["line-too-long", "1.1.1.1", "8.8.8.8"])
  }

  @Test func `a megabyte of near misses is passed once`() throws {
    for piece in ["1.1.", "::", "1:", "a:b.", "fe80::1%", "8.8.8.8/", "[::1]:", "%20", "1.1.1.1-"] {
      let line = String(repeating: piece, count: (1 << 20) / piece.utf8.count)
      #expect(try readText(line).records.count == 1)
      #expect(try readText(line + "\u{20}9.9.9.9 ").records.count == 1)
    }
  }
}
