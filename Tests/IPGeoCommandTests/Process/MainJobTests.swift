import Foundation
import IPGeoStandIn
import Testing

/// What the main job must show.
struct MainJobTests {
  static let ten = [
    "8.8.8.8", "1.1.1.1", "8.8.8.8", "10.0.0.5", "::ffff:1.1.1.1", "2001:4860:4860::8888",
    "not-an-ip", "9.9.9.9", "192.168.1.1", "9.9.9.9",
  ]
  static let verdicts = [
    "located", "located", "located", "special/private-use", "located", "located",
    "invalid/not-an-address", "located", "special/private-use", "located",
  ]
  static let asked = ["1.1.1.1", "2001:4860:4860::8888", "8.8.8.8", "9.9.9.9"]

  @Test func `ten records are ten rows in order as CSV, with four look-ups`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(input: .text(list(Self.ten)))
      #expect(result.end == .exit(0))
      let table = try result.table
      #expect(table["ip"] == Self.ten)
      #expect(table.verdicts == Self.verdicts)
      #expect(scene.asked.sorted() == Self.asked)
      #expect(table["country_code"][0] == "US" && table["city"][1] == "South Brisbane")
      #expect(table["asn"][0] == "15169" && table["as_org"][0] == "Google LLC")
      #expect(table["lat"][0] == "39.03" && table["lon"][0] == "-77.5")
      #expect(table["isp"][1] == "Cloudflare, Inc")
      #expect(table["source"][3] == "local" && table["source"][6] == "")
      for index in [3, 6] {
        #expect(Set(table.cells[index][3...].filter { $0 != "local" }) == [""])
      }
    }
  }

  @Test func `ten records are ten rows in order as JSON lines, with four look-ups`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(["--format", "jsonl"], input: .text(list(Self.ten)))
      #expect(result.end == .exit(0))
      let rows = try result.objects
      try #require(rows.count == 10)
      #expect(rows.map { $0["ip"] as? String } == Self.ten)
      #expect(rows.map(verdict) == Self.verdicts)
      #expect(scene.asked.sorted() == Self.asked)
      #expect(rows[0]["asn"] as? Int == 15169 && rows[0]["lat"] as? Double == 39.03)
      #expect(rows[3]["city"] is NSNull && rows[3]["lat"] is NSNull)
      #expect(rows[6]["asn"] is NSNull && rows[6]["source"] is NSNull)
    }
  }

  static let columns = [
    "ip", "status", "reason", "country", "country_code", "region", "region_code", "city", "zip",
    "lat", "lon", "timezone", "isp", "org", "asn", "as_org", "source", "looked_up_at",
  ]

  @Test func `every row has all columns in their order in both formats`() async throws {
    try await withScene { scene in
      let rows = try await scene.batch(input: .text(list(Self.ten)))
      #expect(try rows.table.header == Self.columns)
      let lines = try await scene.batch(["--format", "jsonl"], input: .text(list(Self.ten)))
      for line in lines.text.split(separator: "\n") { #expect(orderedKeys(line) == Self.columns) }
    }
  }

  @Test func `looked_up_at is a time in UTC, the same for all rows of an address`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(input: .text("8.8.8.8\n8.8.8.8\n10.0.0.1\nx\n"))
      let times = try result.table["looked_up_at"]
      #expect(times[0] == times[1] && times[2].isEmpty && times[3].isEmpty)
      #expect(times[0].wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/) != nil)
    }
  }

  /// What every fourth request meets, and whether it leaves rows unanswered: never.
  static let faults: [Fault] = [
    .reset, .cut(afterBytes: 2000), .emptyBody200, .halfJSON, .status(502, body: "<html>"),
    .tooManyRequests(ttl: 0), .shuffled, .oneShort,
  ]

  private func hold(_ result: RunResult, _ addresses: [String], _ scene: Scene) throws {
    #expect(result.end == .exit(0), "\(result.errors)")
    let table = try result.table
    #expect(table["ip"] == addresses)
    #expect(table["status"].allSatisfy { $0 == "located" })
    for (index, address) in addresses.enumerated() where index % 37 == 0 {
      let answer = try #require(
        try JSONSerialization.jsonObject(
          with: Data(StandInServer.answerJSON(for: address).utf8)) as? [String: Any])
      #expect(table["city"][index] == answer["city"] as? String, "\(address)")
    }
    #expect(scene.server?.answeredCounts.values.max() == 1, "no address is asked again")
  }

  @Test(arguments: faults)
  func `1,200 addresses are all located while every fourth request is faulty`(
    fault: Fault
  ) async throws {
    try await withScene {
      $0.faults = [FaultRule(fault, on: .every(4))]
    } _: { scene in
      let addresses = publicAddresses(1200)
      let result = try await scene.batch(
        ["--batch-rate", "1000/1s", "--single-rate", "1000/1s"], input: .text(list(addresses)),
        deadline: 120)
      try hold(result, addresses, scene)
    }
  }

  @Test func `1,200 addresses are all located while every fourth request meets another fault`()
    async throws
  {
    try await withScene {
      $0.faults = [FaultRule(rotating: Self.faults, on: .every(4))]
      $0.replyDelayMilliseconds = 0...40
    } _: { scene in
      let addresses = publicAddresses(1200)
      let result = try await scene.batch(
        ["--batch-rate", "1000/1s", "--single-rate", "1000/1s"], input: .text(list(addresses)),
        deadline: 120)
      try hold(result, addresses, scene)
    }
  }

  @Test func `no window of the server ever overflows`() async throws {
    try await withScene {
      $0.batchLimit = 5
      $0.singleLimit = 9
      $0.windowMilliseconds = 400
      $0.windowKind = .sliding
      $0.rateHeaders = false
    } _: { scene in
      let addresses = publicAddresses(1900)
      let result = try await scene.batch(
        ["--batch-rate", "5/400ms", "--single-rate", "9/400ms"], input: .text(list(addresses)))
      #expect(result.end == .exit(0))
      #expect(try result.table["ip"] == addresses)
      #expect(scene.server?.counters.total429 == 0)
      #expect(scene.server?.counters.duplicates == 0)
    }
  }

  @Test func `62: one bad line does not end the run`() async throws {
    try await withScene { scene in
      let input = "8.8.8.8\nnot-an-ip\n10.0.0.5\n1.1.1.1\n"
      let result = try await scene.batch(["--failures", "f"], input: .text(input))
      #expect(result.end == .exit(0))
      #expect(
        try result.table.verdicts == [
          "located", "invalid/not-an-address", "special/private-use", "located",
        ])
      let failures = try jsonLines(try scene.read("f"))
      #expect(failures.count == 1 && failures.first?["line"] as? Int == 2)
      #expect(failures.first?["reason"] as? String == "not-an-address")
      let strict = try await scene.batch(["--strict"], input: .text(input))
      #expect(strict.end == .exit(2))
      #expect(try strict.table.cells.count == 4)
    }
  }

  @Test func `55: rows keep the input's order while the first reply is late`() async throws {
    try await withScene {
      $0.replyDelayMilliseconds = 0...200
      $0.order = .shuffled
    } _: { scene in
      let addresses = publicAddresses(950)
      let twice = addresses + addresses.reversed()
      let result = try await scene.batch(
        ["--batch-rate", "1000/1s"], input: .text(list(twice)))
      #expect(try result.table["ip"] == twice)
      #expect(scene.server?.counters.duplicates == 0)
    }
  }
}

extension StandInCounters {
  /// Texts asked for more than once.
  var duplicates: Int { asked - distinct }
}
