import IPGeoStandIn
import Testing

/// Address spellings in lists: entries 1 to 10 of the inputs.
struct AddressSpellingTests {
  /// Runs a list with the canonical address as a further column.
  private func run(
    _ input: String, _ check: (Table, [String], RunResult) throws -> Void
  ) async throws {
    try await withScene { scene in
      let result = try await scene.batch(["--fields", "+address"], input: .text(input))
      try check(try result.table, scene.asked.sorted(), result)
    }
  }

  @Test func `1: ports are set aside, IPv6 is not split at a colon`() async throws {
    let input =
      "8.8.8.8:443\n[2001:4860:4860::8888]:443\n[2606:4700:4700::1111]\n"
      + "2001:4860:4860::8888\n2001:db8::1:8080\n"
    try await run(input) { table, asked, result in
      #expect(result.end == .exit(0))
      #expect(
        table.verdicts == ["located", "located", "located", "located", "special/documentation"])
      #expect(
        table["ip"] == [
          "8.8.8.8", "2001:4860:4860::8888", "2606:4700:4700::1111", "2001:4860:4860::8888",
          "2001:db8::1:8080",
        ])
      #expect(asked == ["2001:4860:4860::8888", "2606:4700:4700::1111", "8.8.8.8"])
    }
  }

  @Test(arguments: ["8.8.8.8:65536", "8.8.8.8:", "8.8.8.8:+80", "8.8.8.8:8 0", "[8.8.8.8", "[::1"])
  func `1: what is no port or bracket makes a record invalid`(text: String) async throws {
    try await run("1.1.1.1\n\(text)\n") { table, asked, result in
      #expect(result.end == .exit(0))
      #expect(table["status"] == ["located", "invalid"])
      #expect(asked == ["1.1.1.1"])
    }
  }

  @Test func `2: IPv4-mapped spellings are the IPv4 address`() async throws {
    let input =
      "::ffff:8.8.8.8\n::FFFF:808:808\n0:0:0:0:0:ffff:8.8.8.8\n8.8.8.8\n::ffff:10.0.0.1\n"
    try await run(input) { table, asked, result in
      #expect(result.end == .exit(0))
      #expect(
        table.verdicts == ["located", "located", "located", "located", "special/private-use"])
      #expect(table["address"].prefix(4).allSatisfy { $0 == "8.8.8.8" })
      #expect(table["ip"] == input.split(separator: "\n").map(String.init))
      #expect(asked == ["8.8.8.8"])
    }
  }

  @Test func `3: leading zeros are refused and the decimal reading is named`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(
        ["--failures", "f.jsonl"],
        input: .text("010.8.8.8\n008.008.008.008\n8.8.8.08\n0.0.0.0\n::ffff:010.8.8.8\n"))
      let table = try result.table
      let bad = "invalid/leading-zero"
      #expect(table["status"] == ["invalid", "invalid", "invalid", "special", "invalid"])
      #expect(table.verdicts.filter { $0 == bad }.count == 4)
      #expect(scene.asked.isEmpty)
      let messages = try jsonLines(try scene.read("f.jsonl")).map { $0["message"] as? String ?? "" }
      try #require(messages.count == 4)
      for (message, reading) in zip(messages, ["10.8.8.8", "8.8.8.8", "8.8.8.8", "10.8.8.8"]) {
        #expect(message.contains(reading), "\(message)")
      }
    }
  }

  @Test func `4: short, integer, hexadecimal and signed forms are no addresses`() async throws {
    let input = "8.8.8\n134744072\n0x08080808\n10\n8.8.8.8.8\n256.1.1.1\n1.2.3.-4\n+1.2.3.4\n"
    try await run(input) { table, asked, result in
      #expect(table.verdicts == Array(repeating: "invalid/not-an-address", count: 8))
      #expect(table["ip"] == input.split(separator: "\n").map(String.init))
      #expect(asked.isEmpty)
      // There were records and none held an address.
      #expect(result.end == .exit(65))
    }
  }

  @Test func `5: bytes are in network order`() async throws {
    try await run("127.0.0.1\n1.0.0.127\n1.2.3.4\n") { table, asked, _ in
      #expect(table.verdicts == ["special/loopback", "located", "located"])
      #expect(asked == ["1.0.0.127", "1.2.3.4"])
    }
  }

  @Test func `6: zones are set aside and never sent`() async throws {
    let input = "fe80::1%eth0\n::1%0\n[fe80::1%25en0]:80\nfe80::1%\n8.8.8.8%eth0\n"
    try await run(input) { table, asked, result in
      #expect(
        table.verdicts.prefix(3) == [
          "special/link-local", "special/loopback", "special/link-local",
        ]
      )
      #expect(table["status"].suffix(2) == ["invalid", "invalid"])
      #expect(table["address"].prefix(3) == ["fe80::1", "::1", "fe80::1"])
      #expect(asked.isEmpty)
      #expect(result.end == .exit(0))
    }
  }

  @Test func `6: a zone on a public address is not sent`() async throws {
    try await run("2001:4860:4860::8888%eth0\n") { table, asked, _ in
      #expect(table["status"] == ["located"])
      #expect(asked == ["2001:4860:4860::8888"])
    }
  }

  @Test func `7: one IPv6 address in many spellings is asked once`() async throws {
    let input =
      "2001:4860:4860::8888\n2001:4860:4860:0:0:0:0:8888\n2001:4860:4860:0000::8888\n"
      + "2001:4860:4860::8888 \n2001:4860:4860::0.0.136.136\n2001:4860:4860::8888\n"
      + "2001:4860:4860:0::8888\n2001:04860:4860::8888\n"
    // The last has five digits in a group.
    try await run(input) { table, asked, _ in
      #expect(table["status"] == Array(repeating: "located", count: 7) + ["invalid"])
      #expect(table["address"].prefix(7).allSatisfy { $0 == "2001:4860:4860::8888" })
      #expect(table["ip"][1] == "2001:4860:4860:0:0:0:0:8888")
      #expect(table["ip"][3] == "2001:4860:4860::8888")
      #expect(table["ip"][4] == "2001:4860:4860::0.0.136.136")
      #expect(asked == ["2001:4860:4860::8888"])
    }
  }

  @Test func `7: upper case is the same address and keeps its spelling`() async throws {
    try await run("2A00:1450:4001:0828::200E\n2a00:1450:4001:828::200e\n") { table, asked, _ in
      #expect(table["ip"] == ["2A00:1450:4001:0828::200E", "2a00:1450:4001:828::200e"])
      #expect(table["status"] == ["located", "located"])
      #expect(asked == ["2a00:1450:4001:828::200e"])
    }
  }

  @Test func `8: listed decorations are removed, inner blanks are not`() async throws {
    let input: [UInt8] =
      Array(" 8.8.8.8 \n".utf8) + [0xC2, 0xA0] + Array("8.8.8.8".utf8) + [0xE2, 0x80, 0x8B]
      + Array("\n\"8.8.8.8\"\n8.8.8.8,\n8.8.8.8.\n(8.8.8.8)\n<8.8.8.8>\n8. 8.8.8\n".utf8)
    try await withScene { scene in
      let result = try await scene.batch(["--input-format", "list"], input: .bytes(input))
      let table = try result.table
      #expect(table["status"] == Array(repeating: "located", count: 7) + ["invalid"])
      #expect(table["ip"].prefix(7).allSatisfy { $0 == "8.8.8.8" })
      #expect(scene.asked == ["8.8.8.8"])
      let detected = try await scene.batch(input: .bytes(input))
      #expect(try detected.table.verdicts == table.verdicts, "the same when it is detected")
    }
  }

  @Test func `8: digits outside ASCII are no digits`() async throws {
    try await run("1.1.1.1\n٨.8.8.8\n８.８.８.８\n") { table, asked, _ in
      #expect(table["status"] == ["located", "invalid", "invalid"])
      #expect(asked == ["1.1.1.1"])
    }
  }

  @Test func `9: networks and ranges are named and not expanded`() async throws {
    let input =
      "8.8.8.8/32\n8.8.8.0/24\n10.0.0.0/8\n2001:4860::/32\n1.1.1.1-1.1.1.4\n8.8.8.8/33\n8.8.8.8/\n"
    try await run(input + "2001:4860:4860::8888/128\n") { table, asked, result in
      let network = "invalid/network"
      let no = "invalid/not-an-address"
      #expect(
        table.verdicts == ["located", network, network, network, network, no, no, "located"])
      #expect(table["address"].first == "8.8.8.8")
      #expect(asked == ["2001:4860:4860::8888", "8.8.8.8"])
      #expect(result.end == .exit(0))
    }
  }

  @Test func `10: host names are told as such and never sent`() async throws {
    let input =
      "8.8.8.8.rev.example.net\nlocalhost\nexample.com\nxn--bcher-kva.example\nbücher.example\n"
    try await run("1.1.1.1\n" + input) { table, asked, _ in
      #expect(table.verdicts == ["located"] + Array(repeating: "invalid/hostname", count: 5))
      #expect(asked == ["1.1.1.1"])
    }
  }

  @Test func `10: a log line that begins with a host name is not cut to an address`() async throws {
    try await withScene { scene in
      let line =
        "8.8.8.8.rev.example.net - - [01/Jan/2026:00:00:00 +0000] \"GET / HTTP/1.1\" 200 5\n"
      let result = try await scene.batch(
        ["--input-format", "list"], input: .text(line + "1.1.1.1\n"))
      #expect(try result.table["status"] == ["invalid", "located"])
      #expect(scene.asked == ["1.1.1.1"])
    }
  }

  @Test func `masked addresses are told as such, before host names`() async throws {
    try await run("1.1.1.1\n8.8.8.x\n8.8.xxx.xxx\n8.8.*.*\n") { table, asked, _ in
      #expect(table.verdicts == ["located"] + Array(repeating: "invalid/masked", count: 3))
      #expect(asked == ["1.1.1.1"])
    }
  }
}
