import Foundation
import Testing

@testable import IPGeoStandIn

struct BatchTests {
  @Test func `texts and objects mix, and an entry's own wishes win`() throws {
    try withServer { _, client in
      let body = """
        ["8.8.8.8", {"query": "1.1.1.1", "fields": "country,query", "lang": "de"}, "foo.example",
         {"query": "2a02:8109::1", "fields": 8208, "extra": {"a": [1, {}]}}, "192.168.0.1", 7, []]
        """
      let reply = try #require(client.post("/batch?lang=fr&fields=status,query,country", body))
      #expect(reply.status == 200)
      #expect(reply.header("X-Rl") == "14" && reply.header("X-Ttl") == "60")
      #expect(
        reply.queries
          == ["8.8.8.8", "1.1.1.1", "foo.example", "2a02:8109::1", "192.168.0.1", "", ""])
      #expect(reply.array[0]["country"] as? String == "États-Unis")
      #expect(reply.array[1]["country"] as? String == "Australien")
      #expect(reply.array[1]["status"] == nil)
      #expect(reply.array[2]["status"] as? String == "fail")
      #expect(Set(reply.array[3].keys) == ["city", "query"])
      #expect(reply.array[4]["message"] == nil)
    }
  }

  @Test func `a known name is resolved in a look-up alone`() throws {
    try withServer { _, client in
      let reply = try #require(client.post("/batch", batch(["dns.google"])))
      #expect(
        reply.text
          == "[{\"status\":\"fail\",\"message\":\"invalid query\",\"query\":\"dns.google\"}]")
    }
  }

  @Test func `a batch's answers are the look-ups' answers`() throws {
    try withServer({ $0.singleLimit = nil }) { _, client in
      let queries = (0..<60).map { "\(11 + $0).\($0).3.\(250 - $0)" } + ["2a00:1450:4001::\(5)"]
      let elements = queries.map { client.get("/json/\($0)")?.text ?? "" }
      #expect(
        client.post("/batch", batch(queries))?.text == "[" + elements.joined(separator: ",") + "]")
      #expect(Set(elements).count == queries.count)
      #expect(elements == queries.map { StandInServer.answerJSON(for: $0) })
    }
  }

  @Test(arguments: ["", "Content-Type: application/x-www-form-urlencoded\r\n"])
  func `any content type will do`(header: String) throws {
    try withServer { _, client in
      #expect(client.post("/batch", batch(["8.8.8.8"]), headers: header)?.status == 200)
    }
  }

  @Test func `a hundred are taken and one more is not`() throws {
    try withServer { server, client in
      let queries = (0...100).map { "11.0.0.\($0)" }
      #expect(client.post("/batch", batch(queries.dropLast()))?.array.count == 100)
      let reply = try #require(client.post("/batch", batch(queries)))
      #expect(reply.status == 422 && reply.body.isEmpty)
      #expect(server.log.map(\.queries.count) == [100, 101])
    }
  }

  @Test func `duplicates have an element each and an empty batch has none`() throws {
    try withServer { _, client in
      #expect(
        client.post("/batch", batch(["8.8.8.8", "8.8.8.8"]))?.queries == ["8.8.8.8", "8.8.8.8"])
      #expect(client.post("/batch", " [ ] ")?.text == "[]")
    }
  }

  @Test(arguments: ["", "{}", "[\"8.8.8.8\"", "[1,]", "[] x", "nonsense", "\"8.8.8.8\""])
  func `what is no array is refused`(body: String) throws {
    try withServer { _, client in #expect(client.post("/batch", body)?.status == 400) }
    try withServer({ $0.badJSONStatus = 422 }) { _, client in
      #expect(client.post("/batch", body)?.status == 422)
    }
  }

  @Test func `only POST is taken`() throws {
    try withServer { _, client in #expect(client.get("/batch")?.status == 405) }
  }

  @Test func `the order is a switch`() throws {
    let queries = (0..<20).map { "11.1.0.\($0)" }
    try withServer({ $0.order = .reversed }) { _, client in
      #expect(client.post("/batch", batch(queries))?.queries == queries.reversed())
    }
    var orders: [[String]] = []
    for _ in 0..<2 {
      try withServer({ $0.order = .shuffled }) { _, client in
        let order = try #require(client.post("/batch", batch(queries))).queries
        #expect(order != queries && Set(order) == Set(queries))
        orders.append(order)
      }
    }
    #expect(orders.first == orders.last)
  }

  @Test func `the query's form is a switch`() throws {
    let sent = "2606:4700:4700:0:0:0:0:1111"
    try withServer { _, client in
      #expect(client.post("/batch", batch([sent]))?.queries == [sent])
    }
    try withServer({ $0.queryForm = .canonical }) { _, client in
      #expect(
        client.post("/batch", batch([sent, "zz", "::1"]))?.queries == [
          "2606:4700:4700::1111", "zz", "::1",
        ])
    }
  }

  @Test func `escapes in a text are undone and hostile texts told back whole`() throws {
    try withServer { server, client in
      let reply = try #require(client.post("/batch", #"["\u0038.8.8.8", "a\"b\\\n<é", "\u2028"]"#))
      #expect(reply.queries == ["8.8.8.8", "a\"b\\\n<é", "\u{2028}"])
      #expect(reply.text.contains("\\u2028") && reply.text.contains("\\u003cé"))
      #expect(server.log.first?.queries.count == 3)
    }
  }
}
