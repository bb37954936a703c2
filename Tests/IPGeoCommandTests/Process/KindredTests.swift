import Foundation
import IPGeoStandIn
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Kin of the listed inputs.
struct KindredTests {
  @Test func `kin of 54: a pipe that closes while a reply is awaited is noticed`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.neverAnswer, on: .numbers(Set(2...100)))]
    } _: { scene in
      try scene.write("in", list(publicAddresses(250)))
      let run = try scene.startBatch(["in", "--jobs", "1"], output: .head(2), deadline: 20)
      #expect(await run.result().end == .signal(SIGPIPE))
    }
  }

  @Test func `kin of 54: so it is where SIGPIPE was ignored by who started it`() async throws {
    try await withScene { scene in
      try scene.write("in", list(publicAddresses(2000)))
      let words = scene.batchArguments(["in", "--batch-rate", "1000/1s"])
      let run = try scene.start(
        program: "/bin/sh", ["-c", "trap '' PIPE; exec \"$@\"", "sh", Scene.command] + words,
        output: .head(1))
      let result = await run.result()
      #expect(result.end == .signal(SIGPIPE) && result.errors.isEmpty, "\(result)")
    }
  }

  @Test func `kin of 59: eight bytes on a closed stdout are lost too, and told`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(
        ["--fields", "ip", "--header", "never"], input: .text("8.8.8.8\n"), output: .closed)
      #expect(result.end == .exit(74))
    }
  }

  @Test func `kin of 59: all three descriptors closed is a write error`() async throws {
    try await withScene { scene in
      try scene.write("in", "8.8.8.8\n")
      let result = try await scene.batch(
        ["in"], input: .closed, output: .closed, errors: .closed, deadline: 20)
      #expect(result.end == .exit(74))
    }
  }

  @Test func `kin of 63: one signal is enough though stdout takes nothing`() async throws {
    let watch = RequestWatch()
    try await withScene {
      $0.onRequest = { watch.note($0) }
    } _: { scene in
      try scene.write("in", list(publicAddresses(3000)))
      let run = try scene.startBatch(
        ["in", "--batch-rate", "1000/1s"], output: .stalled, deadline: 20)
      #expect(await watch.hasSeen(10))
      run.signal(SIGTERM)
      #expect(await run.result().end == .signal(SIGTERM))
    }
  }

  @Test func `kin of 63: a signal while the wait after a failure lasts`() async throws {
    let watch = RequestWatch()
    try await withScene {
      $0.faults = [FaultRule(.status(503, retryAfter: "250"), on: .always)]
      $0.onRequest = { watch.note($0) }
    } _: { scene in
      let addresses = publicAddresses(100)
      let run = try scene.startBatch(input: .text(list(addresses)), deadline: 20)
      #expect(await watch.hasSeen(1))
      run.signal(SIGINT)
      let result = await run.result()
      #expect(result.end == .signal(SIGINT))
      let table = try result.table
      #expect(table["ip"] == addresses)
      #expect(table.verdicts.allSatisfy { $0.hasPrefix("failed/") })
    }
  }

  @Test func `kin of 19: a folder as stdin cannot be read`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(input: .file(scene.folder.path))
      #expect(result.end == .exit(66))
    }
  }

  @Test func `kin of 19: a FIFO is read as it comes`() async throws {
    try await withScene { scene in
      #expect(mkfifo(scene.path("fifo"), 0o600) == 0)
      let run = try scene.startBatch(["fifo"])
      let writer = try scene.start(
        program: "/bin/sh", ["-c", "exec cat > fifo"], input: .open)
      writer.write("8.8.8.8\n")
      #expect(await run.hasLines(2))
      writer.write("1.1.1.1\n")
      writer.endInput()
      #expect(try await run.result().table["ip"] == ["8.8.8.8", "1.1.1.1"])
    }
  }

  @Test func `kin of 31: the text of an invalid record is quoted and escaped`() async throws {
    try await withScene { scene in
      let text = "a,\"b\",\u{7}é=\\c"
      let input = RunInput.text("8.8.8.8\n\(text)\n")
      #expect(try await scene.batch(input: input).table["ip"] == ["8.8.8.8", text])
      let lines = try await scene.batch(["--format", "jsonl"], input: input)
      #expect(try lines.objects.map { $0["ip"] as? String } == ["8.8.8.8", text])
    }
  }

  @Test func `kin of 8: text after an address is named`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(
        ["--input-format", "list"], input: .text("1.1.1.1\n8.8.8.8 foo\n8.8.8.8\tbar baz\n"))
      #expect(
        try result.table.verdicts == [
          "located", "invalid/trailing-text", "invalid/trailing-text",
        ])
      #expect(scene.asked == ["1.1.1.1"])
    }
  }

  @Test func `kin of 8: all pairs and ends, and only one of them`() async throws {
    try await withScene { scene in
      let good = [
        "'8.8.8.8'", "[8.8.8.8]", "{8.8.8.8}", "\u{FEFF}8.8.8.8", "8.8.8.8;",
        "\u{2009}8.8.8.8\u{3000}",
        "\"[2001:4860:4860::8888]:53\"", "(8.8.8.8:53)",
      ]
      let bad = ["((8.8.8.8))", "(8.8.8.8", "8.8.8.8)", "8.8.8.8..", "8.8.8.8,;", ",8.8.8.8"]
      let result = try await scene.batch(
        ["--input-format", "list"], input: .text(list(["1.1.1.1"] + good.prefix(6) + bad)))
      let table = try result.table
      for (ip, status) in zip(table["ip"], table["status"]).dropFirst().prefix(6) {
        #expect(status == "located" || ip.contains("{"), "\(ip)")
      }
      for (index, text) in bad.enumerated() {
        #expect(table["status"][7 + index] == "invalid", "\(text)")
      }
    }
  }

  @Test func `kin of 20: memory does not grow with the number of records`() async throws {
    try await withScene { scene in
      let addresses = publicAddresses(1000)
      let run = try scene.startBatch(
        ["--batch-rate", "1000/1s", "-q"], input: .open, output: .file("/dev/null"),
        deadline: 100)
      let block = list(addresses)
      await onThread { for _ in 0..<500 { run.write(block) } }
      if let peak = run.peakMemory { #expect(peak < 120 << 20, "\(peak >> 20) MB") }
      run.endInput()
      #expect(await run.result().end == .exit(0))
    }
  }

  @Test func `kin of 20: nor with the length of a line`() async throws {
    try await withScene { scene in
      let run = try scene.startBatch(input: .open, deadline: 100)
      run.write("8.8.8.8\n")
      let block = [UInt8](repeating: 0x61, count: 1 << 20)
      await onThread { for _ in 0..<200 { run.write(block) } }
      if let peak = run.peakMemory { #expect(peak < 120 << 20, "\(peak >> 20) MB") }
      run.write("\n1.1.1.1\n")
      run.endInput()
      #expect(
        try await run.result().table.verdicts == ["located", "invalid/line-too-long", "located"])
    }
  }

  @Test func `kin of 57: an output that is the input by a link in its folder`() async throws {
    try await withScene { scene in
      try FileManager.default.createDirectory(
        atPath: scene.path("real"), withIntermediateDirectories: false)
      try scene.write("real/a.csv", "8.8.8.8\n")
      symlink("real", scene.path("alias"))
      symlink("../real/a.csv", scene.path("real/b.csv"))
      for output in ["alias/a.csv", "real/b.csv", "alias/b.csv"] {
        let result = try await scene.batch(["real/a.csv", "-o", output])
        #expect(result.end == .exit(64), "\(output)")
      }
      let second = try await scene.batch(["/dev/null", "real/a.csv", "-o", "alias/a.csv"])
      #expect(second.end == .exit(64))
      #expect(try scene.read("real/a.csv") == "8.8.8.8\n")
    }
  }

  @Test func `kin of 57: the partial file is not an input either`() async throws {
    try await withScene { scene in
      try scene.write("out.csv.partial", "8.8.8.8\n")
      let result = try await scene.batch(["out.csv.partial", "-o", "out.csv"])
      let isKept =
        try scene.exists("out.csv.partial") && scene.read("out.csv.partial") == "8.8.8.8\n"
      // Either it is refused, or the rows are right and the run has not eaten its own input.
      #expect(result.end == .exit(64) && isKept || result.end == .exit(0))
      if result.end == .exit(0) {
        #expect(try Table(csv: try scene.read("out.csv"))["status"] == ["located"])
      }
    }
  }
}
