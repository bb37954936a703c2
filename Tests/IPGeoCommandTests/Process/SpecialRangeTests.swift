import IPGeoStandIn
import Testing

/// Special ranges in lists: entries 12 to 14 of the inputs.
struct SpecialRangeTests {
  @Test func `12: private addresses are answered locally and not sent`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(
        input: .text(
          "10.0.0.1\n172.31.255.255\n172.32.0.1\n192.168.1.1\n169.254.169.254\n127.0.0.1\n"
            + "::1\nfe80::1\nfd00::1\n"))
      let table = try result.table
      #expect(
        table.verdicts == [
          "special/private-use", "special/private-use", "located", "special/private-use",
          "special/link-local", "special/loopback", "special/loopback", "special/link-local",
          "special/unique-local",
        ])
      #expect(scene.asked == ["172.32.0.1"])
      #expect(result.end == .exit(0))
      let local = zip(table["source"], table["looked_up_at"])
        .enumerated().filter { $0.offset != 2 }.map(\.element)
      #expect(local.allSatisfy { $0.0 == "local" && $0.1.isEmpty })
      #expect(table["source"][2] == "ip-api")
    }
  }

  @Test func `13: the ranges have the registries' borders`() async throws {
    let expected: [(String, String)] = [
      ("100.63.255.255", "located"), ("100.64.0.0", "special/shared-address-space"),
      ("100.127.255.255", "special/shared-address-space"), ("100.128.0.0", "located"),
      ("192.0.0.8", "special/ipv4-dummy"), ("192.0.0.9", "located"),
      ("192.0.2.1", "special/documentation"), ("192.88.99.1", "special/6to4-relay-anycast"),
      ("198.18.0.1", "special/benchmarking"), ("198.19.255.255", "special/benchmarking"),
      ("198.51.100.1", "special/documentation"), ("203.0.113.1", "special/documentation"),
      ("0.1.2.3", "special/this-network"), ("224.0.0.1", "special/multicast"),
      ("239.255.255.255", "special/multicast"), ("240.0.0.1", "special/reserved"),
      ("255.255.255.255", "special/limited-broadcast"), ("100::1", "special/discard-only"),
      ("2001:db8::1", "special/documentation"), ("3fff::1", "special/documentation"),
      ("5f00::1", "special/segment-routing-sids"), ("ff02::1", "special/multicast"),
      ("fec0::1", "special/unallocated"), ("64:ff9b::808:808", "special/nat64"),
      ("2001:2::1", "special/benchmarking"), ("2001:20::1", "located"),
    ]
    try await withScene { scene in
      let result = try await scene.batch(input: .text(list(expected.map(\.0))))
      let table = try result.table
      try #require(table.cells.count == expected.count)
      for (verdict, (address, wanted)) in zip(table.verdicts, expected) {
        #expect(verdict == wanted, "\(address)")
      }
      #expect(
        scene.asked.sorted() == ["100.128.0.0", "100.63.255.255", "192.0.0.9", "2001:20::1"])
      #expect(result.end == .exit(0))
    }
  }

  @Test func `14: tunnels and translators are not located at their relay`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(
        input: .text(
          "2002:808:808::1\n2001:0:101:101::f7f7:f7f7\n64:ff9b::8.8.8.8\n2002:a00:1::1\n"))
      #expect(
        try result.table.verdicts == [
          "special/6to4", "special/teredo", "special/nat64", "special/6to4",
        ])
      #expect(scene.server?.log.isEmpty == true)
      #expect(result.end == .exit(0))
    }
  }

  @Test func `what the service calls private or reserved is unknown`() async throws {
    for message in ["private range", "reserved range"] {
      let service = try ScriptedService { request in
        let elements = request.queries.map {
          #"{"status":"fail","message":"\#(message)","query":"\#($0)"}"#
        }.joined(separator: ",")
        return ScriptedService.Reply(body: request.isBatch ? "[\(elements)]" : elements)
      }
      defer { service.stop() }
      try await withBareScene { scene in
        let result = try await scene.batch(["--api-url", service.url], input: .text("8.8.8.8\n"))
        #expect(try result.table.verdicts == ["unknown/service-reserved"])
        #expect(result.end == .exit(0))
      }
    }
  }

  @Test func `the service's invalid query is suspicious, no data`() async throws {
    let service = try ScriptedService(answering: {
      #"{"status":"fail","message":"invalid query","query":"\#($0)"}"#
    })
    defer { service.stop() }
    try await withBareScene { scene in
      let result = try await scene.batch(["--api-url", service.url], input: .text("8.8.8.8\n"))
      #expect(try result.table.verdicts == ["failed/bad-response"])
      #expect(result.end == .exit(2))
    }
  }
}
