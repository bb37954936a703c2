import Foundation
import IPGeoStandIn
import Testing

/// Runs that end before all is asked: `--max-requests`, `--max-time`, `--until`, and signals.
struct BudgetTests {
  @Test(arguments: [0, 1, 2, 5])
  func `--max-requests sends so many and no more, and a re-run carries on`(
    most: Int
  ) async throws {
    try await withScene { scene in
      let addresses = publicAddresses(700)
      try scene.write("in", list(addresses) + "10.0.0.1\n")
      let files = ["in", "-o", "out.csv", "--failures", "f", "--summary-file", "s"]
      let arguments = files + Scene.freely + ["-j", "2"]
      let result = try await scene.batch(arguments + ["--max-requests", "\(most)"])
      #expect(result.end == .exit(3))
      #expect(scene.server?.log.count == most)
      let verdicts = try Table(csv: try scene.read("out.csv")).verdicts
      #expect(verdicts.count == 701 && verdicts.last == "special/private-use")
      #expect(verdicts.dropLast().allSatisfy { $0 == "located" || $0 == "failed/budget" })
      // Where requests are what is short, each is a full batch.
      #expect(verdicts.count { $0 == "located" } == most * 100)
      #expect(try jsonLines(try scene.read("f")).count == 700 - most * 100)
      #expect(try Summary(try scene.read("s")).holds)
      #expect(result.errors.contains("stopped by a budget"), "\(result.errors)")
      let again = try await scene.batch(arguments)
      #expect(again.end == .exit(0))
      #expect(try Table(csv: try scene.read("out.csv"))["ip"] == addresses + ["10.0.0.1"])
      #expect(scene.hasAskedNothingTwice)
      #expect(scene.asked.sorted() == addresses.sorted())
    }
  }

