import Foundation
import IPGeoStandIn
import Testing

/// Services that never end, never begin, or send too much: entries 44 to 46 of the inputs.
struct HostileServiceTests {
  static let cases: [(Fault, String)] = [
    (.trickle(bytes: 1, everyMilliseconds: 1000), "failed/timeout"),
    (.neverAnswer, "failed/timeout"),
    (.hugeBody(megabytes: 500), "failed/bad-response"),
    (.redirect(location: "http://127.0.0.1/login"), "failed/redirected"),
    (.html200, "failed/bad-response"),
    (.notHTTP, "failed/"), (.close, "failed/unreachable"), (.reset, "failed/unreachable"),
  ]

  @Test(arguments: [0, 1], cases)
  func `each ends in bounded time and memory with rows that say why`(
    retries: Int, what: (fault: Fault, verdict: String)
  ) async throws {
    try await withScene {
      $0.faults = [FaultRule(what.fault, on: .always)]
    } _: { scene in
      let run = try scene.startBatch(
        ["--timeout", "1s", "--retries", "\(retries)", "--format", "jsonl", "--failures", "f"],
        input: .open, deadline: 60)
      run.write(list(publicAddresses(100)))
      // The input stays open until the rows have come, so that its memory can be looked at.
      #expect(await run.hasLines(100))
      if let peak = run.peakMemory { #expect(peak < 150 << 20, "\(peak >> 20) MB") }
      run.endInput()
      let result = await run.result()
      #expect(result.end == .exit(2) || result.end == .exit(69), "\(result.end)")
      let rows = try result.objects
      #expect(rows.count == 100)
      #expect(rows.allSatisfy { verdict($0).hasPrefix(what.verdict) }, "\(rows.map(verdict))")
      let messages = try jsonLines(try scene.read("f")).map { $0["message"] as? String ?? "" }
      #expect(messages.count == 100 && messages.allSatisfy { !$0.isEmpty })
      #expect((scene.server?.log.count ?? 0) <= 8)
    }
  }

  @Test func `45: a hundred thousand brackets are a bad response`() async throws {
    let service = try ScriptedService { _ in
      ScriptedService.Reply(body: String(repeating: "[", count: 100_000))
    }
    defer { service.stop() }
    try await withBareScene { scene in
      let result = try await scene.batch(
        ["--api-url", service.url, "--retries", "0"], input: .text(list(publicAddresses(100))))
      #expect(result.end == .exit(2))
      #expect(try result.table.verdicts.allSatisfy { $0 == "failed/bad-response" })
    }
  }

  @Test func `46: a closed port is unreachable, and five such requests stop the run`()
    async throws
  {
    try await ScriptedService.withDeadPort { port in
      try await withBareScene { scene in
        let result = try await scene.batch(
          ["--api-url", "http://127.0.0.1:\(port)", "--batch-rate", "1000/1s"],
          input: .text(list(publicAddresses(900)) + "10.0.0.1\n"))
        #expect(result.end == .exit(69))
        let verdicts = try result.table.verdicts
        #expect(verdicts.count == 901 && verdicts.last == "special/private-use")
        #expect(verdicts.dropLast().allSatisfy { $0 == "failed/unreachable" })
        #expect(result.errors.contains("127.0.0.1"), "\(result.errors)")
      }
    }
  }

  @Test func `46: connections that are reset are tried again, with growing waits`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.reset, on: .always)]
    } _: { scene in
      let result = try await scene.batch(
        ["--retries", "2"], input: .text(list(publicAddresses(100))))
      #expect(result.end == .exit(2))
      let arrivals = scene.server?.log.map(\.arrivalNanoseconds) ?? []
      try #require(arrivals.count == 3)
      #expect(arrivals[1] - arrivals[0] >= 200_000_000)
      #expect(arrivals[2] - arrivals[1] >= 400_000_000)
    }
  }

  @Test func `--retries says how often, and success ends the trying`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.status(502), on: .always, times: 2)]
    } _: { scene in
      let result = try await scene.batch(
        ["--failures", "f"], input: .text(list(publicAddresses(100))))
      #expect(result.end == .exit(0))
      #expect(scene.server?.log.count == 3)
      #expect(try scene.read("f").isEmpty)
    }
  }

  @Test func `a 5xx to the end is told with its status`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.status(503, body: "<html>"), on: .always)]
    } _: { scene in
      let result = try await scene.batch(
        ["--retries", "1", "--failures", "f"], input: .text(list(publicAddresses(100))))
      #expect(result.end == .exit(2))
      #expect(try result.table.verdicts.allSatisfy { $0 == "failed/http-status" })
      let failure = try #require(try jsonLines(try scene.read("f")).first)
      #expect(failure["http_status"] as? Int == 503 && failure["attempts"] as? Int == 2)
      #expect(failure["retryable"] as? Bool == true)
    }
  }
}
