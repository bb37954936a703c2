import Foundation
import IPGeoStandIn
import Testing

/// `--dry-run` and `--retry-failed`: what a run would do, and what is left of one.
struct PlanTests {
  private static let members = ["records", "invalid", "addresses", "local", "known"]

  private func plan(_ scene: Scene, _ words: [String]) async throws -> [String: Any] {
    let result = try await scene.batch(["--dry-run", "--format", "jsonl"] + words)
    #expect(result.end == .exit(0))
    let objects = try result.objects
    try #require(objects.count == 1)
    return objects[0]
  }

  @Test(arguments: [
    [], ["--refresh"], ["--max-age", "2d"], ["--max-age", "2d", "--stale-ok", "9d"],
    ["--no-cache"], ["--lang", "de"], ["-f", "ip,reverse"], ["--unique"], ["--cache-only"],
    ["--offline", "--max-age", "2d", "--stale-ok", "9d"], ["--stale-ok", "90d"],
  ])
  func `a plan counts as the run does`(options: [String]) async throws {
    try await withScene { scene in
      let addresses = publicAddresses(300)
      try scene.put(addresses.prefix(120).map { try answer($0, daysAgo: 5) })
      try scene.put([answer(addresses[200], daysAgo: 50)])
      try scene.write("in", list(addresses + addresses.prefix(20) + ["10.0.0.1", "x", "::1"]))
      let plan = try await plan(scene, options + ["in"])
      #expect(scene.server?.counters.connections == 0)
      let run = try await scene.batch(options + noWait + ["--summary-file", "s", "in"])
      let summary = try Summary(scene.read("s"))
      #expect(summary.holds && run.end != .hung)
      for name in Self.members {
        #expect(plan[name] as? Int == summary[name], "\(name)")
      }
      #expect(plan["to_ask"] as? Int == summary["asked"])
      #expect(plan["not_asked"] as? Int == summary["unasked"])
    }
  }

  @Test(arguments: [false, true])
  func `a plan asks nothing and leaves every file as it is`(hasStore: Bool) async throws {
    try await withScene { scene in
      let addresses = publicAddresses(30)
      if hasStore {
        _ = try await scene.batch(noWait, input: .text(list(Array(addresses.prefix(10)))))
        try scene.put([answer("9.9.9.9", daysAgo: 500)])
        try scene.write("out.csv", "old\n")
        try scene.write("f.jsonl", "old\n")
      }
      try scene.write("in", list(addresses))
      let (before, asked) = (scene.files, scene.asked.count)
      let connections = scene.server?.counters.connections
      for words in [
        ["in"], ["--format", "jsonl", "in"], ["--refresh", "-v", "in"], ["--no-cache", "in"],
        [
          "in", "-o", "out.csv", "--failures", "f.jsonl", "--summary-file", "s",
          "--status-file", "st", "--metrics", "m.prom", "--lock", "l", "--cache-only",
        ],
        ["--cache", "new/a.db", "--limit-file", "new/l.db", "in"],
      ] {
        let result = try await scene.batch(["--dry-run"] + words)
        #expect(result.end == .exit(0), "\(words) \(result.errors)")
        #expect(!result.output.isEmpty)
        let after = scene.files
        #expect(Set(after.keys) == Set(before.keys), "\(words)")
        #expect(after == before, "\(words)")
      }
      #expect(scene.asked.count == asked)
      #expect(scene.server?.counters.connections == connections)
    }
  }

  @Test func `a plan reads a store that another run is writing to`() async throws {
    try await withScene { scene in
      let run = try scene.startBatch(noWait, input: .open)
      run.write("8.8.8.8\n1.1.1.1\n")
      #expect(await run.hasLines(3))
      let known = try await self.plan(
        scene, ["--max-line", "1k", try scene.write("in", "8.8.8.8\n")])
      #expect(known["known"] as? Int == 1)
      run.write("9.9.9.9\n")
      run.endInput()
      #expect(await run.result().end == .exit(0))
      #expect(try await scene.answers() == 3)
    }
  }

  // MARK: Asking again

  @Test func `what failed is asked again, and then the first command asks nothing`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.status(500), on: .numbers([2, 3]), endpoint: .batch)]
    } _: { scene in
      let addresses = publicAddresses(400)
      try scene.write("in", list(addresses + ["10.0.0.1", "nonsense"] + addresses.prefix(50)))
      let words = noWait + ["--retries", "0", "--jobs", "1", "in"]
      let first = try await scene.batch(words + ["--failures", "f.jsonl"])
      #expect(first.end == .exit(2))
      let failed = Set(
        try jsonLines(scene.read("f.jsonl")).filter { $0["status"] as? String == "failed" }
          .compactMap { $0["ip"] as? String })
      #expect(failed.count == 200)
      let asked = scene.asked.count

      let again = try await scene.batch(noWait + ["--retry-failed", "f.jsonl"])
      #expect(again.end == .exit(0))
      #expect(Set(try again.table["ip"]) == failed)
      #expect(try again.table.cells.count == 200)
      #expect(try again.table["status"].allSatisfy { $0 == "located" })
      #expect(Set(scene.asked.dropFirst(asked)) == failed)
      #expect(scene.asked.count == asked + 200)

      let last = try await scene.batch(words)
      #expect(last.end == .exit(0))
      #expect(scene.asked.count == asked + 200)
      let verdicts = try last.table.verdicts
      #expect(verdicts.count { $0 == "located" } == 450)
      #expect(verdicts.count == 452)
    }
  }

  @Test func `a failure file may be read and replaced by the same run`() async throws {
    try await withScene {
      $0.faults = [
        FaultRule(.status(500), on: .numbers([1, 2, 3]), endpoint: .batch),
        FaultRule(.status(500), on: .numbers([5]), endpoint: .batch),
      ]
    } _: { scene in
      let addresses = publicAddresses(303)
      try scene.write("in", list(addresses))
      let terms =
        ["--batch-rate", "1000/1s", "--single-rate", "5/1s", "--retries", "0", "--jobs", "1"]
      func left() throws -> Int { try jsonLines(scene.read("f.jsonl")).count }
      let first = try await scene.batch(terms + ["--failures", "f.jsonl", "in"])
      #expect(first.end == .exit(2))
      let before = try left()
      #expect(before >= 290)
      let again = terms + ["--retry-failed", "f.jsonl", "--failures", "f.jsonl"]
      let second = try await scene.batch(again)
      #expect(second.end == .exit(2))
      #expect(try second.table.cells.count == before)
      let after = try left()
      #expect(after > 0 && after < before)
      let third = try await scene.batch(again)
      #expect(third.end == .exit(0))
      #expect(try third.table.cells.count == after)
      #expect(try left() == 0)
      let fourth = try await scene.batch(again)
      #expect(fourth.end == .exit(0) && fourth.errors.contains("no records"))
      #expect(scene.names == ["f.jsonl", "in"])
      let asked = scene.asked.count
      let last = try await scene.batch(["in"])
      #expect(last.end == .exit(0))
      #expect(try last.table["status"].allSatisfy { $0 == "located" })
      #expect(scene.asked.count == asked)
    }
  }
}
