import Foundation
import IPGeoStandIn
import Testing

/// What is told of a run: failure records, sums, the summary line, exit codes.
struct AccountTests {
  static let keys: Set<String> = [
    "ip", "text", "status", "reason", "message", "retryable", "attempts", "http_status",
    "records", "file", "line", "at",
  ]

  @Test func `a failure record holds what was judged and where it stood`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.status(502), on: .always)]
    } _: { scene in
      try scene.write("a.txt", "# first\n\nnot an ip\u{1B}[2J\n8.8.8.8:443\n")
      try scene.write("b.txt", "10.0.0.1\n8.8.8.8\n")
      let result = try await scene.batch(
        ["--retries", "1", "--failures", "f", "--input-format", "list", "a.txt", "b.txt"])
      #expect(result.end == .exit(2))
      let records = try jsonLines(try scene.read("f"))
      try #require(records.count == 2)
      #expect(records.allSatisfy { Set($0.keys) == Self.keys }, "\(records.map(\.keys))")
      let invalid = records.first { $0["status"] as? String == "invalid" } ?? [:]
      #expect(invalid["ip"] is NSNull && invalid["line"] as? Int == 3)
      #expect((invalid["file"] as? String)?.hasSuffix("a.txt") == true)
      #expect((invalid["text"] as? String)?.hasPrefix("not") == true)
      #expect(invalid["retryable"] as? Bool == false)
      let failed = records.first { $0["status"] as? String == "failed" } ?? [:]
      #expect(failed["ip"] as? String == "8.8.8.8" && failed["line"] as? Int == 4)
      #expect(failed["records"] as? Int == 2 && failed["attempts"] as? Int == 2)
      #expect(failed["http_status"] as? Int == 502 && failed["retryable"] as? Bool == true)
      #expect(failed["reason"] as? String == "http-status")
      #expect((failed["message"] as? String)?.isEmpty == false)
      #expect((failed["at"] as? String)?.hasSuffix("Z") == true)
      #expect(try !scene.read("f").utf8.contains(0x1B))
    }
  }

  @Test func `the text of a failure is cut at 200 bytes`() async throws {
    try await withScene { scene in
      let word = String(repeating: "ü", count: 500)
      _ = try await scene.batch(["--failures", "f"], input: .text("8.8.8.8\n\(word)\n"))
      let text = try jsonLines(try scene.read("f")).first?["text"] as? String ?? ""
      #expect(!text.isEmpty && text.utf8.count <= 200)
    }
  }

  @Test func `without failures the file is empty, and replaces what stood there`() async throws {
    try await withScene { scene in
      try scene.write("f", "old\n")
      let result = try await scene.batch(["--failures", "f"], input: .text("8.8.8.8\n"))
      #expect(result.end == .exit(0))
      #expect(try scene.read("f").isEmpty)
      #expect(scene.names == ["f"])
    }
  }

  @Test func `both sums hold in the summary file`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.illTyped, on: .always, endpoint: .batch)]
    } _: { scene in
      let input = list(publicAddresses(100)) + "10.0.0.1\n10.0.0.1\nx\n\n8.8.8.x\n5.0.0.7\n"
      let result = try await scene.batch(["--summary-file", "s"], input: .text(input))
      #expect(result.end == .exit(2))
      let sums = try Summary(try scene.read("s"))
      #expect(sums.holds && sums.records == 105)
      #expect(sums["located"] == 100 && sums["special"] == 2)
      #expect(sums["unknown"] == 0 && sums["invalid"] == 2 && sums["failed"] == 1)
      #expect(sums["addresses"] == 101 && sums["local"] == 1 && sums["asked"] == 100)
    }
  }

  @Test func `the summary is one line, the sums come with -v`() async throws {
    try await withScene { scene in
      let input = RunInput.text("8.8.8.8\n10.0.0.1\n8.8.8.8\nx\n")
      let plain = try await scene.batch(input: input)
      let lines = plain.errors.split(separator: "\n")
      let summary = try #require(lines.last)
      for word in ["4 records", "2 located", "1 special", "1 invalid"] {
        #expect(summary.contains(word), "\(summary)")
      }
      #expect(lines.filter { $0.contains("4 records") }.count == 1)
      let verbose = try await scene.batch(["-v"], input: input)
      let sums = verbose.errors.split(separator: "\n").filter { $0.contains(" = ") }
      #expect(sums.count == 2, "\(verbose.errors)")
    }
  }

  @Test func `--fail-above bears so many per cent`() async throws {
    for (value, code) in [("0", 2), ("0.5%", 2), ("1", 0), ("1%", 0), ("100", 0)]
      as [(String, Int32)]
    {
      try await withScene {
        $0.faults = [FaultRule(.illTyped, on: .always, endpoint: .batch)]
      } _: { scene in
        let result = try await scene.batch(
          ["--fail-above", value], input: .text(list(publicAddresses(100))))
        #expect(result.end == .exit(code), "\(value)")
        #expect(try result.table["status"].count { $0 == "failed" } == 1)
      }
    }
  }

  @Test func `records without any address are exit 65, with their rows`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(input: .text("x\ny\n"))
      #expect(result.end == .exit(65))
      #expect(try result.table["status"] == ["invalid", "invalid"])
      let special = try await scene.batch(input: .text("10.0.0.1\n"))
      #expect(special.end == .exit(0))
    }
  }

  @Test func `input without any address is told once, with what to do`() async throws {
    try await withScene { scene in
      let input = RunInput.text(String(repeating: "nothing - - GET\n", count: 3))
      let result = try await scene.batch(input: input)
      #expect(result.end == .exit(65))
      #expect(
        result.errors.contains("no record held an address: read as list; "), "\(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 5, "\(result.errors)")
      let quiet = try await scene.batch(["-q"], input: input)
      #expect(quiet.errors.split(separator: "\n").count == 1)
      #expect(quiet.errors.contains("standard input:1: "), "\(quiet.errors)")
    }
  }

  @Test func `exit 2 is explained, also with -q`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.illTyped, on: .always)]
    } _: { scene in
      let failed = try await scene.batch(["-q"], input: .text("8.8.8.8\n10.0.0.1\n"))
      #expect(failed.end == .exit(2))
      #expect(failed.errors.contains("1 of 1 look-ups failed (bad-response)"), "\(failed.errors)")
      let strict = try await scene.batch(["-q", "--strict"], input: .text("10.0.0.1\nx\n"))
      #expect(strict.end == .exit(2))
      #expect(strict.errors.contains("1 record is invalid"), "\(strict.errors)")
    }
  }

  @Test func `no summary is told of an input that could not be opened`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(["nowhere", "-o", "x.csv"])
      #expect(result.end == .exit(66))
      #expect(!result.errors.contains("0 records"), "\(result.errors)")
      #expect(result.errors.contains("x.csv.partial"), "\(result.errors)")
    }
  }

  @Test func `--strict is exit 2 for an invalid record and 0 without one`() async throws {
    try await withScene { (scene) async throws in
      #expect(try await scene.batch(["--strict"], input: .text("8.8.8.8\nx\n")).end == .exit(2))
      #expect(try await scene.batch(["--strict"], input: .text("8.8.8.8\n")).end == .exit(0))
    }
  }

  @Test func `an unreadable input weighs more than failed look-ups`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.illTyped, on: .always)]
    } _: { scene in
      try scene.write("in", "8.8.8.8\nx\n")
      let result = try await scene.batch(["--strict", "in", "nowhere"])
      #expect(result.end == .exit(66))
      #expect(try result.table.verdicts == ["failed/bad-response", "invalid/not-an-address"])
    }
  }

  @Test func `stderr names the first invalid records, then counts`() async throws {
    try await withScene { scene in
      let input = "8.8.8.8\n" + String(repeating: "x\n", count: 10_000)
      let result = try await scene.batch(input: .text(input))
      #expect(result.end == .exit(0))
      #expect(result.errors.split(separator: "\n").count < 50)
    }
  }
}
