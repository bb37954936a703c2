import Testing

/// What an input is, is judged by a whole line and by what says something.
@Suite struct HeadTests {
  private static let combined =
    #"8.8.8.8 - - [01/Jan/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 5 "-" "-""# + "\n"

  /// The rows' statuses, with what the summary says of the format.
  private func run(_ input: String, _ words: [String] = []) async throws -> RunResult {
    var result: RunResult?
    try await withScene { scene in
      try scene.write("in", input)
      result = try await scene.batch(["in", "-f", "ip,status"] + words)
    }
    return try #require(result)
  }

  @Test func `a header longer than the head is whole`() async throws {
    let names = (0..<9000).map { "column_number_\($0)" }
    let input =
      (["ip"] + names).joined(separator: ",") + "\n"
      + (["8.8.8.8"] + names.map { _ in "1" }).joined(separator: ",") + "\n"
    let result = try await run(input)
    #expect(result.end == .exit(0))
    let lines = result.text.split(separator: "\n")
    #expect(lines.first?.hasSuffix(",column_number_8999,geo_ip,geo_status") == true)
    #expect(lines.last?.hasSuffix(",1,8.8.8.8,located") == true)
    #expect(!result.errors.contains("cells"))
  }

  @Test func `an address column behind the head is found`() async throws {
    let names = (0..<9000).map { "column_number_\($0)" }
    let input =
      (names + ["client_ip"]).joined(separator: ",") + "\n"
      + (names.map { _ in "1" } + ["8.8.8.8"]).joined(separator: ",") + "\n"
    let result = try await run(input)
    #expect(result.end == .exit(0), "\(result.errors)")
    #expect(result.text.hasSuffix(",8.8.8.8,8.8.8.8,located\n"))
  }

  @Test func `a key late in a long first line is found`() async throws {
    let line = #"{"a":""# + String(repeating: "x", count: 100_000) + #"","remote_addr":"8.8.8.8"}"#
    let result = try await run(line + "\n" + line + "\n")
    #expect(result.end == .exit(0), "\(result.errors)")
    #expect(result.errors.contains("key remote_addr"))
  }

  @Test(arguments: [
    String(repeating: "\0", count: 200_000), String(repeating: "\n", count: 70_000),
    String(repeating: "\r\n", count: 70_000), String(repeating: "\0", count: 70_000) + "\n",
  ])
  func `holes and blank lines in front say nothing`(start: String) async throws {
    let log = try await run(start + String(repeating: Self.combined, count: 50))
    #expect(log.end == .exit(0), "\(log.errors)")
    #expect(log.errors.contains("read as log (combined)"))
    #expect(log.text.split(separator: "\n").count { $0 == "8.8.8.8,located" } == 50)
    let table = try await run(start + "ip;n\n8.8.8.8;a\n")
    #expect(table.end == .exit(0), "\(table.errors)")
    #expect(table.text.split(separator: "\n").last == "8.8.8.8;a;8.8.8.8;located")
  }

  @Test(arguments: [["--top", "2"], ["--sort", "hits"], ["-u"], ["--dry-run", "--top", "2"]])
  func `a refused run ends`(words: [String]) async throws {
    let result = try await run("ip,client_ip\n8.8.8.8,1.1.1.1\n", words)
    #expect(result.end == .exit(64))
    #expect(result.output.isEmpty)
    try await withScene { scene in
      let missing = try await scene.batch(["nowhere"] + words)
      #expect(missing.end == .exit(66))
    }
  }

