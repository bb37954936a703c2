import Foundation
import IPGeoStandIn
import Testing

/// `--shard K/N`: the records of one part of all addresses.
@Suite struct ShardTests {
  /// Lines of public and special addresses, in several spellings, and of none.
  private static let lines: [String] = (0..<120).flatMap { number -> [String] in
    let address = "20.\(number % 7).\(number / 7).\(number % 50 + 1)"
    return [address, number % 3 == 0 ? "::ffff:\(address)" : "10.0.0.\(number)"]
      + (number % 10 == 0 ? ["no address \(number)", address + ":443"] : [])
  }

  /// Runs the shards one after the other, each with its summary.
  private func shards(
    _ count: Int, _ arguments: [String], _ scene: Scene
  ) async throws -> [(rows: [String], summary: Summary)] {
    var found: [(rows: [String], summary: Summary)] = []
    for number in 1...count {
      let result = try await scene.batch(
        ["--shard", "\(number)/\(count)", "--summary-file", "s\(number)"] + arguments)
      #expect(result.end == .exit(0), "\(result.errors)")
      let summary = try Summary(try scene.read("s\(number)"))
      #expect(summary.holds)
      found.append((result.text.split(separator: "\n").map(String.init), summary))
    }
    return found
  }

  @Test(arguments: [1, 2, 3, 8])
  func `the parts have every record between them once`(count: Int) async throws {
    try await withScene { scene in
      try scene.write("in", list(Self.lines))
      let columns = ["--header", "never", "-f", "line,ip,status,reason,city", "in"]
      let whole = try await scene.batch(columns)
      let parts = try await shards(count, columns, scene)
      let rows = whole.text.split(separator: "\n").map(String.init)
      func line(_ row: String) -> Int { Int(row.prefix { $0 != "," }) ?? 0 }
      #expect(parts.flatMap(\.rows).sorted { line($0) < line($1) } == rows)
      // Within a part the order is the input's.
      #expect(parts.allSatisfy { $0.rows == $0.rows.sorted { line($0) < line($1) } })
      for part in parts {
        #expect(part.summary.records == Self.lines.count)
        #expect(part.summary["other_shards"] == Self.lines.count - part.rows.count)
      }
      if count > 1 { #expect(parts.allSatisfy { $0.rows.count < Self.lines.count }) }
      // An address is asked in one part alone.
      let queries = (scene.server?.log ?? []).flatMap(\.queries)
      #expect(Set(queries).count == queries.count)
    }
  }

  @Test func `spellings of one address stay together, and what is none is in the first part`()
    async throws
  {
    try await withScene { scene in
      try scene.write("in", "8.8.8.8\n::ffff:8.8.8.8\n[::ffff:808:808]:53\nx\n\"8.8.8.8\"\n\n")
      let parts = try await shards(2, ["--header", "never", "-f", "ip", "in"], scene)
      #expect(parts.map(\.rows).contains { $0.count >= 4 })
      #expect(parts[0].rows.contains("x") && !parts[1].rows.contains("x"))
      #expect(parts[0].summary["invalid"] == 1 && parts[1].summary["invalid"] == 0)
    }
  }

  @Test func `it holds for --unique, and --top is of the part`() async throws {
    try await withScene { scene in
      try scene.write("in", list(Self.lines + Self.lines))
      let whole = try await scene.batch(["-u", "--header", "never", "-f", "ip,hits", "in"])
      let parts = try await shards(3, ["-u", "--header", "never", "-f", "ip,hits", "in"], scene)
      #expect(
        parts.flatMap(\.rows).sorted()
          == whole.text.split(separator: "\n").map(String.init).sorted())
      let top = try await shards(
        3, ["--top", "2", "--header", "never", "-f", "ip,hits", "in"], scene)
      #expect(top.allSatisfy { $0.rows.count == 2 && $0.summary["rest"] > 0 })
    }
  }

  @Test func `a table's cells pass through, and records of many lines count once`() async throws {
    try await withScene { scene in
      var table = "id,ip,note\n"
      for number in 0..<60 { table += "\(number),20.1.2.\(number),\"two\nlines\"\n" }
      try scene.write("in.csv", table)
      let whole = try await scene.batch(["-f", "city", "in.csv"])
      let parts = try await shards(4, ["-f", "city", "in.csv"], scene)
      #expect(parts.allSatisfy { $0.rows.first == "id,ip,note,geo_city" })
      let bodies = parts.map { $0.rows.dropFirst().joined(separator: "\n") }.joined(separator: "\n")
      #expect(
        bodies.split(separator: "\n").sorted()
          == whole.text.split(separator: "\n").dropFirst().map { $0 }.sorted())
    }
  }

  @Test func `an input whose addresses are all elsewhere is none without addresses`() async throws {
    try await withScene { scene in
      try scene.write("in", "8.8.8.8\n")
      let parts = try await shards(2, ["--header", "never", "-f", "ip", "in"], scene)
      #expect(parts.map(\.rows.count).sorted() == [0, 1])
      // Where nobody has an address, the first part says so.
      try scene.write("none", "x\ny\n")
      let first = try await scene.batch(["--shard", "1/2", "none"])
      let second = try await scene.batch(["--shard", "2/2", "none"])
      #expect(first.end == .exit(65) && second.end == .exit(0))
    }
  }

  @Test func `the end says how many records are of other shards`() async throws {
    try await withScene { scene in
      try scene.write("in", list(Self.lines))
      let result = try await scene.batch(["-v", "--shard", "2/3", "in"])
      #expect(result.errors.contains(" of other shards; "))
      #expect(result.errors.contains(" other_shards\n"))
    }
  }

  @Test func `a dry run plans the part alone`() async throws {
    try await withScene { scene in
      try scene.write("in", list(publicAddresses(300)))
      let whole = try await scene.batch(["--dry-run", "in"])
      let part = try await scene.batch(["--dry-run", "--shard", "1/3", "in"])
      #expect(
        whole.text.contains("300") && part.text != whole.text
          && !part.text.contains("300 addresses"))
    }
  }

  @Test func `records that were dropped and read again keep their part`() async throws {
    try await withScene { scene in
      // 24 MB, of which 16 are in flight: the first answer comes when the reader has filled them.
      let filler = String(repeating: "x", count: 4000)
      let log = (0..<6000).map { number in
        "20.\(number % 200).1.1 - - [01/Jan/2026:00:00:00 +0000] \"GET /\(filler)\(number) HTTP/1.1\" 200 5\n"
      }
      try scene.write("access.log", log.joined())
      let columns = ["--header", "never", "-f", "line,ip,status", "access.log"]
      let whole = try await scene.batch(columns + ["--no-cache"], deadline: 240)
      let parts = try await shards(2, columns + ["--no-cache"], scene)
      func line(_ row: String) -> Int { Int(row.prefix { $0 != "," }) ?? 0 }
      #expect(
        parts.flatMap(\.rows).sorted { line($0) < line($1) }
          == whole.text.split(separator: "\n").map(String.init))
    }
  }

  @Test(arguments: [
    "0/3", "4/3", "2", "2/", "/2", "a/b", "-1/2", "1/2/3", " 1/2", "1/65537", "1.5/2",
  ])
  func `what is no part is wrong use`(text: String) async throws {
    try await withScene { scene in
      let result = try await scene.batch(["--shard=\(text)"], input: .text("8.8.8.8\n"))
      #expect(result.end == .exit(64))
      #expect(
        result.errors
          == "ipgeo: --shard: '\(text)' is not one of some parts, such as 2/5: from 1/1 to 65536/65536\n"
      )
    }
  }
}
