import IPGeoStandIn
import Testing

/// Which address of a forwarded list is the client's, in each format.
struct ClientTests {
  static let chain = "10.0.0.1, 8.8.8.8, 9.9.9.9"
  static let rest = "- - [01/Jan/2026:00:00:00 +0000] \"GET / HTTP/1.1\" 200 5"

  /// The same list in each format.
  static let inputs = [
    "\(chain)\n", "\(chain) \(rest)\n", "x_forwarded_for,n\n\"\(chain)\",1\n",
    "{\"xff\":\"\(chain)\"}\n", "{\"xff\":[\"10.0.0.1\",\"8.8.8.8\",\"9.9.9.9\"]}\n",
  ]

  /// Our columns alone, as CSV, whatever the input is.
  private func run(_ text: String, _ arguments: [String]) async throws -> ReadInput {
    try await read(text, arguments + ["-f", "ip,status,reason,xff,port", "--format", "csv"])
  }

  private func ip(_ run: ReadInput) throws -> [String] {
    let table = try run.table
    return table[table.header.contains("geo_ip") ? "geo_ip" : "ip"]
  }

  private func xff(_ run: ReadInput) throws -> [String] {
    let table = try run.table
    return table[table.header.contains("geo_xff") ? "geo_xff" : "xff"]
  }

  @Test(arguments: inputs)
  func `--client and --trusted-proxy choose alike in each format`(text: String) async throws {
    for (arguments, address) in [
      ([], "8.8.8.8"), (["--client", "first-public"], "8.8.8.8"),
      (["--client", "first"], "10.0.0.1"), (["--client=last"], "9.9.9.9"),
      (["--trusted-proxy", "9.0.0.0/8"], "8.8.8.8"), (["--trusted-proxy", "1.1.1.1"], "9.9.9.9"),
      (["--trusted-proxy", "0.0.0.0/0,::/0"], "10.0.0.1"),
      (["--trusted-proxy", "9.9.9.9", "--trusted-proxy", "8.8.8.0/24"], "10.0.0.1"),
    ] {
      let run = try await run(text, arguments)
      #expect(try ip(run) == [address], "\(arguments): \(run.result)")
      #expect(try xff(run) == [Self.chain], "\(run.result)")
      #expect(run.asked == (address == "10.0.0.1" ? [] : [address]))
    }
  }

  @Test func `a Forwarded header is read by its grammar`() async throws {
    let value = "for=10.0.0.1;proto=http;by=9.9.9.9, For=\"[2001:4860:4860::8888]:4711\""
    let escaped = value.replacing("\"", with: "\\\"")
    let doubled = value.replacing("\"", with: "\"\"")
    for text in [
      "\(value)\n", "{\"forwarded\":\"\(escaped)\"}\n", "Forwarded,n\n\"\(doubled)\",1\n",
    ] {
      let run = try await run(text, [])
      #expect(try ip(run) == ["2001:4860:4860::8888"], "\(run.result)")
      #expect(try xff(run) == [value])
      #expect(run.asked == ["2001:4860:4860::8888"])
    }
  }

  @Test(arguments: [
    "8.8.8.8, unknown\n", "8.8.8.8, unknown \(rest)\n", "xff,n\n\"8.8.8.8, unknown\",1\n",
    "{\"xff\":\"8.8.8.8, unknown\"}\n", "8.8.8.8, _hidden\n", "8.8.8.8, -\n8.8.8.8, -\n",
  ])
  func `what nobody trusted vouches for is no client`(text: String) async throws {
    let run = try await run(text, ["--trusted-proxy", "10.0.0.0/8"])
    #expect(run.asked.isEmpty, "\(run.result)")
    #expect(run.result.text.contains("invalid,no-address"), "\(run.result)")
  }

  @Test func `a choice that is none is a usage error`() async throws {
    let run = try await read("8.8.8.8\n", ["--client", "nearest"])
    #expect(run.result.end == .exit(64) && run.result.errors.contains("first-public"))
  }
}
