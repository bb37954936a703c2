import Foundation
import Synchronization
import Testing

@testable import IPGeoStandIn

struct ServingTests {
  @Test func `one connection serves many requests and says when it ends`() throws {
    try withServer { server, client in
      for _ in 0..<3 { #expect(client.get("/json/8.8.8.8")?.status == 200) }
      let last = try #require(client.get("/json/8.8.8.8", headers: "Connection: close\r\n"))
      #expect(last.header("Connection") == "close")
      #expect(client.receiveAll().isEmpty)
      #expect(Set(server.log.map(\.connection)) == [1])
    }
  }

  @Test func `requests sent at once are answered in turn`() throws {
    try withServer { _, client in
      let addresses = ["8.8.8.8", "1.1.1.1", "9.9.9.9"]
      client.send(addresses.map { "GET /json/\($0) HTTP/1.1\r\n\r\n" }.joined())
      client.finishSending()
      let answered = addresses.map { _ in client.receive()?.object["query"] as? String }
      #expect(answered == addresses)
    }
  }

  @Test func `a body may be chunked, awaited and slow`() throws {
    try withServer { _, client in
      client.send("POST /batch HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n[\"8.8\r\n")
      client.send("6;x=y\r\n.8.8\"]\r\n0\r\nTrailer: 1\r\n\r\n")
      #expect(client.receive()?.queries == ["8.8.8.8"])
      client.send(
        "POST /batch HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
      #expect(client.receive()?.status == 100)
      client.send("[")
      client.send("]")
      #expect(client.receive()?.text == "[]")
    }
  }

  @Test func `a proxy's absolute target is taken apart`() throws {
    try withServer { server, client in
      let reply = client.get("http://ip-api.com/json/8.8.8.8?fields=query", headers: "X-A: b \r\n")
      #expect(reply?.text == "{\"query\":\"8.8.8.8\"}")
      let entry = try #require(server.log.first)
      #expect(entry.target == "http://ip-api.com/json/8.8.8.8?fields=query")
      #expect(entry.path == "/json/8.8.8.8" && entry.header("x-a") == "b")
      #expect(entry.header("X-Nothing") == nil)
    }
  }

  @Test func `a target is decoded`() {
    let target = RequestTarget("/json/2001%3a4860::%38%zz%4?fields=a%2Cb&lang=pt-BR&x+y=1+2&f")
    #expect(target.path == "/json/2001:4860::8%zz%4")
    #expect(target.parameters == ["fields": "a,b", "lang": "pt-BR", "x y": "1 2", "f": ""])
    #expect(RequestTarget("http://host").path == "/")
  }

  @Test(arguments: [
    "GET\r\n\r\n", "GET / HTTP/2\r\n\r\n", "\u{16}\u{3}\u{1}\r\n\r\n",
    "POST /batch HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
    "POST /batch HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
  ])
  func `what is no request ends with 400`(text: String) throws {
    try withServer { server, client in
      client.send(text)
      #expect(client.receive()?.status == 400 && client.receiveAll().isEmpty)
      #expect(server.log.isEmpty)
    }
  }

  @Test func `too much is refused`() throws {
    try withServer { server, client in
      client.send("POST /batch HTTP/1.1\r\nContent-Length: 999999999\r\n\r\n")
      #expect(client.receive()?.status == 413)
      let other = try #require(RawClient(port: server.port))
      other.send("GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 70_000))
      #expect(other.receive()?.status == 413)
    }
  }

  @Test func `clients that vanish harm nobody`() throws {
    try withServer({
      $0.singleLimit = nil
      $0.faults = [FaultRule(.hugeBody(megabytes: 8), on: .always, endpoint: .single)]
    }) { server, client in
      for index in 0..<50 {
        let rude = try #require(RawClient(port: server.port))
        rude.send(index % 2 == 0 ? "GET /json/8.8.8.8 HTTP/1.1\r\n\r\n" : "POST /batch HT")
      }
      #expect(client.post("/batch", batch(["8.8.8.8"]))?.status == 200)
    }
  }

  @Test func `silence ends with its client`() throws {
    try withServer({ $0.faults = [FaultRule(.neverAnswer, on: .always)] }) { server, _ in
      var client = RawClient(port: server.port)
      client?.send("GET /json/8.8.8.8 HTTP/1.1\r\n\r\n")
      while server.log.isEmpty { usleep(1000) }
      #expect(server.openCount == 2)
      client = nil
      for _ in 0..<10_000 where server.openCount > 1 { usleep(1000) }
      #expect(server.openCount == 1)
    }
  }

  @Test func `hundreds of connections are served`() throws {
    try withServer({ $0.batchLimit = nil }) { server, _ in
      let clients = (0..<300).compactMap { _ in RawClient(port: server.port) }
      #expect(clients.count == 300)
      for client in clients {
        client.send("POST /batch HTTP/1.1\r\nContent-Length: 11\r\n\r\n[\"8.8.8.8\"]")
      }
      #expect(clients.allSatisfy { $0.receive()?.queries == ["8.8.8.8"] })
      #expect(server.counters.connections == 301)
    }
  }

  @Test func `stopping ends waiting connections and may be repeated`() throws {
    let configuration = {
      var configuration = StandInServer.Configuration()
      configuration.faults = [FaultRule(.neverAnswer, on: .always)]
      return configuration
    }()
    let server = try StandInServer(configuration: configuration)
    let client = try #require(RawClient(port: server.port))
    client.send("GET /json/8.8.8.8 HTTP/1.1\r\n\r\n")
    server.stop()
    #expect(client.receive() == nil)
    server.stop()
    #expect(RawClient(port: server.port) == nil)
    let again = try StandInServer(port: server.port)
    #expect(again.port == server.port && again.baseURL == "http://127.0.0.1:\(server.port)")
    #expect(throws: StandInError.self) { try StandInServer(port: again.port) }
    again.stop()
  }

  @Test func `each request is told as it is answered, as a line of JSON`() throws {
    final class Lines: Sendable {
      let all = Mutex<[String]>([])
    }
    let lines = Lines()
    try withServer({
      $0.faults = [FaultRule(.halfJSON, on: .numbers([2]))]
      $0.onRequest = { entry in lines.all.withLock { $0.append(entry.jsonLine) } }
    }) { server, client in
      _ = client.post("/batch?fields=query", batch(["8.8.8.8", "é\\\"&"]))
      _ = client.get("/json/1.1.1.1")
      let objects = try lines.all.withLock { $0 }.map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
      #expect(objects.count == 2)
      #expect(objects[0]["queries"] as? [String] == ["8.8.8.8", "é\"&"])
      #expect(objects[0]["target"] as? String == "/batch?fields=query")
      #expect(objects[0]["fault"] == nil && objects[1]["fault"] as? String == "halfJSON")
      #expect(objects[1]["endpoint"] as? String == "single")
      let sums = try JSONSerialization.jsonObject(with: Data(server.counters.jsonLine.utf8))
      #expect((sums as? [String: Any])?["asked"] as? Int == 3)
    }
  }

  @Test func `dates are those of HTTP`() {
    #expect(HTTPDate.text(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(HTTPDate.text(951_782_400) == "Tue, 29 Feb 2000 00:00:00 GMT")
    #expect(HTTPDate.text(1_798_761_599) == "Thu, 31 Dec 2026 23:59:59 GMT")
  }
}
