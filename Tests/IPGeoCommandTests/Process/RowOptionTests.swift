import IPGeoStandIn
import Testing

/// `--fields`, `--format`, `--header` and how options are written.
struct RowOptionTests {
  private func run(_ arguments: [String], _ input: String = "8.8.8.8:53\n") async throws
    -> RunResult
  {
    nonisolated(unsafe) var found: RunResult?
    try await withScene { scene in found = try await scene.batch(arguments, input: .text(input)) }
    return try #require(found)
  }

  @Test func `--fields chooses and orders`() async throws {
    let result = try await run(["--fields", "city,ip,port,address,asn"])
    #expect(result.text == "city,ip,port,address,asn\nAshburn,8.8.8.8,53,8.8.8.8,15169\n")
    let lines = try await run(["-f", "asn,city", "--format=jsonl"])
    #expect(lines.text == "{\"asn\":15169,\"city\":\"Ashburn\"}\n")
  }

  @Test func `--fields adds and drops`() async throws {
    let table = try await run(["--fields", "+hosting,-zip,-isp,+continent_code"]).table
    #expect(!table.header.contains("zip") && !table.header.contains("isp"))
    #expect(table.header.contains("city") && table["hosting"] == ["true"])
    #expect(table["continent_code"] == ["NA"])
  }

  @Test func `further fields are known by their names`() async throws {
    let names = [
      "address", "file", "line", "port", "continent", "continent_code", "district", "offset",
      "currency", "as_name", "mobile", "proxy", "hosting",
    ]
    let table = try await run(["--fields", names.joined(separator: ",")]).table
    #expect(table.header == names)
    #expect(table["line"] == ["1"] && table["offset"] == ["-18000"])
    #expect(table["as_name"] == ["GOOGLE"] && table["currency"] == ["USD"])
  }

  @Test func `the service is asked for every field but reverse, whatever is chosen`() async throws {
    try await withScene { scene in
      _ = try await scene.batch(input: .text("8.8.8.8\n"))
      _ = try await scene.batch(["--fields", "ip"], input: .text("1.1.1.1\n"))
      let fields = scene.server?.log.map { $0.target.split(separator: "fields=").last ?? "" } ?? []
      #expect(fields.count == 2 && fields[0] == fields[1])
      #expect(!fields.contains { $0.contains("reverse") })
    }
  }

  @Test func `reverse is asked by single look-ups when wanted`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(
        ["--fields", "ip,reverse"], input: .text("8.8.8.8\n1.1.1.1\n9.9.9.9\n1.0.0.1\n"))
      #expect(result.end == .exit(0))
      #expect(scene.server?.log.allSatisfy { $0.endpoint == .single } == true)
      #expect(scene.server?.log.count == 4)
    }
  }

  @Test(arguments: ["nope", "city,,ip", "+nope", "City "])
  func `an unknown field is a usage error that names it`(fields: String) async throws {
    let result = try await run(["--fields", fields])
    #expect(result.end == .exit(64) && result.output.isEmpty && !result.errors.isEmpty)
  }

  @Test func `--header says whether there is one`() async throws {
    let fields = ["--fields", "ip"]
    #expect(try await run(fields).text == "ip\n8.8.8.8\n")
    #expect(try await run(fields + ["--header", "never"]).text == "8.8.8.8\n")
    #expect(try await run(fields + ["--header=always"]).text == "ip\n8.8.8.8\n")
    #expect(try await run(fields + ["--header", "never"], "").text == "")
    #expect(try await run(fields + ["--format", "tsv", "--header", "never"]).text == "8.8.8.8\n")
  }

  @Test func `several inputs are one stream with one header`() async throws {
    try await withScene { scene in
      try scene.write("a", "8.8.8.8\n")
      try scene.write("b", "1.1.1.1\n8.8.8.8\n")
      let result = try await scene.batch(["--fields", "ip,file,line", "a", "b"])
      #expect(result.text == "ip,file,line\n8.8.8.8,a,1\n1.1.1.1,b,1\n8.8.8.8,b,2\n")
      #expect(scene.asked.sorted() == ["1.1.1.1", "8.8.8.8"])
    }
  }

  @Test func `a file without a final line end does not run into the next`() async throws {
    try await withScene { scene in
      try scene.write("a", "8.8.8.8")
      try scene.write("b", "1.1.1.1")
      #expect(try await scene.batch(["a", "b"]).table["ip"] == ["8.8.8.8", "1.1.1.1"])
    }
  }

  @Test func `-- ends options, short flags combine`() async throws {
    try await withScene { scene in
      try scene.write("-o", "8.8.8.8\n")
      let result = try await scene.batch(["-qu", "--", "-o"])
      #expect(result.end == .exit(0) && result.errors.isEmpty)
      #expect(try result.table["hits"] == ["1"])
    }
  }

  @Test func `an unknown option names its nearest neighbour`() async throws {
    let result = try await run(["--formt", "csv"])
    #expect(result.end == .exit(64) && result.errors.contains("--format"), "\(result.errors)")
  }

  @Test func `an address in place of a command names lookup`() async throws {
    try await withBareScene { scene in
      let run = try scene.start(["8.8.8.8"])
      let result = await run.result()
      #expect(result.end == .exit(64) && result.errors.contains("lookup"), "\(result.errors)")
    }
  }

  @Test func `--no-cache is accepted`() async throws {
    #expect(try await run(["--no-cache"]).end == .exit(0))
  }

  @Test func `--version and --help go to stdout`() async throws {
    try await withBareScene { scene in
      for arguments in [["--version"], ["--help"], ["batch", "--help"], ["batch", "-h"]] {
        let run = try scene.start(arguments)
        let result = await run.result()
        #expect(result.end == .exit(0) && !result.output.isEmpty && result.errors.isEmpty)
      }
      let full = try scene.start(["--help"], output: .head(0))
      #expect(await full.result().end == .signal(13))
    }
  }
}
