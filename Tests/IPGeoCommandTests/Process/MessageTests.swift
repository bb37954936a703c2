import IPGeoStandIn
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What people are told of their records: where, what, why, what to do; cut and escaped.
struct MessageTests {
  /// Whether a text could move a cursor, ring, or turn letters round.
  private func isHarmless(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      scalar == "\n"
        || !(scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
          || scalar.properties.generalCategory == .format)
    }
  }

  @Test func `62: one bad record does not end a run`() async throws {
    let text = "8.8.8.8\nnot-an-ip\n10.0.0.5\n1.1.1.1\n"
    let run = try await read(text)
    #expect(
      try run.table.verdicts == [
        "located", "invalid/not-an-address", "special/private-use", "located",
      ])
    #expect(run.result.end == .exit(0) && run.asked == ["1.1.1.1", "8.8.8.8"])
    #expect(run.result.errors.hasPrefix("ipgeo: standard input:2: 'not-an-ip' "))
    #expect(try await read(text, ["--strict"]).result.end == .exit(2))
  }

  @Test func `the line is that of the file, comments, blanks and cells' lines counted`()
    async throws
  {
    try await withScene { scene in
      try scene.write("a", "# c\n\n8.8.8.8\r\nx\r\n")
      try scene.write("b.csv", "ip,n\n8.8.8.8,\"1\n2\n3\"\ny,a\n")
      try scene.write("c.jsonl", "\n{\"ip\":\"8.8.8.8\"}\n\n{\"ip\":\"z\"}\n")
      for (name, place) in [
        ("a", "a:4: 'x'"), ("b.csv", "b.csv:5: 'y'"), ("c.jsonl", "c.jsonl:4: 'z'"),
      ] {
        let result = try await scene.batch([name])
        #expect(result.errors.hasPrefix("ipgeo: \(place) "), "\(result.errors)")
      }
    }
  }

  @Test func `what would move a terminal is escaped, wherever it comes from`() async throws {
    let evil = "\u{1B}[2J\u{7}\u{202E}\u{9B}31m\u{7F}"
    try await withScene { scene in
      try scene.write("in\(evil)\nx", "8.8.8.8\n\(evil)\n")
      try scene.write("a.csv", "ip,\(evil)\n8.8.8.8,1,2\n")
      try scene.write("b.csv", "ip,n\n8.8.8.8,1\n")
      try scene.write("c.csv", "\(evil),n\n1.2.3.4,5.6.7.8\n")
      for (arguments, end) in [
        (["in\(evil)\nx"], RunEnd.exit(0)), (["a.csv"], .exit(0)), (["a.csv", "b.csv"], .exit(65)),
        (["a.csv", "--ip-field", evil], .exit(65)), (["b.csv", "--ip-field", evil], .exit(64)),
        (["a.csv", "--ip-field", "q"], .exit(64)), (["c.csv"], .exit(64)),
        (["no\(evil)"], .exit(66)), (["b.csv", "-o", "x.\(evil)"], .exit(64)),
        (["--\(evil)"], .exit(64)), (["b.csv", "--prefix", "\(evil)"], .exit(0)),
        (["b.csv", "--trusted-proxy", evil], .exit(64)),
      ] {
        let result = try await scene.batch(arguments)
        #expect(result.end == end, "\(arguments): \(result.errors.debugDescription)")
        #expect(isHarmless(result.errors), "\(result.errors.debugDescription)")
      }
    }
  }

  @Test func `a long text is cut`() async throws {
    let run = try await read("8.8.8.8\n" + String(repeating: "x", count: 100_000) + "\n")
    #expect(run.result.errors.utf8.count < 1000, "\(run.result.errors.utf8.count)")
    let names = (0..<5000).map { "column\($0)" }.joined(separator: ",")
    let wide = try await read("\(names)\n8.8.8.8\n", ["--ip-field", "q"])
    #expect(wide.result.end == .exit(64) && wide.result.errors.utf8.count < 2000)
  }

  @Test func `without any address it is 65, with the first three also where it is quiet`()
    async throws
  {
    for arguments in [[], ["-q"]] {
      let run = try await read("u\nv\nw\nx\ny\n", arguments)
      #expect(run.result.end == .exit(65) && run.asked.isEmpty)
      #expect(try run.table.cells.count == 5, "every record has its row")
      for place in ["input:1: 'u'", "input:2: 'v'", "input:3: 'w'"] {
        #expect(run.result.errors.contains(place), "\(arguments): \(run.result.errors)")
      }
      #expect(!run.result.errors.contains("'x'"))
      #expect(run.result.errors.contains("read as list"))
    }
    let special = try await read("10.0.0.1\nx\n")
    #expect(special.result.end == .exit(0), "a special address is one")
  }

  @Test func `the summary names what each input was read as`() async throws {
    for (text, word) in [
      ("8.8.8.8\n", "list"), ("ip,n\n8.8.8.8,a\n", "csv (column ip)"),
      ("ip\tn\n8.8.8.8\ta\n", "tsv (column ip)"),
      ("{\"a\":{\"ip\":\"8.8.8.8\"}}\n", "jsonl (key a.ip)"),
    ] {
      let told = word.contains("a.ip") ? ["--ip-field", "a.ip"] : []
      #expect(try await read(text, told).readAs == word)
    }
  }

  @Test(arguments: ["ip,n\n", "{\"ip\":\"9.9.9.9\"}\n"])
  func `63: Ctrl-C in a table or in JSON lines leaves whole rows`(head: String) async throws {
    try await withScene { scene in
      let run = try scene.startBatch(["-f", "ip"], input: .open)
      let isTable = head.hasPrefix("ip")
      run.write(
        head + (isTable ? "8.8.8.8,a\n" : "") + (isTable ? "1.1.1.1,\"op" : "{\"ip\":\"1.1"))
      #expect(await run.hasLines(isTable ? 2 : 1))
      run.signal(SIGINT)
      let result = await run.result()
      #expect(result.end == .signal(SIGINT))
      let lines = result.text.split(separator: "\n")
      #expect(
        lines.last
          == (isTable ? "8.8.8.8,a,8.8.8.8" : "{\"ip\":\"9.9.9.9\",\"geo\":{\"ip\":\"9.9.9.9\"}}"))
    }
  }

  @Test func `54: | head ends a table quietly`() async throws {
    try await withScene { scene in
      let rows = publicAddresses(3000).map { "\($0),x\n" }.joined()
      try scene.write("in.csv", "ip,n\n" + rows)
      let run = try scene.startBatch(
        ["in.csv", "--batch-rate", "1000/1s", "--jobs", "1"], output: .head(1))
      let result = await run.result()
      #expect(result.end == .signal(SIGPIPE) && result.errors.isEmpty, "\(result)")
    }
  }
}
