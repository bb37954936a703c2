import Foundation
import IPGeoStandIn
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `--format table` on the built command.
///
/// How wide a column is depends on the rows that are there when the first one is shown; so only the
/// words of each line are compared here.
struct TableFormatTests {
  private func words(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
      line.split(separator: " ").joined(separator: " ")
    }
  }

  @Test func `some columns of ours alone, whatever the input is`() async throws {
    try await withScene { scene in
      try scene.write("in.csv", "name,ip\na,8.8.8.8\nb,\"10.0.0.1\"\nc,x\n")
      try scene.write("in.jsonl", "{\"ip\":\"8.8.8.8\"}\n{\"ip\":\"10.0.0.1\"}\n{\"ip\":\"x\"}\n")
      var texts: [String] = []
      for name in ["in.csv", "in.jsonl"] {
        let result = try await scene.batch([name, "--format", "table"])
        #expect(result.end == .exit(0), "\(result.errors)")
        texts.append(result.text)
      }
      #expect(words(texts[0]) == words(texts[1]))
      let lines = words(texts[0])
      try #require(lines.count == 5, "\(texts[0])")
      #expect(lines[0] == "ip status reason country city as_org")
      #expect(lines[1].allSatisfy { $0 == "-" || $0 == " " })
      #expect(lines[2].hasPrefix("8.8.8.8 located "))
      #expect(lines[3...] == ["10.0.0.1 special private-use", "x invalid not-an-address"])
    }
  }

  @Test func `columns are chosen, changed, and left without names as anywhere`() async throws {
    try await withScene { scene in
      let list = RunInput.text("10.0.0.1\n10.0.0.1\n192.168.0.1\n")
      let chosen = try await scene.batch(
        ["--format", "table", "-f", "reason,ip", "--header", "never"], input: list)
      #expect(
        words(chosen.text)
          == ["private-use 10.0.0.1", "private-use 10.0.0.1", "private-use 192.168.0.1"])
      let unique = try await scene.batch(
        ["--format", "table", "-u", "-f", "-country,-city,-as_org"], input: list)
      #expect(
        unique.text == """
          ip           status   reason       hits
          -----------  -------  -----------  ----
          10.0.0.1     special  private-use     2
          192.168.0.1  special  private-use     1

          """)
      let kept = try await scene.batch(
        ["--format", "table", "-f", "ip", "--keep-line"], input: .text("  10.0.0.1\u{1B}[2J\n"))
      #expect(kept.text.hasSuffix("10.0.0.1\\x1B[2J\n") && !kept.text.contains("\u{1B}"))
    }
  }

  @Test func `a slow pipe shows its lines`() async throws {
    try await withScene { scene in
      let run = try scene.startBatch(
        ["--format", "table", "-f", "ip,status,city"], input: .open)
      run.write("8.8.8.8\n")
      #expect(await run.hasLines(3))
      run.write("10.0.0.1\n")
      #expect(await run.hasLines(4))
      run.endInput()
      let result = await run.result()
      #expect(result.end == .exit(0))
      #expect(result.text.hasSuffix("\n10.0.0.1         special\n"), "\(result.text)")
    }
  }

  @Test func `nothing of an input without records but the names`() async throws {
    try await withBareScene { scene in
      let result = try await scene.batch(["--format", "table", "-f", "ip,city"])
      #expect(result.text == "ip  city\n--  ----\n" && result.errors.contains("no records"))
    }
  }

  @Test func `it goes into a file, and not with --excel`() async throws {
    try await withScene { scene in
      let list = RunInput.text("10.0.0.1\n")
      let plain = try await scene.batch(
        ["--format", "table", "-o", "o.txt", "--header", "never"], input: list)
      #expect(plain.end == .exit(0))
      #expect(words(try scene.read("o.txt")) == ["10.0.0.1 special private-use"])
      let excel = try await scene.batch(["--format", "table", "--excel"], input: list)
      #expect(excel.end == .exit(64))
    }
  }

  @Test func `at a terminal the status is coloured and lines fit`() async throws {
    try await withScene { scene in
      let text = String(repeating: "y", count: 190)
      try scene.write("in", "10.0.0.1\nx\(text)\n")
      // The pseudo-terminal says that it has no columns: then nothing is cut.
      let any = try await scene.batch(
        ["in", "--format", "table", "--header", "never", "-f", "ip,status"], output: .terminal)
      #expect(any.text.contains("x\(text)  \u{1B}[33minvalid\u{1B}[0m\r\n"), "\(any.text)")
      let run = try scene.start(
        program: "/bin/sh",
        ["-c", "stty cols 40; exec \"$@\"", "sh", Scene.command]
          + scene.batchArguments([
            "in", "--format", "table", "--header", "never", "-f", "ip,status,reason",
          ]), input: .terminal, output: .terminal)
      let lines = await run.result().text.split(separator: "\r\n")
      #expect(lines.count == 2, "\(lines)")
      for line in lines {
        let bare = line.replacing("\u{1B}[33m", with: "").replacing("\u{1B}[0m", with: "")
        #expect(bare.count <= 40, "\(line)")
      }
      #expect(lines.last?.contains("…") == true, "\(lines)")
      for (arguments, variables) in [
        (["--color", "never"], [:]), ([], ["NO_COLOR": "1"]),
      ] as [([String], [String: String?])] {
        let bare = try await scene.batch(
          ["in", "--format", "table"] + arguments, output: .terminal, variables: variables)
        #expect(!bare.text.contains("\u{1B}"))
      }
      let always = try await scene.batch(["in", "--format", "table", "--color", "always"])
      #expect(always.text.contains("\u{1B}[33minvalid\u{1B}[0m"))
      let csv = try await scene.batch(["in", "--color", "always"])
      #expect(!csv.text.contains("\u{1B}"))
    }
  }

  @Test func `a signal leaves all rows that there are`() async throws {
    try await withScene { scene in
      try scene.write("in", list(publicAddresses(250)))
      let run = try scene.startBatch(
        SignalTests.once + ["in", "--format", "table", "-f", "ip,status,reason"])
      #expect(await run.hasLines(102))
      run.signal(SIGINT)
      let result = await run.result()
      #expect(result.end == .signal(SIGINT))
      #expect(result.text.split(separator: "\n").count == 252)
      #expect(words(result.text).contains { $0.hasSuffix("failed interrupted") })
    }
  }
}
