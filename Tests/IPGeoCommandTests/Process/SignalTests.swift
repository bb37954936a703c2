import Foundation
import IPGeoStandIn
import Testing

/// Ctrl-C, SIGTERM, and a terminal that goes away: entry 63 of the inputs.
struct SignalTests {
  static let once = ["--batch-rate", "1/1h", "--single-rate", "1/1h"]

  /// What must hold of a run of these addresses that a signal ended.
  private func holdsFinished(
    _ table: Table, _ addresses: [String], _ scene: Scene, _ result: RunResult
  ) {
    #expect(table["ip"] == addresses)
    let answered = scene.server?.answeredCounts ?? [:]
    for (address, verdict) in zip(addresses, table.verdicts) {
      let wanted = answered[address] == nil ? "failed/interrupted" : "located"
      #expect(verdict == wanted, "\(address)")
    }
    #expect(result.errors.contains("record"), "the summary: \(result.errors)")
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `in the middle of a limit's wait the rows are written and the signal ends it`(
    signal: Int32
  ) async throws {
    try await withScene { scene in
      let addresses = publicAddresses(350)
      try scene.write("in", list(addresses))
      let run = try scene.startBatch(Self.once + ["in"])
      #expect(await run.hasLines(101))
      run.signal(signal)
      let result = await run.result()
      #expect(result.end == .signal(signal))
      holdsFinished(try result.table, addresses, scene, result)
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `while requests are under way the same holds`(signal: Int32) async throws {
    let watch = RequestWatch()
    try await withScene {
      $0.faults = [FaultRule(.neverAnswer, on: .numbers(Set(4...100)))]
      $0.onRequest = { watch.note($0) }
    } _: { scene in
      let addresses = publicAddresses(1000)
      try scene.write("in", list(addresses))
      let run = try scene.startBatch(["in", "--batch-rate", "1000/1s", "--jobs", "2"])
      #expect(await run.hasLines(101))
      #expect(await watch.hasSeen(5))
      run.signal(signal)
      let result = await run.result()
      #expect(result.end == .signal(signal))
      #expect(try result.table["ip"] == addresses)
      let verdicts = try result.table.verdicts
      #expect(verdicts.count { $0 == "located" } >= 100)
      #expect(verdicts.allSatisfy { $0 == "located" || $0 == "failed/interrupted" })
    }
  }

  @Test func `Ctrl-C at the terminal is SIGINT`() async throws {
    try await withScene { scene in
      let addresses = publicAddresses(250)
      try scene.write("in", list(addresses))
      let run = try scene.startBatch(
        Self.once + ["in"], input: .terminal, errors: .terminal)
      #expect(await run.hasLines(101))
      run.write("\u{3}")
      let result = await run.result()
      #expect(result.end == .signal(SIGINT))
      #expect(try result.table["ip"] == addresses)
    }
  }

  @Test func `while the input is silent a signal ends it at once`() async throws {
    try await withScene { scene in
      let run = try scene.startBatch(input: .open)
      run.write("8.8.8.8\n")
      #expect(await run.hasLines(2))
      run.signal(SIGTERM)
      let result = await run.result()
      #expect(result.end == .signal(SIGTERM))
      #expect(try result.table.verdicts == ["located"])
    }
  }

  @Test func `a second signal ends it at once, though stdout takes nothing`() async throws {
    let watch = RequestWatch()
    try await withScene {
      $0.onRequest = { watch.note($0) }
    } _: { scene in
      // More rows than a pipe holds: the clean-up cannot end.
      try scene.write("in", list(publicAddresses(3000)))
      let run = try scene.startBatch(
        ["in", "--batch-rate", "1000/1s", "--failures", "f", "--summary-file", "s"],
        output: .stalled, deadline: 30)
      #expect(await watch.hasSeen(10))
      run.signal(SIGINT)
      for _ in 0..<2000 where run.isRunning {
        // Two signals of one number that come together are one: so it is sent until it counts.
        run.signal(SIGINT)
        await onThread { usleep(5000) }
      }
      #expect(await run.result().end == .signal(SIGINT))
      #expect(scene.names == ["in"], "\(scene.names)")
    }
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `58: with -o the target is untouched and the rows stand beside it`(
    signal: Int32
  ) async throws {
    let watch = RequestWatch()
    try await withScene {
      $0.onRequest = { watch.note($0) }
    } _: { scene in
      let addresses = publicAddresses(250)
      try scene.write("in", list(addresses))
      try scene.write("out.csv", "old\n")
      let run = try scene.startBatch(Self.once + ["in", "-o", "out.csv"])
      #expect(await watch.hasSeen(1))
      run.signal(signal)
      let result = await run.result()
      #expect(scene.names == ["in", "out.csv", "out.csv.partial"], "\(scene.names)")
      #expect(result.end == .signal(signal))
      #expect(try scene.read("out.csv") == "old\n")
      let partial = try Table(csv: try scene.read("out.csv.partial"))
      #expect(partial["ip"] == addresses)
      let again = try await scene.batch(["in", "-o", "out.csv", "--batch-rate", "1000/1s"])
      #expect(again.end == .exit(0))
      #expect(try Table(csv: try scene.read("out.csv"))["ip"] == addresses)
      #expect(scene.names == ["in", "out.csv"], "\(scene.names)")
    }
  }

  @Test func `58: after SIGKILL the target is untouched and the next run replaces all`()
    async throws
  {
    let watch = RequestWatch()
    try await withScene {
      $0.onRequest = { watch.note($0) }
    } _: { scene in
      let addresses = publicAddresses(250)
      try scene.write("in", list(addresses))
      try scene.write("out.csv", "old\n")
      let run = try scene.startBatch(Self.once + ["in", "-o", "out.csv"])
      #expect(await watch.hasSeen(1))
      run.signal(SIGKILL)
      #expect(await run.result().end == .signal(SIGKILL))
      #expect(try scene.read("out.csv") == "old\n")
      let again = try await scene.batch(["in", "-o", "out.csv", "--batch-rate", "1000/1s"])
      #expect(again.end == .exit(0))
      #expect(try Table(csv: try scene.read("out.csv"))["ip"] == addresses)
    }
  }

  @Test func `the summary of an interrupted run adds up`() async throws {
    try await withScene { scene in
      try scene.write("in", list(publicAddresses(250)) + "x\n10.0.0.1\n")
      let run = try scene.startBatch(
        Self.once + ["in", "--summary-file", "s", "--failures", "f"])
      #expect(await run.hasLines(101))
      run.signal(SIGINT)
      let result = await run.result()
      #expect(result.end == .signal(SIGINT))
      let sums = try Summary(try scene.read("s"))
      #expect(sums.records == 252 && sums.holds)
      #expect(try jsonLines(try scene.read("f")).count == sums["failed"] + 1)
    }
  }

  @Test func `--unique writes its rows with the hits so far`() async throws {
    try await withScene { scene in
      let run = try scene.startBatch(["--unique"], input: .open)
      run.write("8.8.8.8\n1.1.1.1\n8.8.8.8\n")
      // Nothing is written before the end; the look-ups show that the lines have been read.
      #expect(await onThread { Self.waitFor { scene.asked.count == 2 } })
      run.signal(SIGINT)
      let result = await run.result()
      #expect(result.end == .signal(SIGINT))
      #expect(try result.table["ip"] == ["8.8.8.8", "1.1.1.1"])
      #expect(try result.table["hits"] == ["2", "1"])
    }
  }

  private static func waitFor(_ condition: () -> Bool) -> Bool {
    for _ in 0..<6000 {
      if condition() { return true }
      usleep(5000)
    }
    return false
  }
}
