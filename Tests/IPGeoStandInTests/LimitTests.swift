import Foundation
import Testing

@testable import IPGeoStandIn

struct RateWindowTests {
  static let second: Int64 = 1_000_000_000

  @Test func `a fixed window opens at its first request and ends whole`() {
    var window = RateWindow(limit: 2, length: 60 * Self.second, kind: .fixed)
    let start = 1234 * Self.second
    #expect(window.arrive(start) == .init(isAccepted: true, remaining: 1, reset: 60 * Self.second))
    let second = window.arrive(start + 22 * Self.second)
    #expect(second == .init(isAccepted: true, remaining: 0, reset: 38 * Self.second))
    let third = window.arrive(start + 60 * Self.second - 1)
    #expect(third == .init(isAccepted: false, remaining: 0, reset: 1))
    let next = window.arrive(start + 60 * Self.second)
    #expect(next == .init(isAccepted: true, remaining: 1, reset: 60 * Self.second))
  }

  @Test func `a fixed window forgives a burst across its end, a sliding one does not`() {
    for (kind, expected) in [(WindowKind.fixed, true), (.sliding, false)] {
      var window = RateWindow(limit: 2, length: 10 * Self.second, kind: kind)
      _ = window.arrive(0)
      _ = window.arrive(9 * Self.second)
      _ = window.arrive(10 * Self.second)
      #expect(window.arrive(11 * Self.second).isAccepted == expected)
    }
  }

  @Test func `a sliding window frees a place as its oldest request leaves`() {
    var window = RateWindow(limit: 2, length: 10, kind: .sliding)
    #expect(window.arrive(0).isAccepted)
    #expect(window.arrive(4).isAccepted)
    #expect(window.arrive(9) == .init(isAccepted: false, remaining: 0, reset: 1))
    #expect(window.arrive(10) == .init(isAccepted: true, remaining: 0, reset: 4))
    #expect(!window.arrive(13).isAccepted)
    #expect(window.arrive(14).isAccepted)
  }

  @Test func `a refused request does not count`() {
    var window = RateWindow(limit: 1, length: 10, kind: .sliding)
    _ = window.arrive(0)
    for instant in 1..<10 { #expect(!window.arrive(Int64(instant)).isAccepted) }
    #expect(window.arrive(10).isAccepted)
  }

  @Test func `the reset is rounded as told`() {
    let nanoseconds = 2 * Self.second + 400_000_000
    #expect(ResetRounding.up.seconds(nanoseconds) == 3)
    #expect(ResetRounding.down.seconds(nanoseconds) == 2)
    #expect(ResetRounding.nearest.seconds(nanoseconds) == 2)
    #expect(ResetRounding.nearest.seconds(nanoseconds + 100_000_000) == 3)
    #expect(ResetRounding.up.seconds(2 * Self.second) == 2)
  }
}

struct GateTests {
  @Test func `clients and endpoints have windows of their own`() {
    var gate = Gate(.init())
    for _ in 0..<15 {
      #expect(gate.judge(peer: 1, endpoint: .batch, isPaid: false, now: 0).kind == .accepted)
    }
    #expect(gate.judge(peer: 1, endpoint: .batch, isPaid: false, now: 0).kind == .refused)
    #expect(gate.judge(peer: 1, endpoint: .batch, isPaid: true, now: 0).kind == .unlimited)
    #expect(gate.judge(peer: 1, endpoint: .single, isPaid: false, now: 0).remaining == 44)
    #expect(gate.judge(peer: 2, endpoint: .batch, isPaid: false, now: 0).remaining == 14)
    #expect(gate.judge(peer: 1, endpoint: .iss, isPaid: false, now: 0).kind == .unlimited)
    let later = gate.judge(peer: 1, endpoint: .batch, isPaid: false, now: 60_000_000_000)
    #expect(later.kind == .accepted && later.remaining == 14)
  }

  @Test func `a ban lasts as long as told and hits its client alone`() {
    var configuration = StandInServer.Configuration()
    configuration.banAfter429s = 2
    configuration.banMilliseconds = 1000
    var gate = Gate(configuration)
    func kind(_ peer: UInt32, _ now: Int64) -> Verdict.Kind {
      gate.judge(peer: peer, endpoint: .single, isPaid: false, now: now).kind
    }
    gate.noteRefusal(peer: 1, now: 0)
    #expect(kind(1, 0) == .accepted)
    gate.noteRefusal(peer: 1, now: 0)
    #expect(kind(1, 999_999_999) == .banned)
    #expect(kind(2, 1) == .accepted)
    #expect(kind(1, 1_000_000_000) == .accepted)
    gate.noteRefusal(peer: 1, now: 1_000_000_000)
    #expect(kind(1, 1_000_000_000) == .accepted)
  }
}

struct LimitTests {
  @Test func `the sixteenth batch and the forty-sixth look-up are refused`() throws {
    try withServer { server, client in
      for left in (0..<15).reversed() {
        let reply = try #require(client.post("/batch", batch(["8.8.8.8"])))
        #expect(reply.status == 200 && reply.header("X-Rl") == "\(left)")
      }
      for left in (0..<45).reversed() {
        let path = ["/json", "/csv", "/xml", "/line", "/php"][left % 5]
        #expect(client.get("\(path)/8.8.8.8")?.header("X-Rl") == "\(left)")
      }
      for reply in [client.post("/batch", "[]"), client.get("/csv/8.8.8.8")] {
        let reply = try #require(reply)
        #expect(reply.status == 429 && reply.body.isEmpty)
        #expect(reply.header("Content-Length") == "0" && reply.header("X-Rl") == "0")
        #expect(reply.header("X-Ttl").flatMap { Int($0) }.map { (50...60).contains($0) } == true)
        #expect(reply.header("Retry-After") == nil)
      }
      #expect(client.get("/iss-now.json")?.status == 200)
      #expect(server.counters.total429 == 2 && server.counters.overLimit == 2)
      #expect(server.log.last { $0.status == 429 }?.isOverLimit == true)
    }
  }