  @Test func `exactly enough requests are no end by a budget`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(
        Scene.freely + ["--max-requests", "3", "-j", "1"],
        input: .text(list(publicAddresses(300))))
      #expect(result.end == .exit(0), "\(result.errors)")
      #expect(scene.server?.log.count == 3)
      #expect(!result.errors.contains("budget"))
    }
  }

  @Test func `a budget of none asks nothing, and what is known has its row`() async throws {
    try await withScene { scene in
      let addresses = publicAddresses(3)
      _ = try await scene.batch(input: .text(list([addresses[1]])))
      let result = try await scene.batch(["--max-requests", "0"], input: .text(list(addresses)))
      #expect(result.end == .exit(3))
      #expect(try result.table.verdicts == ["failed/budget", "located", "failed/budget"])
      let known = try await scene.batch(
        ["--max-requests", "0"], input: .text(list([addresses[1]])))
      #expect(known.end == .exit(0))
      #expect(scene.asked == [addresses[1]])
    }
  }

  @Test func `--max-time ends a run whose service is slow, and a re-run carries on`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.neverAnswer, on: .numbers([3]))]
    } _: { scene in
      let addresses = publicAddresses(500)
      try scene.write("in", list(addresses))
      let result = try await scene.batch(
        Scene.freely + ["in", "-o", "out.csv", "--max-time", "1s", "--timeout", "2s", "-j", "1"])
      #expect(result.end == .exit(3))
      #expect(result.errors.contains("--max-time 1s is used up"), "\(result.errors)")
      let table = try Table(csv: try scene.read("out.csv"))
      #expect(table["ip"] == addresses)
      #expect(table.verdicts.allSatisfy { $0 == "located" || $0 == "failed/budget" })
      #expect(table.verdicts.contains("failed/budget"))
      let again = try await scene.batch(Scene.freely + ["in", "-o", "out.csv"])
      #expect(again.end == .exit(0))
      #expect(
        try Table(csv: try scene.read("out.csv"))["status"].allSatisfy { $0 == "located" })
      #expect(scene.hasAskedNothingTwice)
    }
  }

  @Test func `--max-time ends a limit's wait`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(
        Scene.once + ["--max-time", "500ms"], input: .text(list(publicAddresses(400))),
        deadline: 40)
      #expect(result.end == .exit(3))
      let verdicts = try result.table.verdicts
      #expect(verdicts.count == 400 && verdicts.last == "failed/budget")
    }
  }

  /// The time of day, UTC, so many minutes from now.
  private func time(_ minutes: Double) -> String {
    let date = Date(timeIntervalSinceNow: minutes * 60)
    let seconds = Int(date.timeIntervalSince1970) % 86_400
    return String(format: "%02d:%02d", seconds / 3600, seconds / 60 % 60)
  }

  @Test func `--until a time that has passed asks nothing, and a re-run carries on`() async throws {
    try await withScene { scene in
      let addresses = publicAddresses(3)
      let utc: [String: String?] = ["TZ": "UTC0"]
      let result = try await scene.batch(
        ["--until", time(-2)], input: .text(list(addresses) + "10.0.0.1\n"), variables: utc)
      #expect(result.end == .exit(3))
      #expect(scene.asked.isEmpty)
      let verdicts = try result.table.verdicts
      #expect(
        verdicts == Array(repeating: "failed/budget", count: 3) + ["special/private-use"])
      #expect(result.errors.contains("has passed"), "\(result.errors)")
      // An hour to the east the same time is an hour ahead.
      let east = try await scene.batch(
        ["--until", time(60)], input: .text(list(addresses)), variables: ["TZ": "XXX-1"])
      #expect(east.end == .exit(3) && scene.asked.isEmpty, "\(east.errors)")
      let again = try await scene.batch(
        ["--until", time(60)], input: .text(list(addresses)), variables: utc)
      #expect(again.end == .exit(0), "\(again.errors)")
      #expect(scene.asked.count == 3)
    }
  }

  // MARK: Signals

  @Test(arguments: [SIGINT, SIGTERM])
  func `63: answers outlive a signal during a limit's wait: a re-run asks for the rest alone`(
    signal: Int32
  ) async throws {
    try await withScene { scene in
      let addresses = publicAddresses(350)
      try scene.write("in", list(addresses))
      let run = try scene.startBatch(Scene.once + ["in"])
      #expect(await run.complains("the service's limit is used up"))
      run.signal(signal)
      let result = await run.result()
      #expect(result.end == .signal(signal))
      let table = try result.table
      #expect(table["ip"] == addresses)
      #expect(table.verdicts.allSatisfy { $0 == "located" || $0 == "failed/interrupted" })
      #expect(table.verdicts.last == "failed/interrupted")
      #expect(result.errors.contains("350 records: "), "\(result.errors)")
      let again = try await scene.batch(["in", "--limit-file", "fresh.db"])
      #expect(again.end == .exit(0), "\(again.errors)")
      #expect(try again.table["status"].allSatisfy { $0 == "located" })
      #expect(scene.hasAskedNothingTwice)
      #expect(scene.asked.sorted() == addresses.sorted())
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `63: the same while requests are under way`(signal: Int32) async throws {
    let watch = RequestWatch()
    try await withScene {
      $0.faults = [FaultRule(.neverAnswer, on: .numbers([3, 4]))]
      $0.onRequest = { watch.note($0) }
    } _: { scene in
      let addresses = publicAddresses(500)
      try scene.write("in", list(addresses))
      let run = try scene.startBatch(Scene.freely + ["in", "-j", "2"])
      #expect(await watch.hasSeen(4))
      run.signal(signal)
      let result = await run.result()
      #expect(result.end == .signal(signal))
      #expect(try result.table["ip"] == addresses)
      #expect(result.errors.contains("500 records: "), "\(result.errors)")
      let again = try await scene.batch(Scene.freely + ["in"])
      #expect(again.end == .exit(0), "\(again.errors)")
      #expect(try again.table["status"].allSatisfy { $0 == "located" })
      #expect(scene.hasAskedNothingTwice)
    }
  }

  @Test func `63: a second signal ends a limit's wait at once`() async throws {
    try await withScene {
      // The first signal waits for what is under way.
      $0.faults = [FaultRule(.neverAnswer, on: .always)]
    } _: { scene in
      try scene.write("in", list(publicAddresses(300)))
      let run = try scene.startBatch(["in", "-o", "out.csv", "--no-cache"], deadline: 30)
      #expect(await waits { scene.server?.log.isEmpty == false })
      run.signal(SIGTERM)
      for _ in 0..<2000 where run.isRunning {
        run.signal(SIGTERM)
        await onThread { usleep(2000) }
      }
      #expect(await run.result().end == .signal(SIGTERM))
      #expect(!scene.exists("out.csv"))
    }
  }
}
