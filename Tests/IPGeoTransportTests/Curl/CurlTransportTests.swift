import Testing

@testable import IPGeoTransport

/// Ordinary exchanges.
@Suite(.timeLimit(.minutes(5))) struct CurlTransportTests {
  let transport = CurlTransport(userAgent: "ipgeo/9.9")

  @Test func `a GET is sent as asked and its reply handed back`() async throws {
    let server = SocketServer { connection in
      while let request = connection.request() {
        connection.reply(
          request, headers: ["X-Rl: 44", "X-Ttl:60  ", "Set-Cookie: a", "set-cookie: b"])
      }
    }
    defer { server.stop() }
    let reply = try await transport.send(
      .get(server.url + "/json/8.8.8.8?key=secret", headers: [("X-One", "1"), ("X-None", "")]))
    #expect(reply.status == 200)
    #expect(reply.header("x-rl") == "44")
    #expect(reply.header("X-TTL") == "60")
    #expect(reply.headers("Set-Cookie") == ["a", "b"])
    #expect(reply.header("X-Other") == nil)
    #expect(reply.isBodyComplete)
    let lines = reply.text.split(separator: "\r\n")
    #expect(lines.first == "GET /json/8.8.8.8?key=secret HTTP/1.1")
    #expect(lines.contains("User-Agent: ipgeo/9.9"))
    #expect(lines.contains("X-One: 1"))
    #expect(lines.contains("X-None:"))
    #expect(!reply.text.lowercased().contains("accept-encoding"))
  }

  @Test func `a POST carries its body without Expect or a form's type`() async throws {
    let server = SocketServer { connection in
      while let request = connection.request() { connection.reply(request) }
    }
    defer { server.stop() }
    // Beyond the size where libcurl would ask with Expect.
    let body = String(repeating: "x", count: 2 << 20)
    let reply = try await transport.send(.post(server.url + "/batch", body))
    #expect(reply.text.hasSuffix("\r\n\r\n" + body))
    #expect(reply.text.hasPrefix("POST /batch HTTP/1.1\r\n"))
    #expect(!reply.text.contains("Expect"))
    #expect(!reply.text.contains("Content-Type"))
    let typed = try await transport.send(
      .post(server.url, "[]", headers: [("content-type", "application/json")]))
    #expect(typed.text.contains("content-type: application/json"))
    let empty = try await transport.send(.post(server.url, ""))
    #expect(empty.text.contains("Content-Length: 0\r\n"))
  }

  @Test func `one connection serves requests in turn`() async throws {
    let server = SocketServer { connection in
      while connection.request() != nil { connection.reply("ok") }
    }
    defer { server.stop() }
    for _ in 0..<50 { _ = try await transport.send(.get(server.url)) }
    #expect(server.connections == 1)
    #expect(server.requests == 50)
  }

  @Test func `a kept connection that has died meanwhile is replaced`() async throws {
    let server = SocketServer { connection in
      _ = connection.request()
      connection.reply("ok")
    }
    defer { server.stop() }
    for _ in 0..<20 { _ = try? await transport.send(.get(server.url)) }
    #expect(server.connections > 1)
    // A connection that libcurl opens to repeat a request on is closed unused: the repetition is
    // refused.
    #expect(server.requests <= server.connections)
    #expect(server.requests <= 20)
  }

  @Test func `64 exchanges run at once`() async throws {
    let server = SocketServer { connection in
      while let request = connection.request() {
        connection.reply(String(request.split(separator: " ")[1]))
      }
    }
    defer { server.stop() }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<640 {
        if number >= 64, let isRight = try await group.next() { #expect(isRight) }
        group.addTask {
          try await transport.send(.get("\(server.url)/\(number)")).text == "/\(number)"
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
    #expect(server.requests == 640)
    #expect(server.connections <= 64)
  }

  @Test func `a redirect is handed back and not followed`() async throws {
    let server = SocketServer { connection in
      while connection.request() != nil {
        connection.reply("moved", status: "302 Found", headers: ["Location: /login"])
      }
    }
    defer { server.stop() }
    let reply = try await transport.send(.post(server.url + "/batch", "[]"))
    #expect(reply.status == 302)
    #expect(reply.header("Location") == "/login")
    #expect(server.requests == 1)
  }

  @Test func `HTML and other statuses are replies like any other`() async throws {
    let server = SocketServer { connection in
      while connection.request() != nil {
        connection.reply("<html>", status: "502 Bad Gateway", headers: ["Content-Type: text/html"])
      }
    }
    defer { server.stop() }
    let reply = try await transport.send(.get(server.url))
    #expect(reply.status == 502)
    #expect(reply.text == "<html>")
  }

  @Test func `an interim reply's headers are not the reply's`() async throws {
    let server = SocketServer { connection in
      while connection.request() != nil {
        connection.send("HTTP/1.1 100 Continue\r\nX-Rl: 1\r\n\r\n")
        connection.reply("ok", headers: ["X-Ttl: 2"])
      }
    }
    defer { server.stop() }
    let reply = try await transport.send(.post(server.url, "x"))
    #expect(reply.status == 200)
    #expect(reply.header("X-Rl") == nil)
    #expect(reply.header("X-Ttl") == "2")
  }

  @Test func `chunked and close-delimited bodies are whole`() async throws {
    let server = SocketServer { connection in
      guard let request = connection.request() else { return }
      connection.send(
        request.hasPrefix("GET /chunked")
          ? "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n"
            + "0\r\nX-Rl: 7\r\n\r\n"
          : "HTTP/1.0 200 OK\r\n\r\nabcde")
    }
    defer { server.stop() }
    let chunked = try await transport.send(.get(server.url + "/chunked"))
    #expect(chunked.text == "abcde")
    #expect(chunked.header("X-Rl") == nil)
    #expect(try await transport.send(.get(server.url + "/closed")).text == "abcde")
  }

  @Test func `an IPv6 literal is a host`() async throws {
    let server = SocketServer { connection in
      while let request = connection.request() { connection.reply(request) }
    }
    defer { server.stop() }
    do throws(TransportError) {
      let place = "[::ffff:127.0.0.1]:\(server.port)"
      let reply = try await transport.send(.get("http://\(place)/"))
      #expect(reply.text.contains("\r\nHost: \(place)\r\n"))
    } catch {
      // A machine without IPv6.
      #expect(error.code == .unreachable(.connect))
      #expect(error.message.hasSuffix("address family not supported"))
    }
  }

  @Test func `a shut-down transport starts anew`() async throws {
    let server = SocketServer { connection in
      while connection.request() != nil { connection.reply("ok") }
    }
    defer { server.stop() }
    _ = try await transport.send(.get(server.url))
    transport.shutDown()
    _ = try await transport.send(.get(server.url))
    #expect(server.connections == 2)
  }
}
