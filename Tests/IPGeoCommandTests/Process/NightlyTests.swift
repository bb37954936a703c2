import Foundation
import IPGeoStandIn
import Testing

/// Cron's manners: silence, and next to no environment; entries 60 and 66 of the inputs.
struct NightlyTests {
  @Test func `-q says nothing at exit 0, not even of a wait or of records that are invalid`()
    async throws
  {
    let limit = SmallLimit(batches: 1)
    try await withScene {
      limit.configure(&$0)
    } _: { scene in
      try scene.write("in", list(publicAddresses(250)) + "10.0.0.1\nnonsense\n")
      let result = try await scene.batch(
        limit.arguments + [
          "-q", "in", "-o", "out.csv", "--lock", "l", "--failures", "f", "--status-file", "s",
          "--metrics", "m",
        ])
      #expect(result.end == .exit(0))
      #expect(result.output.isEmpty && result.errors.isEmpty, "\(result.errors)")
      #expect(try Table(csv: try scene.read("out.csv")).cells.count == 252)
    }
  }

  @Test func `-q tells of zero records in one line`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(["-q", "-o", "out.csv"], input: .null)
      #expect(result.end == .exit(0))
      #expect(result.output.isEmpty)
      #expect(
        result.errors.split(separator: "\n").count == 1 && result.errors.contains("no records"),
        "\(result.errors)")
    }
  }

  @Test func `-q is not silent at any other exit`() async throws {
    try await withScene { scene in
      for (code, arguments) in [
        (3, ["--max-requests", "0"]), (66, ["nowhere"]), (73, ["-o", "no/folder/o.csv"]),
        (73, ["--lock", "no/folder/l"]), (65, ["--strict"]),
      ] as [(Int32, [String])] {
        let input = code == 65 ? "x\n" : "8.8.8.8\n"
        let result = try await scene.batch(["-q"] + arguments, input: .text(input))
        #expect(result.end == .exit(code))
        #expect(!result.errors.isEmpty, "\(code)")
      }
    }
  }

  static let nothing: [String: String?] = [
    "PATH": nil, "LC_ALL": nil, "TERM": nil, "HOME": nil, "TMPDIR": nil, "XDG_CACHE_HOME": nil,
    "XDG_STATE_HOME": nil, "XDG_CONFIG_HOME": nil,
  ]

  // The files are named, for without HOME they would be in the account's own.
  @Test(arguments: [RunInput.closed, .null])
  func `66: with an empty environment, no terminal and no stdin it works, twice`(
    input: RunInput
  ) async throws {
    try await withScene { scene in
      try scene.write("in", "8.8.8.8\n10.0.0.1\n")
      let arguments = [
        "-q", "in", "-o", "out.csv", "--cache", "a.db", "--limit-file", "l.db", "--lock", "lock",
      ]
      for _ in 0..<2 {
        let result = try await scene.batch(
          arguments, input: input, variables: Self.nothing, deadline: 30)
        #expect(result.end == .exit(0), "\(result.errors)")
        #expect(result.errors.isEmpty && result.output.isEmpty, "\(result.errors)")
        #expect(
          try Table(csv: try scene.read("out.csv")).verdicts == ["located", "special/private-use"])
      }
      #expect(scene.asked == ["8.8.8.8"])
      let ours = Set(["a.db", "in", "l.db", "lock", "out.csv"])
      #expect(
        scene.names.allSatisfy {
          ours.contains($0) || $0.hasPrefix("a.db-") || $0.hasPrefix("l.db-")
        },
        "\(scene.names)")
    }
  }

  @Test func `60: LC_ALL=C changes no byte`() async throws {
    let service = try ScriptedService(answering: { address in
      #"{"status":"success","query":"\#(address)","city":"São Paulo","country":"日本"}"#
    })
    defer { service.stop() }
    try await withBareScene { scene in
      var texts: Set<String> = []
      for locale in ["C", "C.UTF-8", "POSIX", nil] {
        let result = try await scene.batch(
          ["--api-url", service.url, "-f", "ip,country,city"], input: .text("8.8.8.8\n"),
          variables: ["LC_ALL": locale])
        #expect(result.end == .exit(0), "\(result.errors)")
        texts.insert(result.text)
      }
      #expect(texts == ["ip,country,city\n8.8.8.8,日本,São Paulo\n"])
    }
  }

  @Test func `66: where no folder can be made, each file's line says so and rows are written`()
    async throws
  {
    try await withScene { scene in
      let result = try await scene.batch(
        input: .text("8.8.8.8\n"),
        variables: ["HOME": "/dev/null", "XDG_CACHE_HOME": nil, "XDG_STATE_HOME": nil])
      #expect(result.end == .exit(0))
      #expect(try result.table["status"] == ["located"])
      let lines = result.errors.split(separator: "\n")
      #expect(lines.count { $0.contains("the store of answers") } == 1, "\(lines)")
      #expect(lines.count { $0.contains("the limit file") } == 1, "\(lines)")
      #expect(scene.names.isEmpty)
    }
  }

  @Test func `the second night asks for what is new alone, with the same bytes as before`()
    async throws
  {
    try await withScene { scene in
      let addresses = publicAddresses(220)
      let night = Scene.freely + ["-q", "--lock", "l", "in"]
      try scene.write("in", list(Array(addresses[..<200])))
      #expect(try await scene.batch(night + ["-o", "one.csv"]).end == .exit(0))
      try scene.write("in", list(addresses))
      #expect(try await scene.batch(night + ["-o", "two.csv"]).end == .exit(0))
      #expect(scene.asked.sorted() == addresses.sorted())
      #expect(try scene.read("two.csv").hasPrefix(try scene.read("one.csv")))
    }
  }
}
