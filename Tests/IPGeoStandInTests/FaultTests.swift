import Foundation
import Testing

@testable import IPGeoStandIn

struct FaultTests {
  static let queries = ["8.8.8.8", "1.1.1.1", "9.9.9.9", "2606:4700::1111"]

  /// The reply to a batch that meets one fault, and whether the connection was reset.
  func reply(_ fault: Fault) throws -> (RawReply?, wasReset: Bool) {
    var result: (RawReply?, Bool) = (nil, false)
    try withServer({ $0.faults = [FaultRule(fault, on: .numbers([1]))] }) { server, client in
      let reply = client.post("/batch", batch(Self.queries))
      result = (reply, client.wasReset)
      #expect(server.log.first?.fault == fault)
      #expect(server.log.first?.queries == Self.queries)
      let next = try #require(RawClient(port: server.port))
      #expect(next.post("/batch", batch(Self.queries))?.queries == Self.queries)
    }
    return result
  }

  @Test func `a reset and a close send nothing`() throws {
    let reset = try reply(.reset)
    #expect(reset.0 == nil && reset.wasReset)
    let close = try reply(.close)
    #expect(close.0 == nil && !close.wasReset)
  }

  @Test func `a cut body is shorter than promised`() throws {
    let reply = try #require(try reply(.cut(afterBytes: 100)).0)
    #expect(reply.status == 200 && !reply.isWhole && reply.body.count == 100)
  }

  @Test func `half a JSON is whole as HTTP`() throws {
    let reply = try #require(try reply(.halfJSON).0)
    #expect(reply.isWhole && !reply.body.isEmpty && reply.json == nil)
  }

  @Test func `an empty body keeps its type`() throws {
    let reply = try #require(try reply(.emptyBody200).0)
    #expect(reply.status == 200 && reply.body.isEmpty && reply.header("X-Rl") == "14")
    #expect(reply.header("Content-Type") == "application/json; charset=utf-8")
  }

  @Test func `statuses, pages and redirects stand in place of the answer`() throws {
    let status = try #require(
      try reply(.status(502, body: "<html>bad", retryAfter: "7")).0)
    #expect(status.status == 502 && status.text == "<html>bad")
    #expect(status.header("Retry-After") == "7")
    let page = try #require(try reply(.html200).0)
    #expect(page.status == 200 && page.header("Content-Type")?.hasPrefix("text/html") == true)
    let redirect = try #require(try reply(.redirect(location: "http://127.0.0.1:1/login")).0)
    #expect(redirect.status == 302)
    #expect(redirect.header("Location") == "http://127.0.0.1:1/login")
  }

  @Test func `a 429 by fault has the headers that it is told`() throws {
    let zero = try #require(try reply(.tooManyRequests(ttl: 0)).0)
    #expect(zero.status == 429 && zero.header("X-Ttl") == "0" && zero.header("X-Rl") == "0")
    let bare = try #require(
      try reply(.tooManyRequests(ttl: 3, retryAfter: "9", headers: false, body: "slow")).0)
    #expect(bare.header("X-Ttl") == nil && bare.header("X-Rl") == nil)
    #expect(bare.header("Retry-After") == "9" && bare.text == "slow")
  }

  @Test func `tricklets and chunks come to the right body`() throws {
    let right = Self.queries.map { StandInServer.answerJSON(for: $0) }
    let expected = "[" + right.joined(separator: ",") + "]"
    let trickled = try reply(.trickle(bytes: 100, everyMilliseconds: 1)).0
    #expect(trickled?.text == expected)
    let chunked = try #require(try reply(.chunked).0)
    #expect(chunked.text == expected && chunked.header("Content-Length") == nil)
  }

  @Test func `silence lasts until the peer gives up`() throws {
    try withServer({ $0.faults = [FaultRule(.neverAnswer, on: .always)] }) { server, _ in
      let client = try #require(RawClient(port: server.port, receiveTimeout: 0.1))
      #expect(client.get("/json/8.8.8.8") == nil && !client.wasReset)
      #expect(server.log.map(\.status) == [0])
    }
  }

  @Test func `bytes that are no HTTP end the connection`() throws {
    try withServer({ $0.faults = [FaultRule(.notHTTP, on: .always)] }) { _, client in
      client.send("GET /json/8.8.8.8 HTTP/1.1\r\n\r\n")
      let bytes = client.receiveAll()
      #expect(!bytes.isEmpty && !bytes.starts(with: Array("HTTP/".utf8)))
    }
  }

  @Test func `a huge body is as long as promised`() throws {
    for megabytes in [1, 3] {
      let reply = try #require(try reply(.hugeBody(megabytes: megabytes)).0)
      #expect(reply.isWhole && reply.body.count == megabytes << 20)
      #expect(reply.body.first == UInt8(ascii: "[") && reply.body.last == UInt8(ascii: "]"))
    }
  }

  @Test func `headers can be junk while the answer is right`() throws {
    let reply = try #require(try reply(.garbageHeaders).0)
    #expect(reply.header("X-Rl") == "abc" && reply.header("X-Ttl") == "-")
    #expect(reply.queries == Self.queries)
  }

  @Test func `elements are moved, missing, doubled and too many`() throws {
    let shuffled = try #require(try reply(.shuffled).0).queries
    #expect(shuffled != Self.queries && Set(shuffled) == Set(Self.queries))
    #expect(try reply(.oneShort).0?.queries == Self.queries.dropLast())
    #expect(
      try reply(.duplicateElement).0?.queries == Self.queries.dropLast() + [Self.queries[0]])
    let extra = try #require(try reply(.extraElement).0).queries
    #expect(extra.dropLast() == Self.queries[...] && extra.count == 5)
    #expect(!Self.queries.contains(extra[4]))
    let null = try #require(try reply(.nullElement).0?.json as? [Any])
    #expect(null.count == 4 && null[0] is NSNull)
    #expect(try reply(.emptyArray).0?.text == "[]")
    #expect(try reply(.notArray).0?.text == "{}")
  }

  @Test func `values are of the wrong type, out of range and missing`() throws {
    let illTyped = try #require(try reply(.illTyped).0)
    #expect(illTyped.array[0]["lat"] as? String == "abc" && illTyped.array[1]["lat"] is Double)
    #expect(try reply(.outOfRange).0?.array[0]["lat"] as? Double == 123)
    let anonymous = try #require(try reply(.withoutQuery).0)
    #expect(anonymous.queries == ["-"] + Self.queries.dropFirst())
    let nulls = try #require(try reply(.nullValues).0?.json as? [[String: Any]])
    #expect(nulls[0]["lat"] is NSNull && nulls[0]["city"] is NSNull && nulls[1]["lat"] is Double)
    let odd = try #require(try reply(.oddNetwork).0)
    #expect((odd.array[0]["as"] as? String)?.hasPrefix("AS99999999999, ") == true)
    let failed = try #require(try reply(.failed(message: "private range")).0)
    #expect(failed.array[0]["message"] as? String == "private range")
    #expect(failed.queries == Self.queries && failed.array[1]["status"] as? String == "success")
    let texts = try #require(try reply(.stringNumbers).0)
    #expect(texts.array.allSatisfy { $0["lat"] is String && $0["lon"] is String })
  }

  @Test func `a single look-up is spoilt in its own way`() throws {
    let expected: [(Fault, String)] = [
      (.oneShort, "{}"), (.nullElement, "null"), (.notArray, "[]"), (.emptyArray, "[]"),
    ]
    for (fault, body) in expected {
      try withServer({ $0.faults = [FaultRule(fault, on: .always)] }) { _, client in
        #expect(client.get("/json/8.8.8.8")?.text == body)
      }
    }
    try withServer({ $0.faults = [FaultRule(.illTyped, on: .always)] }) { _, client in
      #expect(client.get("/json/8.8.8.8")?.object["lat"] as? String == "abc")
    }
  }

  @Test func `spoilt elements need an answer, a request over the limit has none`() throws {
    try withServer({
      $0.batchLimit = 1
      $0.faults = [FaultRule(.shuffled, on: .always)]
    }) { _, client in
      #expect(client.post("/batch", batch(Self.queries))?.status == 200)
      #expect(client.post("/batch", batch(Self.queries))?.status == 429)
    }
  }

  @Test func `counts tell asked from answered`() throws {
    try withServer({ $0.faults = [FaultRule(.halfJSON, on: .numbers([1]))] }) { server, client in
      for _ in 0..<3 { _ = client.post("/batch", batch(["8.8.8.8", "1.1.1.1"])) }
      #expect(server.askedCounts == ["8.8.8.8": 3, "1.1.1.1": 3])
      #expect(server.answeredCounts == ["8.8.8.8": 2, "1.1.1.1": 2])
      let counters = server.counters
      #expect(counters.asked == 6 && counters.distinct == 2)
      #expect(counters.askedAgainAfterAnswer == 2)
      #expect(counters.requests == [.batch: 3] && counters.connections == 1)
    }
  }
}

