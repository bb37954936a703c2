import Foundation
import Testing

/// What has no end takes no memory, and what comes after it is found.
@Suite struct HugeRecordTests {
  /// A format, and records of it around what is huge.
  struct Kind: Sendable, CustomTestStringConvertible {
    var format: String
    var before: String
    var after: String
    /// What a quoted text starts with.
    var quote = "\""

    var testDescription: String { format }
  }

  static let kinds: [Kind] = [
    Kind(format: "list", before: "10.0.0.1", after: "10.0.0.2"),
    Kind(
      format: "log", before: "10.0.0.1 - - [01/Jan/2026:00:00:00 +0000] \"GET / HTTP/1.1\" 200 5",
      after: "10.0.0.2 - - [01/Jan/2026:00:00:00 +0000] \"GET / HTTP/1.1\" 200 5"),
    Kind(format: "text", before: "from 10.0.0.1 port 22", after: "from 10.0.0.2 port 22"),
    Kind(format: "csv", before: "ip,note\n10.0.0.1,a", after: "10.0.0.2,b"),
    Kind(
      format: "jsonl", before: "{\"ip\":\"10.0.0.1\"}", after: "{\"ip\":\"10.0.0.2\"}",
      quote: "{\"ip\":\""),
  ]

  /// What is in 40 MB and, for comparison, in next to nothing.
  private static let sizes = [1 << 12, 40 << 20]
  /// 40 MB that were held, even once, would show.
  private static let room = 16 << 20

  /// The most memory that a run holds whose input has `size` bytes of some text in it.
  private func peak(
    _ kind: Kind, _ size: Int, of unit: [UInt8], after start: String, rows: Int
  ) async throws -> Int? {
    var peak: Int?
    try await withBareScene { scene in
      let summary = scene.path("summary")
      let run = try scene.startBatch(
        [
          "--offline", "--input-format", kind.format, "--format", "jsonl", "--fields", "ip,reason",
          "--summary-file", summary, "-q",
        ], input: .open, deadline: 240)
      await onThread { [self] in
        run.write("\(kind.before)\n\(start)")
        write(size, of: unit, to: run)
        run.write("\n\(kind.after)\n")
      }
      #expect(await run.hasLines(rows))
      peak = run.peakMemory
      #expect(run.isRunning)
      run.endInput()
      let result = await run.result()
      #expect(result.end == .exit(0), "\(result.errors)")
      let counts = try Summary(try scene.read("summary"))
      #expect(counts.holds && counts.records == rows && counts["special"] == 2)
      #expect(result.text.contains("\"ip\":\"10.0.0.2\""))
    }
    return peak
  }

  private func write(_ size: Int, of unit: [UInt8], to run: CommandRun) {
    let block = Array(repeatElement(unit, count: max(1, (1 << 16) / unit.count)).joined())
    for _ in 0..<max(1, size / block.count) where !run.write(block) { return }
  }

  private func expectFlat(_ peaks: [Int?]) {
    guard let small = peaks.first ?? nil, let large = peaks.last ?? nil else { return }
    #expect(large < small + Self.room, "\(large >> 20) MB instead of \(small >> 20)")
  }

  @Test(arguments: kinds) func `NULs without end`(kind: Kind) async throws {
    var peaks: [Int?] = []
    for size in Self.sizes {
      peaks.append(try await peak(kind, size, of: [0], after: "", rows: 2))
    }
    expectFlat(peaks)
  }

  @Test(arguments: kinds) func `a line without end`(kind: Kind) async throws {
    var peaks: [Int?] = []
    for size in Self.sizes {
      // Both are longer than the longest line, so that both have a row of their own.
      let size = max(size, 2 << 20)
      peaks.append(try await peak(kind, size, of: Array("abc def,".utf8), after: "", rows: 3))
    }
    expectFlat(peaks)
  }

  @Test(arguments: kinds) func `a quote that is never closed`(kind: Kind) async throws {
    var peaks: [Int?] = []
    for size in Self.sizes {
      let size = max(size, 2 << 20)
      peaks.append(
        try await peak(kind, size, of: Array("abcdefgh".utf8), after: kind.quote, rows: 3))
    }
    expectFlat(peaks)
  }

  @Test(arguments: ["\r\n", "\r"])
  func `a quoted cell of many lines that is never closed`(lineEnd: String) async throws {
    var peaks: [Int?] = []
    // More than the longest record in both, or its end is waited for.
    for size in [2 << 20, 24 << 20] {
      try await withBareScene { scene in
        let run = try scene.startBatch(
          [
            "--offline", "--input-format", "csv", "--summary-file", scene.path("summary"),
          ], input: .open, output: .file("/dev/null"), deadline: 240)
        let line = Array((String(repeating: "x", count: 2000) + ",y\(lineEnd)").utf8)
        await onThread { [self] in
          run.write("ip,note\(lineEnd)10.0.0.1,a\(lineEnd)\"")
          write(size, of: line, to: run)
          run.write("10.0.0.2,b\(lineEnd)010.8.8.8,c\(lineEnd)")
        }
        if lineEnd == "\r" { run.write("10.0.0.3,d\r\n") }
        // The first record of its reason is told of when it is written.
        #expect(await run.complains("010.8.8.8"))
        peaks.append(run.peakMemory)
        run.endInput()
        let result = await run.result()
        #expect(result.end == .exit(0), "\(result.errors)")
        let counts = try Summary(try scene.read("summary"))
        #expect(counts.holds && counts["special"] == (lineEnd == "\r" ? 3 : 2))
        #expect(counts.records > size / 2100 && counts["invalid"] > size / 2100)
      }
    }
    expectFlat(peaks)
  }
}
