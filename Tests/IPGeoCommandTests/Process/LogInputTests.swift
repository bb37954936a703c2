import IPGeoStandIn
import Testing

/// Access logs: entries 10, 11, 22 and 24 to 28 of the inputs, and their kin.
struct LogInputTests {
  static let rest = "[01/Jan/2026:00:00:00 +0000] \"GET / HTTP/1.1\" 200 5"
  static let fields = ["-f", "ip,status,reason,xff"]

  /// A line of the common format, from what stands where the client does.
  private func line(_ client: String) -> String { "\(client) - - \(Self.rest)\n" }

  @Test func `10: a name where the client should be is neither asked nor read as an address`()
    async throws
  {
    let names = ["localhost", "example.com", "xn--bcher-kva.example", "bücher.example"]
    let first = "8.8.8.8.rev.example.net - - \(Self.rest)"
    let mixed = try await read(list([first] + names), Self.fields)
    #expect(try mixed.table.verdicts == Array(repeating: "invalid/hostname", count: 5))
    #expect(mixed.result.end == .exit(65) && mixed.asked.isEmpty)
    let log = try await read(
      ([first + "\n"] + names.map(line)).joined() + line("1.1.1.1"), Self.fields)
    #expect(
      try log.table.verdicts == Array(repeating: "invalid/hostname", count: 5) + ["located"])
    #expect(log.asked == ["1.1.1.1"] && log.result.end == .exit(0))
    #expect(try log.table["ip"].prefix(2) == ["8.8.8.8.rev.example.net", "localhost"])
  }

  @Test func `11: in a log only the client's field is read`() async throws {
    let run = try await read(
      "9.9.9.9 - - [01/Jan/2026:00:00:00 +0000] \"GET /v8.8.8.8/ HTTP/1.1\" 200 5 \"-\" "
        + "\"Chrome/1.1.1.1\"\n" + "- - - [01/Jan/2026:00:00:00 +0000] \"GET /?ip=8.8.8.8\" 200 5 "
        + "\"http://1.1.1.1/\" \"-\"\n", Self.fields)
    #expect(try run.table["ip"] == ["9.9.9.9", "-"])
    #expect(try run.table.verdicts == ["located", "invalid/no-address"])
    #expect(run.asked == ["9.9.9.9"])
  }

  @Test func `22: bytes that are no UTF-8 in a request do not hide its address`() async throws {
    let bytes =
      Array("8.8.8.8 - - [01/Jan/2026:00:00:00 +0000] \"GET /".utf8) + [0xFF, 0xFE]
      + Array(" HTTP/1.1\" 200 5 \"-\" \"caf".utf8) + [0xE9] + Array("\"\n".utf8)
    let rows = try await read(.bytes(bytes), ["--keep-line", "-f", "ip"])
    #expect(rows.result.output.firstRange(of: [0xFF, 0xFE]) != nil, "the line's bytes are kept")
    #expect(rows.asked == ["8.8.8.8"])
    let lines = try await read(.bytes(bytes), ["--keep-line", "-f", "ip", "--format", "jsonl"])
    #expect(String(validating: lines.result.output, as: UTF8.self) != nil)
    let record = try lines.result.objects.first?["record"] as? String
    #expect(record?.hasSuffix("caf\u{FFFD}\"") == true, "\(record ?? "")")
  }

  @Test func `24: of a forwarded list the left-most public address is the client`() async throws {
    let chain = "10.1.2.3, 8.8.8.8, 192.168.0.1"
    let text = "\(chain) - - \(Self.rest) \"-\" \"-\"\n"
    for (client, ip, verdict) in [
      ("first-public", "8.8.8.8", "located"), ("first", "10.1.2.3", "special/private-use"),
      ("last", "192.168.0.1", "special/private-use"),
    ] {
      let run = try await read(text, Self.fields + ["--client", client])
      #expect(try run.table["ip"] == [ip] && run.table.verdicts == [verdict], "\(client)")
      #expect(try run.table["xff"] == [chain], "\(client)")
      #expect(run.asked == (verdict == "located" ? [ip] : []))
    }
    #expect(try await read(text).table["ip"] == ["8.8.8.8"], "the default")
  }

  @Test func `24: without a public address the first one's range is told`() async throws {
    let run = try await read(line("192.168.0.9, 10.0.0.1, 127.0.0.1"), Self.fields)
    #expect(try run.table["ip"] == ["192.168.0.9"])
    #expect(try run.table.verdicts == ["special/private-use"] && run.asked.isEmpty)
  }

  @Test(arguments: ["-", "unknown", "NA", "\"-\""])
  func `25: a word for nothing is no address, and never a name to ask`(word: String) async throws {
    let run = try await read(line(word) + line("unknown, 8.8.8.8") + line("-, 1.1.1.1"))
    #expect(try run.table.verdicts == ["invalid/no-address", "located", "located"])
    #expect(try run.table["ip"].dropFirst() == ["8.8.8.8", "1.1.1.1"])
    #expect(run.asked == ["1.1.1.1", "8.8.8.8"])
  }

  @Test func `25: the first few are told one by one, the others in one count`() async throws {
    let count = 500
    let run = try await read(
      String(repeating: line("-"), count: count) + line("8.8.8.8") + line("nowhere"))
    let lines = run.result.errors.split(separator: "\n")
    #expect(lines.count <= 8, "\(run.result.errors)")
    #expect(lines.first?.hasPrefix("ipgeo: standard input:1: ") == true, "\(lines)")
    let told = lines.count { $0.contains("standard input:") && !$0.contains(":502:") }
    #expect(run.result.errors.contains("\(count - told)"), "\(run.result.errors)")
    #expect(run.result.errors.contains("standard input:502: "), "another kind is told too")
  }

  @Test func `26: IPv6 clients are read, looked up or known to be special`() async throws {
    let run = try await read(
      line("2001:4860:4860::8888")
        + "::1 - - [01/Jan/2026:00:00:00 +0000] \"OPTIONS * HTTP/1.0\" 200 5 \"-\" "
        + "\"(internal dummy connection)\"\n" + line("fe80::1%eth0") + line("[2620:fe::fe]:443")
        + line("::ffff:8.8.8.8"))
    #expect(
      try run.table.verdicts == [
        "located", "special/loopback", "special/link-local", "located", "located",
      ])
    #expect(
      try run.table["ip"] == [
        "2001:4860:4860::8888", "::1", "fe80::1%eth0", "2620:fe::fe", "::ffff:8.8.8.8",
      ])
    #expect(run.asked == ["2001:4860:4860::8888", "2620:fe::fe", "8.8.8.8"])
  }

  @Test func `27: quotes inside a request or an agent leave the address alone`() async throws {
    let head = "8.8.8.8 - - [01/Jan/2026:00:00:00 +0000]"
    let run = try await read(
      list([
        "\(head) \"GET /\\\"x HTTP/1.1\" 200 5 \"-\" \"Tab 10\\\" Build\"",
        "\(head) \"GET / HTTP/1.1\" 200 5 \"a\" \"b\" \"c\"d\"",
        "\(head) \"\\x16\\x03\\x01\" 400 0 \"-\" \"-\"", "\(head) \"\" 400 0", head,
        "\(head) \"GET / never closed",
      ]))
    #expect(try run.table["ip"] == Array(repeating: "8.8.8.8", count: 6))
    #expect(try run.table["status"].allSatisfy { $0 == "located" })
  }

  @Test func `28: neither the host in front nor the upstream behind is the client`() async throws {
    let text = list([
      "www.example.com:80 8.8.8.8 - - \(Self.rest)", "8.8.8.8 - 10.0.0.7 - - \(Self.rest)",
      "192.0.2.10:80 8.8.8.8 - - \(Self.rest)", "[2001:db8::5]:443 8.8.8.8 - - \(Self.rest)",
    ])
    let run = try await read(text, Self.fields)
    #expect(try run.table["ip"] == Array(repeating: "8.8.8.8", count: 4))
    #expect(run.readAs.hasPrefix("log ("), "the layout is named: \(run.readAs)")
    let told = try await read(text, Self.fields + ["--ip-field", "1"])
    #expect(
      try told.table.verdicts == [
        "invalid/hostname", "located", "special/documentation", "special/documentation",
      ])
  }

  @Test func `a syslog, journal or container prefix is passed over`() async throws {
    let prefixes = [
      "Jan  1 00:00:00 web1 nginx[123]: ", "<134>Jan  1 00:00:00 web1 nginx: ",
      "<134>1 2026-01-01T00:00:00Z web1 nginx 123 - - ", "2026-01-01T00:00:00.123456Z stdout F ",
      "web-1  | ", "2026-01-01T00:00:00+00:00 web1 nginx[1]: ",
    ]
    for prefix in prefixes {
      let text = (1...3).map { "\(prefix)8.8.8.\($0) - - \(Self.rest) \"-\" \"-\"\n" }.joined()
      let run = try await read(text, Self.fields)
      #expect(try run.table["ip"] == ["8.8.8.1", "8.8.8.2", "8.8.8.3"], "\(prefix)")
      #expect(run.readAs.hasPrefix("log"), "\(prefix): \(run.readAs)")
    }
  }

  @Test func `a packed log with forwarded lists keeps them`() async throws {
    try await withScene { scene in
      let chain = "203.0.113.9, 8.8.8.8"
      try scene.write("a.log", String(repeating: line(chain), count: 40))
      let packing = try scene.start(program: "/usr/bin/env", ["gzip", "a.log"])
      #expect(await packing.result().end == .exit(0))
      let result = try await scene.batch(Self.fields + ["a.log.gz"])
      #expect(try result.table["xff"] == Array(repeating: chain, count: 40))
      #expect(scene.asked == ["8.8.8.8"])
    }
  }

  @Test func `the trusted proxies are skipped from the right`() async throws {
    let text = line("1.1.1.1, 9.9.9.9, 10.0.0.1") + line("8.8.8.8") + line("10.0.0.2")
    let run = try await read(
      text, Self.fields + ["--trusted-proxy", "10.0.0.0/8"])
    #expect(try run.table["ip"] == ["9.9.9.9", "8.8.8.8", "10.0.0.2"])
    let two = try await read(
      text, Self.fields + ["--trusted-proxy", "10.0.0.0/8,9.9.9.0/24"])
    #expect(try two.table["ip"].first == "1.1.1.1")
    let again = try await read(
      text, Self.fields + ["--trusted-proxy", "10.0.0.0/8", "--trusted-proxy", "9.9.9.9"])
    #expect(try again.table["ip"].first == "1.1.1.1")
  }

  @Test(arguments: ["10.0.0.0/33", "ten", "10.0.0.0/", "::/129", ""])
  func `a trusted proxy that is no prefix is a usage error`(prefix: String) async throws {
    let run = try await read(line("8.8.8.8"), ["--trusted-proxy", prefix])
    #expect(run.result.end == .exit(64) && run.result.output.isEmpty && run.asked.isEmpty)
  }
}
