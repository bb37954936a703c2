import Foundation
import IPGeoStandIn
import Testing

/// Pipes, closed descriptors and full disks: entries 54, 56 and 59 of the inputs.
struct StreamTests {
  static let once = ["--batch-rate", "1/1h", "--single-rate", "1/1h"]

  @Test func `54: a closed pipe ends it quietly, as SIGPIPE does`() async throws {
    try await withScene { scene in
      try scene.write("in", list(publicAddresses(3000)))
      let run = try scene.startBatch(
        ["in", "--batch-rate", "1000/1s", "--jobs", "1"], output: .head(1))
      let result = await run.result()
      #expect(result.end == .signal(SIGPIPE))
      #expect(result.errors.isEmpty, "\(result.errors)")
    }
  }

  @Test func `54: a pipe that closes during a limit's wait is noticed`() async throws {
    try await withScene { scene in
      try scene.write("in", list(publicAddresses(350)))
      let run = try scene.startBatch(Self.once + ["in"], output: .head(2))
      let result = await run.result()
      #expect(result.end == .signal(SIGPIPE))
      // That the limit makes it wait may be told, the pipe may not.
      #expect(!result.errors.contains("pipe") && !result.errors.contains("write"))
      #expect((scene.server?.log.count ?? 0) <= 2)
    }
  }

  @Test func `54: a pipe that closes while the input is silent is noticed`() async throws {
    try await withScene { scene in
      let run = try scene.startBatch(input: .open, output: .head(2))
      run.write("8.8.8.8\n")
      #expect(await run.result().end == .signal(SIGPIPE))
    }
  }

  @Test func `54: a pipe without a reader from the start costs no request`() async throws {
    try await withScene { scene in
      let run = try scene.startBatch(input: .text("8.8.8.8\n"), output: .head(0))
      let result = await run.result()
      #expect(result.end == .signal(SIGPIPE))
      #expect(result.errors.isEmpty, "\(result.errors)")
    }
  }

