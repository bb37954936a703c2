import Testing

@testable import IPGeoTransport

/// A libcurl older than 7.80 cannot be kept from repeating a request on a kept connection.
@Suite(.timeLimit(.minutes(5))) struct OldLibraryTests {
  let transport = CurlTransport(
    userAgent: "ipgeo", bodyLimit: 4 << 20, connectTimeoutNanoseconds: 10_000_000_000
  ) { () throws(TransportError) in try CurlLibrary(takenForOld: true) }

  @Test func `each request has a connection of its own`() async throws {
    let server = SocketServer { connection in
      while connection.request() != nil { connection.reply("ok") }
    }
    defer { server.stop() }
    for _ in 0..<5 { _ = try await transport.send(.post(server.url, "[]")) }
    #expect(server.connections == 5)
    #expect(server.requests == 5)
  }

  @Test func `it is still known what may have arrived`() async throws {
    let silent = SocketServer { connection in _ = connection.request() }
    defer { silent.stop() }
    let arrived = try await failure(of: .get(silent.url), by: transport)
    #expect(arrived.requestMayHaveArrived)
    let dead = try await failure(
      of: .get("http://127.0.0.1:\(SocketServer.deadPort())/"), by: transport)
    #expect(!dead.requestMayHaveArrived)
  }
}
