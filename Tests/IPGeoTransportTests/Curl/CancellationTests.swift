import Testing

@testable import IPGeoTransport

@Suite(.timeLimit(.minutes(15))) struct CancellationTests {
  let transport = CurlTransport(userAgent: "ipgeo/9.9")

  @Test func `a cancelled exchange ends at once and leaves its connection`() async throws {
    let (asked, announce) = AsyncStream.makeStream(of: Void.self)
    let (gone, announceEnd) = AsyncStream.makeStream(of: Void.self)
    let server = SocketServer { connection in
      _ = connection.request()
      announce.yield()
      connection.waitForEnd()
      announceEnd.yield()
    }
    defer { server.stop() }
    let exchange = Task { try await transport.send(.get(server.url)) }
    for await _ in asked { break }
    exchange.cancel()
    await #expect {
      try await exchange.value
    } throws: { error in
      (error as? TransportError)?.code == .cancelled
        && (error as? TransportError)?.requestMayHaveArrived == true
    }
    for await _ in gone { break }
  }

  @Test func `nothing is sent for a task cancelled before`() async throws {
    let server = SocketServer { connection in
      while connection.request() != nil { connection.reply("ok") }
    }
    defer { server.stop() }
    let exchange = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await transport.send(.get(server.url))
    }
    let result = await exchange.result
    #expect(throws: TransportError.cancelled(requestMayHaveArrived: false)) { try result.get() }
    #expect(server.connections == 0)
  }

  @Test func `a thousand cancellations at any moment`() async throws {
    let server = SocketServer { connection in
      while let request = connection.request() {
        if request.hasPrefix("GET /silent") { return connection.waitForEnd() }
        if request.hasPrefix("GET /reset") { return connection.resetAtClose() }
        connection.reply(
          String(repeating: "x", count: request.hasPrefix("GET /long") ? 200_000 : 9))
      }
    }
    defer { server.stop() }
    let paths = ["/silent", "/reset", "/short", "/long"]
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<1000 {
        if number >= 16 { await group.next() }
        group.addTask {
          let exchange = Task {
            try? await transport.send(.get(server.url + paths[number % 4]))
          }
          for _ in 0..<Int.random(in: 0..<200) { await Task.yield() }
          exchange.cancel()
          _ = await exchange.value
        }
      }
    }
    // The loop has survived it.
    #expect(try await transport.send(.get(server.url + "/short")).status == 200)
  }

  @Test func `shutting down ends what is under way`() async throws {
    let (asked, announce) = AsyncStream.makeStream(of: Void.self)
    let server = SocketServer { connection in
      _ = connection.request()
      announce.yield()
      connection.waitForEnd()
    }
    defer { server.stop() }
    let exchange = Task { try await transport.send(.get(server.url)) }
    for await _ in asked { break }
    transport.shutDown()
    let result = await exchange.result
    #expect(throws: TransportError.cancelled(requestMayHaveArrived: true)) { try result.get() }
  }

  @Test func `a transport that is let go during an exchange finishes it`() async throws {
    let server = SocketServer { connection in
      while connection.request() != nil { connection.reply("ok") }
    }
    defer { server.stop() }
    for _ in 0..<20 {
      let reply = try await CurlTransport(userAgent: "ipgeo").send(.get(server.url))
      #expect(reply.text == "ok")
    }
  }
}