  @Test func `59: a full disk is exit 74 with one line that says so`() async throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    try await withScene { scene in
      try scene.write("in", list(publicAddresses(2500)))
      let result = try await scene.batch(
        ["-q", "in", "--jobs", "1"], output: .file("/dev/full"))
      #expect(result.end == .exit(74))
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(result.errors.lowercased().contains("no space"), "\(result.errors)")
      #expect((scene.server?.log.count ?? 0) < 20, "asking stops")
    }
  }

  @Test(arguments: ["-o", "--failures", "--summary-file"])
  func `59: so is a full disk under any other output`(option: String) async throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    try await withScene { scene in
      let result = try await scene.batch(
        [option, "/dev/full"] + (option == "-o" ? ["--format", "csv"] : []),
        input: .text("8.8.8.8\nx\n"))
      #expect(result.end == .exit(74))
      #expect(result.errors.lowercased().contains("no space"), "\(result.errors)")
    }
  }

  @Test func `a closed stdout is a write error`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(input: .text("8.8.8.8\n"), output: .closed)
      #expect(result.end == .exit(74))
      #expect(!result.errors.isEmpty)
    }
  }

  @Test func `a closed stdout does not matter with -o, nor do closed 0, 1 and 2`() async throws {
    try await withScene { scene in
      try scene.write("in", "8.8.8.8\n")
      let result = try await scene.batch(
        ["in", "-o", "out.csv"], input: .closed, output: .closed, errors: .closed)
      #expect(result.end == .exit(0))
      #expect(try Table(csv: try scene.read("out.csv"))["status"] == ["located"])
      #expect(try scene.read("in") == "8.8.8.8\n")
    }
  }

  @Test func `a closed stderr changes neither rows nor exit`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(
        ["-v"], input: .text("8.8.8.8\nx\n"), errors: .closed)
      #expect(result.end == .exit(0))
      #expect(try result.table["status"] == ["located", "invalid"])
    }
  }

  @Test func `each line of a slow pipe is answered as it comes`() async throws {
    try await withScene { scene in
      let run = try scene.startBatch(["--format", "jsonl"], input: .open)
      for (index, address) in ["8.8.8.8", "10.0.0.1", "x", "8.8.8.8", "1.1.1.1"].enumerated() {
        run.write(address + "\n")
        #expect(await run.hasLines(index + 1), "the row of \(address)")
      }
      run.endInput()
      let result = await run.result()
      #expect(result.end == .exit(0))
      #expect(try result.objects.map { $0["ip"] as? String }.count == 5)
      #expect(scene.asked == ["8.8.8.8", "1.1.1.1"])
    }
  }

  @Test func `a line that comes in pieces, and after a pause before the first byte`() async throws {
    try await withScene { scene in
      let run = try scene.startBatch(input: .open)
      for piece in ["8.8", ".8.8", "\n1.1.1.1\n"] {
        run.write(piece)
        await onThread { usleep(120_000) }
      }
      #expect(await run.hasLines(3))
      run.endInput()
      #expect(try await run.result().table["ip"] == ["8.8.8.8", "1.1.1.1"])
    }
  }

  @Test func `finished rows are flushed while the limit makes it wait`() async throws {
    try await withScene { scene in
      try scene.write("in", list(publicAddresses(300)))
      let run = try scene.startBatch(Self.once + ["in"])
      #expect(await run.hasLines(101))
      run.signal(SIGKILL)
    }
  }

  @Test func `56: stderr in a file has no movement and no colour`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.status(502), on: .numbers([1]))]
    } _: { scene in
      let input = list(publicAddresses(300)) + "x\n"
      for variables in [["NO_COLOR": "1"], ["TERM": "dumb"], [:]] {
        let result = try await scene.batch(
          ["-v", "--progress", "auto", "--batch-rate", "1000/1s"], input: .text(input),
          variables: variables)
        #expect(result.end == .exit(0))
        #expect(!result.errors.utf8.contains { $0 == 0x0D || $0 == 0x1B })
        #expect(try result.table.cells.count == 301)
      }
    }
  }

  @Test(arguments: ["NO_COLOR", "TERM"])
  func `56: at a terminal NO_COLOR and a dumb one get no colour`(variable: String) async throws {
    try await withScene { scene in
      let result = try await scene.batch(
        ["nowhere", "--progress", "never"], input: .terminal, errors: .terminal,
        variables: [variable: variable == "TERM" ? "dumb" : "1"])
      #expect(result.end == .exit(66))
      #expect(!result.errors.contains("\u{1B}["), "\(result.errors)")
      let coloured = try await scene.batch(
        ["nowhere", "--color", "always"], input: .null)
      #expect(coloured.errors.contains("\u{1B}["))
    }
  }

  @Test func `56: progress at a terminal never reaches the records`() async throws {
    try await withScene {
      $0.replyDelayMilliseconds = 300...300
    } _: { scene in
      let result = try await scene.batch(
        ["--jobs", "1", "--progress", "always", "--batch-rate", "1000/1s"],
        input: .stored(list(publicAddresses(400)), scene), errors: .terminal)
      #expect(result.end == .exit(0))
      #expect(try result.table.cells.count == 400)
      #expect(!result.output.contains(0x1B) && !result.output.contains(0x0D))
    }
  }

  @Test func `-q says nothing but errors`() async throws {
    try await withScene { scene in
      let good = try await scene.batch(["-q"], input: .text("8.8.8.8\nx\n"))
      #expect(good.end == .exit(0) && good.errors.isEmpty, "\(good.errors)")
      let bad = try await scene.batch(["-q", "nowhere"])
      #expect(bad.end == .exit(66) && bad.errors.contains("nowhere"))
    }
  }
}

extension RunInput {
  /// A file with this text.
  static func stored(_ text: String, _ scene: Scene) throws -> RunInput {
    .file(try scene.write("input-\(UUID())", text))
  }
}
