import Testing

@testable import IPGeoTransport

/// Servers that misbehave: each exchange ends, and says why.
@Suite(.timeLimit(.minutes(5))) struct HostileServerTests {
  let transport = CurlTransport(userAgent: "ipgeo/9.9")

  /// The failure that a server's raw bytes after the request lead to.
  private func failure(
    after bytes: String, reset: Bool = false, milliseconds: Int64 = 30_000
  ) async throws -> TransportError {
    let server = SocketServer { connection in
      guard connection.request() != nil else { return }
      connection.send(bytes)
      if reset { connection.resetAtClose() }
    }
    defer { server.stop() }
    let request = HTTPRequest.get(server.url + "/x?key=secret").within(milliseconds: milliseconds)
    let error = try await IPGeoTransportTests.failure(of: request, by: transport)
    #expect(error.requestMayHaveArrived)
    #expect(!error.message.contains("secret"))
    #expect(!error.message.contains("\n"))
    #expect(server.requests == 1)
    return error
  }

  @Test func `a trickle ends at the deadline`() async throws {
    let server = SocketServer { connection in
      _ = connection.request()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
      while connection.send("x"), !connection.hasEnded(within: 20) {}
    }
    defer { server.stop() }
    let error = try await IPGeoTransportTests.failure(
      of: .get(server.url).within(milliseconds: 300), by: transport)
    #expect(error.code == .timeout)
    #expect(error.message == "no complete reply within 300 ms")
    #expect(error.requestMayHaveArrived)
  }

  @Test func `a server that never answers ends at the deadline`() async throws {
    let server = SocketServer { connection in connection.waitForEnd() }
    defer { server.stop() }
    let error = try await IPGeoTransportTests.failure(
      of: .post(server.url, "[]").within(milliseconds: 200), by: transport)
    #expect(error.code == .timeout)
    #expect(error.message == "no reply within 200 ms")
    #expect(error.requestMayHaveArrived)
  }

  @Test func `twelve tricklers end together`() async throws {
    let server = SocketServer { connection in
      _ = connection.request()
      while connection.send("H"), !connection.hasEnded(within: 20) {}
    }
    defer { server.stop() }
    await withTaskGroup(of: TransportError.Code?.self) { group in
      for _ in 0..<12 {
        group.addTask {
          do throws(TransportError) {
            _ = try await transport.send(.get(server.url).within(milliseconds: 300))
            return nil
          } catch {
            return error.code
          }
        }
      }
      // `HHHH…` is no status line; whichever is noticed first ends it.
      for await code in group { #expect(code == .timeout || code == .malformed) }
    }
  }

  @Test(arguments: [
    "Content-Length: 524288000", "Transfer-Encoding: chunked", "X: close-delimited",
  ])
  func `a body without bound stops at the limit`(framing: String) async throws {
    let server = SocketServer { connection in
      _ = connection.request()
      connection.send("HTTP/1.1 200 OK\r\n\(framing)\r\n\r\n")
      let piece = [UInt8](repeating: 0x78, count: 1 << 20)
      for _ in 0..<500 {
        if framing.hasPrefix("T") { connection.send("100000\r\n") }
        if !connection.send(piece) { return }
        if framing.hasPrefix("T") { connection.send("\r\n") }
      }
    }
    defer { server.stop() }
    let error = try await IPGeoTransportTests.failure(of: .get(server.url), by: transport)
    #expect(error.code == .bodyTooLarge)
    #expect(error.message == "reply larger than 4 MiB")
    // The limit, and what the two sockets' buffers hold.
    #expect(server.bytesSent < 24 << 20)
  }

  @Test func `a body of just the limit is whole`() async throws {
    let small = CurlTransport(userAgent: "ipgeo", bodyLimit: 1000)
    let server = SocketServer { connection in
      while let request = connection.request() {
        connection.reply(
          String(repeating: "x", count: request.hasPrefix("GET /more") ? 1001 : 1000))
      }
    }
    defer { server.stop() }
    #expect(try await small.send(.get(server.url)).body.count == 1000)
    let error = try await IPGeoTransportTests.failure(of: .get(server.url + "/more"), by: small)
    #expect(error.message == "reply larger than 1000 bytes")
  }

  @Test func `many large replies wait for one another and all arrive`() async throws {
    let server = SocketServer { connection in
      while connection.request() != nil {
        connection.reply(String(repeating: "x", count: 3 << 20))
      }
    }
    defer { server.stop() }
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<16 { group.addTask { try await transport.send(.get(server.url)).body.count } }
      for try await count in group { #expect(count == 3 << 20) }
    }
  }

  @Test func `a reset before the reply`() async throws {
    let error = try await failure(after: "", reset: true)
    #expect(error.code == .unreachable(.reset))
    #expect(error.message.hasSuffix("broke the connection: connection reset"))
  }

  @Test func `an empty reply`() async throws {
    let error = try await failure(after: "")
    #expect(error.code == .unreachable(.closed))
    #expect(error.message.hasSuffix("closed the connection without a reply"))
  }

  @Test func `a cut body`() async throws {
    let error = try await failure(
      after: "HTTP/1.1 200 OK\r\nContent-Length: 4096\r\n\r\n" + String(repeating: "x", count: 512))
    #expect(error.code == .truncated)
    #expect(error.message == "reply cut short after 512 of 4096 bytes")
  }

  @Test func `a reset inside the body`() async throws {
    let error = try await failure(
      after: "HTTP/1.1 200 OK\r\nContent-Length: 4096\r\n\r\nx", reset: true)
    // A reset may overtake what was sent before it.
    #expect(error.code == .truncated || error.code == .unreachable(.reset))
  }

  @Test(arguments: ["5\r\nab", "zz\r\nab\r\n", "2\r\nab\r\n"])
  func `a cut or broken chunk`(chunks: String) async throws {
    let error = try await failure(
      after: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks)
    #expect(error.code == .truncated)
    #expect(error.message.hasPrefix("reply cut short after"))
  }

  @Test(arguments: ["HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nX: 1\r\n", "HTTP/1.1 2"])
  func `a cut head is no reply`(head: String) async throws {
    let error = try await failure(after: head)
    // Of half a status line libcurl says that nothing came.
    #expect([.truncated, .malformed, .unreachable(.closed)].contains(error.code))
  }

  @Test(arguments: ["garbage\n", "\u{1}\u{2}\r\n\r\n", "[{\"status\":\"success\"}]"])
  func `bytes that are not HTTP`(bytes: String) async throws {
    let error = try await failure(after: bytes)
    #expect(error.code == .malformed)
    #expect(error.message.hasSuffix("answered something that is not HTTP"))
  }

  @Test func `a flood of headers`() async throws {
    let server = SocketServer { connection in
      _ = connection.request()
      connection.send("HTTP/1.1 200 OK\r\n")
      while connection.send("X-Flood: \(String(repeating: "x", count: 1000))\r\n") {}
    }
    defer { server.stop() }
    let error = try await IPGeoTransportTests.failure(of: .get(server.url), by: transport)
    #expect(error.code == .malformed)
    #expect(error.message == "the head of the reply is larger than 64 KiB")
  }

  @Test func `a refusal counts though its page is cut short`() async throws {
    let server = SocketServer { connection in
      guard let request = connection.request() else { return }
      let length = request.hasPrefix("GET /huge") ? 500_000_000 : 100
      connection.send(
        "HTTP/1.1 429 Too Many\r\nX-Ttl: 7\r\nContent-Length: \(length)\r\n\r\nslow down")
    }
    defer { server.stop() }
    for path in ["/cut", "/huge"] {
      let reply = try await transport.send(.get(server.url + path))
      #expect(reply.status == 429)
      #expect(reply.header("X-Ttl") == "7")
      #expect(!reply.isBodyComplete)
    }
  }

  @Test func `a request is never repeated unasked`() async throws {
    // The second request on the kept connection is answered by closing it, which libcurl would
    // take for a stale connection and repeat.
    let server = SocketServer { connection in
      guard connection.request() != nil else { return }
      connection.reply("ok")
      _ = connection.request()
    }
    defer { server.stop() }
    for method in [HTTPRequest.Method.get, .post(body: [0x5b, 0x5d])] {
      var request = HTTPRequest.get(server.url)
      request.method = method
      let before = server.requests
      _ = try await transport.send(request)
      let error = try await IPGeoTransportTests.failure(of: request, by: transport)
      #expect(error.code == .unreachable(.reset))
      #expect(error.requestMayHaveArrived)
      #expect(server.requests == before + 2)
    }
  }

  @Test func `nobody listens`() async throws {
    let port = SocketServer.deadPort()
    let error = try await IPGeoTransportTests.failure(
      of: .get("http://127.0.0.1:\(port)/json/?key=secret"), by: transport)
    #expect(error.code == .unreachable(.connect))
    #expect(error.message == "cannot connect to 127.0.0.1:\(port): connection refused")
    #expect(!error.requestMayHaveArrived)
  }

  @Test func `a name that leads to this machine may be a DNS filter's work`() async throws {
    let port = SocketServer.deadPort()
    let error = try await IPGeoTransportTests.failure(
      of: .get("http://0x7f000001:\(port)/"), by: transport)
    #expect(error.message.hasSuffix("blocked by a DNS filter?"))
  }

  @Test func `a name that cannot be one has no DNS answer`() async throws {
    let label = String(repeating: "a", count: 70)
    let error = try await IPGeoTransportTests.failure(
      of: .get("http://\(label).example/"), by: transport)
    #expect(error.code == .unreachable(.resolve))
    #expect(error.message == "no DNS answer for \(label).example")
    #expect(!error.requestMayHaveArrived)
  }

  @Test func `TLS to a server without it fails as TLS`() async throws {
    let server = SocketServer { connection in
      connection.send("HTTP/1.1 400 Bad Request\r\n\r\n")
      connection.waitForEnd()
    }
    defer { server.stop() }
    let error = try await IPGeoTransportTests.failure(
      of: .get("https://127.0.0.1:\(server.port)/"), by: transport)
    #expect(error.code == .tls)
    #expect(!error.requestMayHaveArrived)
  }
}