  @Test func `a 429 may say zero and carry text`() throws {
    try withServer({
      $0.singleLimit = 0
      $0.ttlZeroOn429 = true
      $0.body429 = .text
    }) { _, client in
      let reply = try #require(client.get("/json/8.8.8.8"))
      #expect(reply.status == 429 && reply.header("X-Ttl") == "0" && reply.header("X-Rl") == "0")
      #expect(reply.json == nil && !reply.body.isEmpty)
    }
  }

  @Test func `the headers can be left out`() throws {
    try withServer({
      $0.rateHeaders = false
      $0.singleLimit = 1
    }) { _, client in
      for status in [200, 429] {
        let reply = try #require(client.get("/json/8.8.8.8"))
        #expect(reply.status == status && reply.header("X-Rl") == nil)
        #expect(reply.header("X-Ttl") == nil)
      }
    }
  }

  @Test func `a ban is 403 or silence`() throws {
    try withServer({
      $0.singleLimit = 0
      $0.banAfter429s = 2
      $0.ban = .forbidden
    }) { _, client in
      let statuses = (0..<3).map { _ in client.get("/json/8.8.8.8")?.status }
      #expect(statuses == [429, 429, 403])
      #expect(client.post("/batch", "[]")?.status == 403)
    }
    try withServer({
      $0.singleLimit = 0
      $0.banAfter429s = 1
    }) { server, client in
      #expect(client.get("/json/8.8.8.8")?.status == 429)
      let banned = try #require(RawClient(port: server.port, receiveTimeout: 0.1))
      #expect(banned.get("/json/8.8.8.8") == nil && !banned.wasReset)
    }
  }

  @Test func `the right key lifts the limit and a wrong one is refused`() throws {
    try withServer({
      $0.singleLimit = 1
      $0.key = "abc"
    }) { _, client in
      for _ in 0..<3 {
        let reply = try #require(client.get("/json/8.8.8.8?key=abc"))
        #expect(reply.status == 200 && reply.header("X-Rl") == nil)
        #expect(reply.header("X-Ttl") == nil)
      }
      let wrong = try #require(client.get("/json/8.8.8.8?key=abd"))
      #expect(wrong.status == 403)
      #expect(
        wrong.object as? [String: String] == [
          "status": "fail",
          "message": "invalid/expired key, renew at https://members.ip-api.com/order",
        ])
      #expect(client.get("/json/8.8.8.8")?.header("X-Rl") == "0")
      #expect(client.get("/json/8.8.8.8")?.status == 429)
    }
  }

  @Test func `the TLS port's answer is a switch`() throws {
    try withServer({ $0.answersAsTLSPort = true }) { _, client in
      let reply = try #require(client.post("/batch", batch(["8.8.8.8"])))
      #expect(reply.status == 403 && reply.object["query"] == nil)
      #expect((reply.object["message"] as? String)?.hasPrefix("SSL unavailable") == true)
    }
  }

  @Test func `a new window opens over the wire too`() throws {
    try withServer({
      $0.singleLimit = 1
      $0.windowMilliseconds = 30
    }) { _, client in
      // Until one is refused and a later one accepted: no assertion on how long that takes.
      var wasRefused = false
      var isOpenAgain = false
      for _ in 0..<100_000 where !isOpenAgain {
        let status = client.get("/json/8.8.8.8")?.status
        isOpenAgain = wasRefused && status == 200
        wasRefused = wasRefused || status == 429
      }
      #expect(isOpenAgain)
    }
  }

  @Test func `delays are drawn from the seed and keep every reply right`() throws {
    try withServer({
      $0.latencyMilliseconds = 0...3
      $0.replyDelayMilliseconds = 1...2
    }) { server, client in
      for _ in 0..<5 { #expect(client.get("/json/8.8.8.8")?.status == 200) }
      let arrivals = server.log.map(\.arrivalNanoseconds)
      // The reply's delay alone lies between two arrivals of one connection.
      #expect(zip(arrivals, arrivals.dropFirst()).allSatisfy { $1 - $0 >= 1_000_000 })
    }
  }
}
