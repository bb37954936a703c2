import Foundation
import IPGeoStandIn
import IPGeoStore
import Testing

/// Runs that ask nothing, or get nothing: known and old answers, plans, what failed and is asked
/// again.
struct OfflineTests {
  // MARK: Asking nothing

  @Test(arguments: ["--cache-only", "--offline"])
  func `known answers only, and nothing is asked`(option: String) async throws {
    try await withScene { scene in
      try scene.put([
        answer("8.8.8.8", daysAgo: 1), answer("1.1.1.1", city: nil, daysAgo: 1),
        answer("8.8.4.4", daysAgo: 50),
      ])
      try scene.write("in", "8.8.8.8\n1.1.1.1\n9.9.9.9\n8.8.4.4\n10.0.0.1\n8.8.8.8\nx\n")
      let result = try await scene.batch([option, "--failures", "f", "in"])
      #expect(result.end == .exit(2))
      #expect(
        try result.table.verdicts == [
          "located", "unknown/no-data", "failed/not-known", "failed/not-known",
          "special/private-use", "located", "invalid/not-an-address",
        ])
      let failures = try jsonLines(scene.read("f"))
      #expect(failures.map(verdict).filter { $0 == "failed/not-known" }.count == 2)
      #expect(scene.server?.counters.connections == 0)
      // Nobody asks, so that there is no limit to keep.
      #expect(!FileManager.default.fileExists(atPath: scene.place("XDG_STATE_HOME") + "/ipgeo"))
      let known = try await scene.batch([option], input: .text("8.8.8.8\n10.0.0.1\n"))
      #expect(known.end == .exit(0) && known.messages.isEmpty)
    }
  }

  @Test(arguments: ["--cache-only", "--offline"])
  func `without a store nothing is known`(option: String) async throws {
    try await withScene { scene in
      let result = try await scene.batch(
        [option, "--fail-above", "100"], input: .text("8.8.8.8\n10.0.0.1\n"))
      #expect(result.end == .exit(0))
      #expect(try result.table.verdicts == ["failed/not-known", "special/private-use"])
      #expect(scene.server?.counters.connections == 0)
    }
  }

  @Test func `--offline and --no-cache together answer what is special`() async throws {
    try await withScene { scene in
      try scene.put([answer("8.8.8.8", daysAgo: 1)])
      let result = try await scene.batch(
        ["--offline", "--no-cache"], input: .text("8.8.8.8\n10.0.0.1\n"))
      #expect(result.end == .exit(2))
      #expect(try result.table.verdicts == ["failed/not-known", "special/private-use"])
      #expect(scene.server?.counters.connections == 0)
    }
  }

  // MARK: Old answers

  @Test func `--stale-ok: an old answer where the service is down, as old as it is`() async throws {
    try await ScriptedService.withDeadPort { port in
      try await withBareScene { scene in
        let old = try answer("8.8.8.8", daysAgo: 45)
        try scene.put([old, answer("1.1.1.1", daysAgo: 55)])
        try scene.write("in", "8.8.8.8\n")
        let words = ["--api-url", "http://127.0.0.1:\(port)", "--retries", "0"]
        let stale = try await scene.batch(words + ["--stale-ok", "50d", "in"])
        #expect(stale.end == .exit(0))
        let table = try stale.table
        #expect(table["city"] == ["Old Town"])
        let asked = Date(timeIntervalSince1970: Double(old.askedAt))
        #expect(table["looked_up_at"] == [ISO8601DateFormatter().string(from: asked)])
        // To the day: this one is five days too old.
        let both = try await scene.batch(
          words + ["--stale-ok", "50d"], input: .text("8.8.8.8\n1.1.1.1\n"))
        #expect(both.end == .exit(2))
        #expect(try both.table.verdicts == ["located", "failed/unreachable"])
        #expect(try await scene.batch(words + ["in"]).end == .exit(2))
      }
    }
  }

  @Test func `--stale-ok: a run that stops asking serves what is old, and exits 69`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.status(403), on: .always)]
    } _: { scene in
      let addresses = publicAddresses(250)
      try scene.put(addresses.dropLast().map { try answer($0, daysAgo: 45) })
      try scene.write("in", list(addresses))
      for _ in 1...2 {
        let result = try await scene.batch(["--stale-ok", "50d", "in"])
        #expect(result.end == .exit(69))
        let verdicts = try result.table.verdicts
        #expect(verdicts.count { $0 == "located" } == 249)
        #expect(verdicts.last == "failed/refused")
      }
      // The second run obeyed what the first was told.
      #expect(scene.server?.log.count ?? 0 <= 16)
      let log = scene.server?.log.count
      _ = try await scene.batch(["--stale-ok", "50d", "in"])
      #expect(scene.server?.log.count == log)
    }
  }

  @Test func `--stale-ok: who can be asked is asked`() async throws {
    try await withScene { scene in
      try scene.put([answer("8.8.8.8", daysAgo: 45)])
      let result = try await scene.batch(["--stale-ok", "50d"], input: .text("8.8.8.8\n"))
      #expect(try result.table["city"] == ["Ashburn"])
      #expect(scene.asked == ["8.8.8.8"])
    }
  }

  // MARK: What failed

  static let failures: [(Fault, Int)] = [
    (.tooManyRequests(headers: false), 150), (.status(403, body: "no"), 150),
    (.status(500), 150), (.status(404), 150), (.html200, 150), (.emptyBody200, 150),
    (.halfJSON, 150), (.cut(afterBytes: 40), 150), (.reset, 150), (.neverAnswer, 150),
    (.notHTTP, 150), (.redirect(location: "/login"), 150), (.notArray, 150),
    (.emptyArray, 150), (.illTyped, 1), (.outOfRange, 1), (.withoutQuery, 1),
    (.failed(message: "invalid query"), 1), (.html200, 1), (.cut(afterBytes: 40), 1),
  ]

  @Test(arguments: failures)
  func `42: what failed is not kept, and is asked the next time`(
    fault: Fault, count: Int
  ) async throws {
    try await withScene {
      $0.faults = [FaultRule(fault, on: .always)]
    } _: { scene in
      try scene.write("in", list(publicAddresses(count)))
      let first = try await scene.batch(
        [
          "--retries", "0", "--timeout", "400ms", "--batch-rate", "1000/50ms", "--single-rate",
          "1000/50ms", "in",
        ])
      #expect(try first.table["status"].allSatisfy { $0 == "failed" })
      #expect(try await scene.answers() == 0)
      var configuration = StandInServer.Configuration()
      configuration.batchLimit = nil
      configuration.singleLimit = nil
      let good = try StandInServer(configuration: configuration)
      defer { good.stop() }
      let second = try await scene.batch(["--api-url", good.baseURL, "in"])
      #expect(second.end == .exit(0))
      #expect(try second.table["status"].allSatisfy { $0 == "located" })
      #expect(good.counters.asked == count)
    }
  }
}
