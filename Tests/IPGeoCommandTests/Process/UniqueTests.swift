import IPGeoStandIn
import Testing

/// `--unique`, `--sort hits` and `--top`.
struct UniqueTests {
  static let input =
    "1.1.1.1\n8.8.8.8\nx\n::ffff:8.8.8.8\n10.0.0.1\n8.8.8.8\n10.0.0.1\n9.9.9.9\ny\n"

  @Test func `--unique gives one row per address in order of first sight, with hits`()
    async throws
  {
    try await withScene { scene in
      let result = try await scene.batch(
        ["--unique", "--summary-file", "s", "--failures", "f"], input: .text(Self.input))
      #expect(result.end == .exit(0))
      let table = try result.table
      #expect(table.header.prefix(4) == ["ip", "status", "reason", "hits"])
      #expect(table["ip"] == ["1.1.1.1", "8.8.8.8", "10.0.0.1", "9.9.9.9"])
      #expect(table["hits"] == ["1", "3", "2", "1"])
      #expect(
        table.verdicts == ["located", "located", "special/private-use", "located"])
      let sums = try Summary(try scene.read("s"))
      #expect(sums.holds && sums.records == 9 && sums["invalid"] == 2)
      #expect(try jsonLines(try scene.read("f")).map { $0["line"] as? Int } == [3, 9])
    }
  }

  @Test func `-u as JSON lines has hits as a number`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(
        ["-u", "--format", "jsonl"], input: .text("8.8.8.8\n8.8.8.8\n"))
      #expect(try result.objects.map { $0["hits"] as? Int } == [2])
    }
  }

  @Test func `leading counts add to the hits`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(
        ["--unique", "--summary-file", "s"],
        input: .text("     12 8.8.8.8\n      3 1.1.1.1\n      4 8.8.8.8\n"))
      #expect(try result.table["ip"] == ["8.8.8.8", "1.1.1.1"])
      #expect(try result.table["hits"] == ["16", "3"])
      let sums = try Summary(try scene.read("s"))
      #expect(sums.records == 3 && sums.holds)
    }
  }

  @Test func `--sort hits writes and asks the busiest first`() async throws {
    try await withScene { scene in
      // 150 addresses; the later, the busier.
      let addresses = publicAddresses(150)
      var lines: [String] = []
      for (index, address) in addresses.enumerated() {
        lines += Array(repeating: address, count: index + 1)
      }
      // One request at a time: two may arrive in either order.
      let result = try await scene.batch(
        ["--sort", "hits", "--jobs", "1"], input: .text(list(lines)))
      #expect(result.end == .exit(0))
      #expect(try result.table["ip"] == Array(addresses.reversed()))
      #expect(try result.table["hits"] == (1...150).reversed().map(String.init))
      // Both batches are under way at once, so that either may arrive first.
      let batches = scene.server?.log.filter { $0.endpoint == .batch } ?? []
      let full = batches.first { $0.queries.count == 100 }
      #expect(full.map { Set($0.queries) } == Set(addresses.suffix(100)))
    }
  }

  @Test func `equal hits keep the order of first sight`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(
        ["--sort", "hits"], input: .text("9.9.9.9\n8.8.8.8\n1.1.1.1\n1.1.1.1\n"))
      #expect(try result.table["ip"] == ["1.1.1.1", "9.9.9.9", "8.8.8.8"])
    }
  }

  @Test func `--top asks for the busiest only, and the rest is counted`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(
        ["--top", "2", "--summary-file", "s", "--failures", "f"], input: .text(Self.input))
      #expect(result.end == .exit(0))
      #expect(try result.table["ip"] == ["8.8.8.8", "10.0.0.1"])
      #expect(try result.table["hits"] == ["3", "2"])
      #expect(scene.asked == ["8.8.8.8"])
      let sums = try Summary(try scene.read("s"))
      #expect(sums.holds && sums.records == 9)
      #expect(sums["rest"] == 2 && sums["unasked"] == 2 && sums["invalid"] == 2)
      #expect(try jsonLines(try scene.read("f")).count == 2, "the rest is no failure")
      #expect(result.errors.contains("rest"), "\(result.errors)")
    }
  }

  @Test func `--top beyond what there is gives all, 0 is refused`() async throws {
    try await withScene { scene in
      let all = try await scene.batch(["--top", "99"], input: .text(Self.input))
      #expect(try all.table.cells.count == 4)
      #expect(try await scene.batch(["--top", "0"], input: .text(Self.input)).end == .exit(64))
    }
  }

  @Test func `an address that fails is one row and one failure with its records`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.status(502), on: .always)]
    } _: { scene in
      let result = try await scene.batch(
        ["--unique", "--retries", "0", "--failures", "f"],
        input: .text("8.8.8.8\n8.8.8.8\n8.8.8.8\n"))
      #expect(result.end == .exit(2))
      #expect(try result.table.verdicts == ["failed/http-status"])
      #expect(try jsonLines(try scene.read("f")).map { $0["records"] as? Int } == [3])
    }
  }
}