struct FaultPlanTests {
  func numbers(_ rule: FaultRule, endpoint: Endpoint = .batch) -> [Int] {
    var plan = FaultPlan([rule])
    return (1...12).filter {
      plan.fault(number: $0, endpoint: endpoint, endpointNumber: $0) != nil
    }
  }

  @Test func `rules name their requests`() {
    #expect(numbers(FaultRule(.reset, on: .every(4))) == [4, 8, 12])
    #expect(numbers(FaultRule(.reset, on: .every(4, offset: 1))) == [1, 5, 9])
    #expect(numbers(FaultRule(.reset, on: .numbers([2, 7]))) == [2, 7])
    #expect(numbers(FaultRule(.reset, on: .always, times: 3)) == [1, 2, 3])
    #expect(numbers(FaultRule(.reset, on: .always, endpoint: .single)) == [])
    #expect(numbers(FaultRule(rotating: [], on: .always)) == [])
    #expect(numbers(FaultRule(.reset, on: .every(0))) == [])
  }

  @Test func `faults of a rule come in turn and the first rule wins`() {
    var plan = FaultPlan([
      FaultRule(rotating: [.reset, .close], on: .every(2)), FaultRule(.halfJSON, on: .always),
    ])
    let faults = (1...6).map { plan.fault(number: $0, endpoint: .single, endpointNumber: $0) }
    #expect(faults == [.halfJSON, .reset, .halfJSON, .close, .halfJSON, .reset])
  }

  @Test func `an endpoint's rule counts its own requests`() throws {
    try withServer({
      $0.faults = [FaultRule(.status(500), on: .numbers([2]), endpoint: .single)]
    }) { _, client in
      #expect(client.post("/batch", "[]")?.status == 200)
      #expect(client.get("/json/8.8.8.8")?.status == 200)
      #expect(client.post("/batch", "[]")?.status == 200)
      #expect(client.get("/json/8.8.8.8")?.status == 500)
    }
  }
}