  @Test func `where no input can be read there is no header`() async throws {
    try await withScene { scene in
      #expect(try await scene.batch(["nowhere"]).output.isEmpty)
      try scene.write("array", #"[{"ip":"8.8.8.8"}]"#)
      let result = try await scene.batch(["array"])
      #expect(result.end == .exit(65) && result.output.isEmpty)
    }
  }

  @Test func `many empty files are no descriptors`() async throws {
    try await withScene { scene in
      let names = (0..<120).map { "e\($0)" }
      for name in names { try scene.write(name, "") }
      try scene.write("list", "10.0.0.1\n")
      let words = scene.batchArguments(names + ["list", "-f", "ip"])
      let run = try scene.start(
        program: "/bin/sh", ["-c", "ulimit -n 64; exec \"$@\"", "sh", Scene.command] + words)
      let result = await run.result()
      #expect(result.end == .exit(0), "\(result.errors)")
      #expect(result.text == "ip\n10.0.0.1\n")
    }
  }

  @Test func `quotes that never end cost a line's length`() async throws {
    let fields = "#Fields: date time c-ip cs-uri\n2026-01-01 00:00:00 8.8.8.8 /\n"
    let line = "2026-01-01 00:00:00 8.8.8.8 " + String(repeating: "\"a ", count: 300_000) + "\n"
    let result = try await run(fields + line + "2026-01-01 00:00:00 1.1.1.1 /\n")
    #expect(result.text.hasSuffix("1.1.1.1,located\n"), "\(result.errors)")
  }

  @Test func `names that come thousands of times are told at once`() async throws {
    let names = [String](repeating: "ip", count: 20_000).joined(separator: ",")
    let values = [String](repeating: "8.8.8.8", count: 20_000).joined(separator: ",")
    let result = try await run(names + "\n" + values + "\n")
    #expect(result.end == .exit(64))
    #expect(result.errors.contains("ip (column 1), ip (column 2)"))
  }

  @Test func `standard input that is a file is read once, where others come before it`()
    async throws
  {
    try await withScene { scene in
      try scene.write("first", "10.0.0.1\n")
      let path = try scene.write("second", "10.0.0.2\n10.0.0.3\n")
      let result = try await scene.batch(["first", "-", "-f", "ip"], input: .file(path))
      #expect(result.text == "ip\n10.0.0.1\n10.0.0.2\n10.0.0.3\n", "\(result.errors)")
    }
  }

  @Test func `a file that grew while another was read has its rows`() async throws {
    try await withScene { scene in
      try scene.write("grows", "")
      let run = try scene.startBatch(["-", "grows", "-f", "ip,status"], input: .open)
      run.write("10.0.0.1\n")
      #expect(await run.hasLines(2))
      try scene.write("grows", Self.combined)
      run.endInput()
      let result = await run.result()
      #expect(result.end == .exit(0), "\(result.errors)")
      #expect(
        result.text.split(separator: "\n") == ["ip,status", "10.0.0.1,special", "8.8.8.8,located"])
    }
  }
}

/// What pauses and junk must not change.
@Suite struct JunkTests {
  @Test func `a header's CRLF stays, wherever the input pauses`() async throws {
    try await withScene { scene in
      let run = try scene.startBatch(["-f", "status"], input: .open)
      run.write("ip,n\r")
      try await Task.sleep(for: .milliseconds(300))
      run.write("\n10.0.0.1,a\r\n")
      run.endInput()
      let result = await run.result()
      #expect(result.text == "ip,n,geo_status\r\n10.0.0.1,a,special\r\n")
    }
  }

  @Test func `a row that looks empty is one`() async throws {
    try await withScene { scene in
      let input = "ip,n\n\u{202E}\n\u{A0}\n\0\n \n\n10.0.0.1,a\n"
      let result = try await scene.batch(["-f", "status"], input: .text(input))
      let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count == 5, "\(lines)")
      #expect(lines[1...2].allSatisfy { $0.hasSuffix(",,invalid") })
    }
  }

  @Test func `where no line is a list's, words alone do not make one`() async throws {
    try await withScene { scene in
      let junk = String(repeating: "INFOstarting\n", count: 3000)
      let result = try await scene.batch(
        ["-f", "ip,status"], input: .text(junk + String(repeating: "from 8.8.8.8 x\n", count: 20)))
      #expect(result.end == .exit(0), "\(result.errors)")
      #expect(result.text.split(separator: "\n").count { $0 == "8.8.8.8,located" } == 20)
    }
  }
}
