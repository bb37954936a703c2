import IPGeoStandIn
import Testing

/// Free text, W3C logs and what is no text: entries 11, 23 and 30 of the inputs, and their kin.
struct TextInputTests {
  static let fields = ["-f", "ip,status,reason"]

  @Test func `11: a time, a version, a MAC or a part of a longer number is no address`()
    async throws
  {
    let none = [
      "at 12:34:56 build 1.2.3.4.5 mac 00:11:22:33:44:55", "v8.8.8.8 lib-1.1.1.1 8.8.8.8-rc1",
      "id=x8.8.8.8 8.8.8.8_9 18.8.8.8888", "2026-01-01T00:00:00.8 00:00:00 ::",
    ]
    let alone = try await read(none[0] + "\n", Self.fields)
    #expect(try alone.table["status"] == ["invalid"])
    #expect(alone.asked.isEmpty && alone.result.end == .exit(65))
    let run = try await read(list(none), Self.fields + ["--input-format", "text"])
    #expect(try run.table["status"] == Array(repeating: "invalid", count: 4), "\(run.result)")
    #expect(run.asked.isEmpty)
  }

  @Test func `11: the first public address that stands alone is taken from each line`()
    async throws
  {
    let run = try await read(
      list([
        "Jan  1 00:00:01 host sshd[7]: Failed password for root from 8.8.8.8 port 4711 ssh2",
        "Jan  1 00:00:02 host sshd[7]: Accepted publickey for x from 2001:4860:4860::8888 port 9",
        "Jan  1 00:00:03 host kernel: IN=eth0 MAC=00:11:22:33:44:55 SRC=10.0.0.1 DST=1.1.1.1",
        "Jan  1 00:00:04 host sshd[7]: Connection closed by 192.168.0.7 port 22",
        "Jan  1 00:00:05 host cron[1]: nothing here",
      ]), Self.fields)
    #expect(
      try run.table["ip"].prefix(4) == [
        "8.8.8.8", "2001:4860:4860::8888", "1.1.1.1", "192.168.0.7",
      ])
    #expect(
      try run.table.verdicts == [
        "located", "located", "located", "special/private-use", "invalid/no-address",
      ])
    #expect(run.readAs == "text")
  }

  @Test func `30: #Fields decides which column is the client, also when it changes`()
    async throws
  {
    let run = try await read(
      list([
        "#Software: Microsoft Internet Information Services 10.0", "#Version: 1.0",
        "#Fields: date time s-ip c-ip sc-status", "2026-01-01 00:00:00 192.0.2.1 8.8.8.8 200",
        "#Fields: date time c-ip s-ip sc-status", "2026-01-01 00:00:01 1.1.1.1 192.0.2.1 200",
        "2026-01-01 00:00:02 - 192.0.2.1 200", "#Fields: date time s-ip sc-status",
        "2026-01-01 00:00:03 8.8.4.4 200",
      ]), Self.fields + ["--summary-file", "/dev/null"])
    #expect(try run.table["ip"].prefix(2) == ["8.8.8.8", "1.1.1.1"])
    #expect(
      try run.table.verdicts == [
        "located", "located", "invalid/no-address", "invalid/field-missing",
      ])
    #expect(run.asked == ["1.1.1.1", "8.8.8.8"], "never the first address seen")
    #expect(run.readAs.contains("W3C"))
  }

  @Test func `30: a column is told by its name in #Fields`() async throws {
    let text = list([
      "#Fields: date time c-ip cs(X-Forwarded-For)",
      "2026-01-01 00:00:00 10.0.0.1 10.9.9.9,+8.8.8.8",
      "2026-01-01 00:00:01 1.1.1.1 -",
    ])
    let told = try await read(text, Self.fields + ["--ip-field", "c-ip"])
    #expect(try told.table["ip"] == ["10.0.0.1", "1.1.1.1"])
    let wrong = try await read(text, Self.fields + ["--ip-field", "x-ip"])
    #expect(wrong.result.end == .exit(64) && wrong.asked.isEmpty)
    #expect(wrong.result.errors.contains("c-ip"), "those that there are: \(wrong.result.errors)")
  }

  @Test func `what is JSON but no line of it is named with the command that helps`()
    async throws
  {
    try await withScene { scene in
      for (text, word) in [
        ("[{\"ip\":\"8.8.8.8\"}]", "array"), ("[\n  {\"ip\":\"8.8.8.8\"}\n]\n", "array"),
        ("{\n  \"ip\": \"8.8.8.8\"\n}\n", "lines"),
      ] {
        try scene.write("a.json", text)
        let result = try await scene.batch(["a.json"])
        #expect(result.end == .exit(65))
        #expect(result.errors.hasPrefix("ipgeo: a.json: "), "\(result.errors)")
        #expect(result.errors.contains(word) && result.errors.contains("jq -c"))
        #expect(result.errors.contains(" a.json | ipgeo batch"), "\(result.errors)")
      }
      #expect(scene.asked.isEmpty)
    }
  }

  @Test func `what is refused among others does not keep them from their rows`() async throws {
    try await withScene { scene in
      try scene.write("a", "8.8.8.8\n")
      try scene.write("b.pdf", "%PDF-1.7\n\u{1}\u{2}\n")
      try scene.write("c", "1.1.1.1\n")
      let result = try await scene.batch(Self.fields + ["a", "b.pdf", "c"])
      #expect(try result.table["ip"] == ["8.8.8.8", "1.1.1.1"])
      #expect(result.end == .exit(65) && result.errors.contains("b.pdf"))
    }
  }
}
