import Foundation
import IPGeoStandIn
import Testing

/// The service's limit and what it asks for: entries 38, 49 and 52 of the inputs.
struct LimitTests {
  static let fast = ["--batch-rate", "1000/300ms", "--single-rate", "1000/300ms"]

  @Test func `38: at X-Rl 0 nothing is sent for X-Ttl seconds`() async throws {
    try await withScene {
      $0.batchLimit = 3
      $0.windowMilliseconds = 1000
    } _: { scene in
      let addresses = publicAddresses(700)
      let result = try await scene.batch(
        Self.fast + ["--jobs", "1"], input: .text(list(addresses)))
      #expect(result.end == .exit(0))
      #expect(try result.table["ip"] == addresses)
      #expect(scene.server?.counters.total429 == 0)
    }
  }

  @Test(arguments: [
    Fault.tooManyRequests(ttl: 1), .tooManyRequests(ttl: 0),
    .tooManyRequests(headers: false),
    .tooManyRequests(ttl: 1, body: "Too many requests, slow down"),
    .tooManyRequests(retryAfter: "1", headers: false),
  ])
  func `38: a 429 puts the same addresses back and costs no attempt`(fault: Fault) async throws {
    try await withScene {
      $0.faults = [FaultRule(fault, on: .always, times: 2)]
    } _: { scene in
      let addresses = publicAddresses(250)
      let result = try await scene.batch(
        Self.fast + ["--retries", "0", "--jobs", "1"], input: .text(list(addresses)))
      #expect(result.end == .exit(0))
      let table = try result.table
      #expect(table["ip"] == addresses && table["status"].allSatisfy { $0 == "located" })
      #expect(scene.server?.answeredCounts.values.allSatisfy { $0 == 1 } == true)
    }
  }

  @Test func `38: all workers pause at a 429, for X-Ttl seconds`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.tooManyRequests(ttl: 2), on: .numbers([1]), endpoint: .batch)]
    } _: { scene in
      let result = try await scene.batch(
        Self.fast + ["--jobs", "1"], input: .text(list(publicAddresses(500))))
      #expect(result.end == .exit(0))
      let log = scene.server?.log ?? []
      let refused = try #require(log.firstIndex { $0.status == 429 })
      let next = try #require(log.dropFirst(refused + 1).first)
      #expect(next.arrivalNanoseconds - log[refused].arrivalNanoseconds >= 1_900_000_000)
    }
  }

  @Test func `38: six 429s in a row stop the run`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.tooManyRequests(headers: false), on: .always)]
    } _: { scene in
      let result = try await scene.batch(
        ["--batch-rate", "1000/50ms", "--single-rate", "1000/50ms", "--jobs", "1"],
        input: .text(list(publicAddresses(300)) + "10.0.0.1\n"))
      #expect(result.end == .exit(69))
      let verdicts = try result.table.verdicts
      #expect(verdicts.dropLast().allSatisfy { $0 == "failed/rate-limited" })
      #expect(verdicts.last == "special/private-use" && verdicts.count == 301)
      #expect(scene.server?.log.count == 6)
    }
  }

  @Test(arguments: [0, 1, 100, 101, 250])
  func `49: addresses go in batches of at most 100, each once`(count: Int) async throws {
    try await withScene { scene in
      let addresses = publicAddresses(count)
      let result = try await scene.batch(input: .text(list(addresses + addresses)))
      #expect(result.end == .exit(0))
      #expect(try result.table["ip"] == addresses + addresses)
      let log = scene.server?.log ?? []
      #expect(log.allSatisfy { $0.queries.count <= 100 })
      #expect(log.isEmpty == (count == 0))
      #expect(scene.asked.sorted() == addresses.sorted())
      if count == 250 { #expect(log.filter { $0.endpoint == .batch }.count == 3) }
    }
  }

  @Test func `49: a 422 is halved once`() async throws {
    try await withScene {
      $0.batchSize = 50
    } _: { scene in
      let addresses = publicAddresses(100)
      let result = try await scene.batch(input: .text(list(addresses)))
      #expect(result.end == .exit(0))
      #expect(try result.table["status"].allSatisfy { $0 == "located" })
      #expect(scene.server?.log.map(\.status).sorted() == [200, 200, 422])
    }
  }

  @Test func `49: a 422 for the halves too ends it`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.status(422), on: .always, endpoint: .batch)]
    } _: { scene in
      let result = try await scene.batch(input: .text(list(publicAddresses(100))))
      #expect(result.end == .exit(2))
      #expect(try result.table.verdicts.allSatisfy { $0 == "failed/http-status" })
      #expect(scene.server?.log.count == 3)
    }
  }

  @Test(arguments: [
    "0", "-1", "abc", "", "Thu, 01 Jan 1970 00:00:00 GMT", "1.5", "99999999999999999999x",
  ])
  func `52: a Retry-After that says nothing is no reason to wait or stop`(
    value: String
  ) async throws {
    try await withScene {
      $0.faults = [FaultRule(.status(503, retryAfter: value), on: .always, times: 1)]
    } _: { scene in
      let result = try await scene.batch(input: .text(list(publicAddresses(100))), deadline: 30)
      #expect(result.end == .exit(0))
      #expect(scene.server?.log.count == 2)
    }
  }

  @Test func `52: seconds are waited for`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.status(503, retryAfter: "2"), on: .always, times: 1)]
    } _: { scene in
      let result = try await scene.batch(input: .text(list(publicAddresses(100))))
      #expect(result.end == .exit(0))
      let arrivals = scene.server?.log.map(\.arrivalNanoseconds) ?? []
      try #require(arrivals.count == 2)
      #expect(arrivals[1] - arrivals[0] >= 1_900_000_000)
    }
  }

  @Test func `52: a date is taken from the reply's own Date`() async throws {
    let refusing = try ScriptedService { _ in
      // One second by the server's clock, decades by ours.
      ScriptedService.Reply(
        status: "503 Service Unavailable",
        headers: [
          "Date: Fri, 01 Jan 2100 00:00:00 GMT", "Retry-After: Fri, 01 Jan 2100 00:00:01 GMT",
        ])
    }
    defer { refusing.stop() }
    try await withBareScene { scene in
      let result = try await scene.batch(
        ["--api-url", refusing.url, "--retries", "1"], input: .text(list(publicAddresses(100))),
        deadline: 30)
      #expect(result.end == .exit(2), "not stopped: \(result.errors)")
      #expect(refusing.requests.count == 2)
    }
  }

  @Test(arguments: [503, 429])
  func `52: more than five minutes stops the run`(status: Int) async throws {
    try await withScene {
      $0.faults = [FaultRule(.status(status, retryAfter: "86400"), on: .always)]
    } _: { scene in
      let result = try await scene.batch(
        ["--jobs", "1"], input: .text(list(publicAddresses(300))), deadline: 30)
      #expect(result.end == .exit(69))
      #expect(scene.server?.log.count == 1)
      #expect(try result.table["status"].allSatisfy { $0 == "failed" })
    }
  }

  @Test func `a rate above the published one is refused for the free service`() async throws {
    try await withBareScene { scene in
      for rate in [
        ["--batch-rate", "16/60s"], ["--single-rate", "46/1m"], ["--batch-rate", "1/1s"],
      ] {
        let result = try await scene.batch(rate, input: .text("8.8.8.8\n"), deadline: 20)
        #expect(result.end == .exit(64), "\(rate)")
        #expect(result.output.isEmpty && !result.errors.isEmpty)
      }
    }
  }
}
