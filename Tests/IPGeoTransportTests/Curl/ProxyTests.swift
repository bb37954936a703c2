import Foundation
import Testing

@testable import IPGeoTransport

/// The proxy variables.
///
/// Each test is a process of its own: libcurl reads the environment.
@Suite(.timeLimit(.minutes(5))) struct ProxyTests {
  @Test func `http_proxy is used and no_proxy excepts`() async {
    await #expect(processExitsWith: .success) {
      setenv("IPGEO_TEST_KEEPS_PROXY", "1", 1)
      let proxy = SocketServer { connection in
        while let request = connection.request() { connection.reply(request) }
      }
      let server = SocketServer { connection in
        while connection.request() != nil { connection.reply("direct") }
      }
      setenv("http_proxy", "http://user:secret@127.0.0.1:\(proxy.port)", 1)
      setenv("no_proxy", "other.example,127.0.0.1", 1)
      let transport = CurlTransport(userAgent: "ipgeo/9.9")
      let reply = try await transport.send(.get("http://ip-api.invalid/json/"))
      #expect(reply.text.hasPrefix("GET http://ip-api.invalid/json/ HTTP/1.1\r\n"))
      #expect(reply.text.contains("Proxy-Authorization: Basic"))
      let direct = try await transport.send(.get(server.url))
      #expect(direct.text == "direct")
    }
  }

  @Test func `the upper-case HTTP_PROXY is ignored`() async {
    await #expect(processExitsWith: .success) {
      setenv("IPGEO_TEST_KEEPS_PROXY", "1", 1)
      unsetenv("http_proxy")
      setenv("HTTP_PROXY", "http://127.0.0.1:\(SocketServer.deadPort())", 1)
      let server = SocketServer { connection in
        while connection.request() != nil { connection.reply("direct") }
      }
      let transport = CurlTransport(userAgent: "ipgeo/9.9")
      let direct = try await transport.send(.get(server.url))
      #expect(direct.text == "direct")
    }
  }

  @Test func `a request that may use no proxy goes past http_proxy`() async {
    await #expect(processExitsWith: .success) {
      setenv("IPGEO_TEST_KEEPS_PROXY", "1", 1)
      unsetenv("no_proxy")
      setenv("http_proxy", "http://127.0.0.1:\(SocketServer.deadPort())", 1)
      let server = SocketServer { connection in
        while connection.request() != nil { connection.reply("direct") }
      }
      var request = HTTPRequest.get(server.url)
      request.mayUseProxy = false
      let direct = try await CurlTransport(userAgent: "ipgeo/9.9").send(request)
      #expect(direct.text == "direct")
    }
  }

  @Test func `a proxy that cannot be reached is named without its password`() async {
    await #expect(processExitsWith: .success) {
      setenv("IPGEO_TEST_KEEPS_PROXY", "1", 1)
      unsetenv("no_proxy")
      let port = SocketServer.deadPort()
      setenv("http_proxy", "http://user:secret@127.0.0.1:\(port)", 1)
      let transport = CurlTransport(userAgent: "ipgeo/9.9")
      let error = try await failure(of: .get("http://ip-api.invalid/"), by: transport)
      #expect(error.code == .proxy)
      #expect(
        error.message == "cannot connect to the proxy 127.0.0.1:\(port): connection refused")
      setenv("http_proxy", "http://user:secret@\(String(repeating: "a", count: 70)).example", 1)
      let unresolved = try await failure(of: .get("http://ip-api.invalid/"), by: transport)
      #expect(unresolved.code == .proxy)
      #expect(unresolved.message.hasPrefix("no DNS answer for the proxy aaaa"))
      #expect(!unresolved.message.contains("secret"))
    }
  }

  @Test func `a proxy that refuses is named`() async {
    await #expect(processExitsWith: .success) {
      setenv("IPGEO_TEST_KEEPS_PROXY", "1", 1)
      unsetenv("no_proxy")
      let proxy = SocketServer { connection in
        while connection.request() != nil {
          connection.reply("who are you", status: "407 Proxy Authentication Required")
        }
      }
      setenv("http_proxy", "http://user:secret@127.0.0.1:\(proxy.port)", 1)
      setenv("https_proxy", "http://user:secret@127.0.0.1:\(proxy.port)", 1)
      let transport = CurlTransport(userAgent: "ipgeo/9.9")
      let plain = try await failure(of: .get("http://ip-api.invalid/"), by: transport)
      #expect(plain.code == .proxy)
      #expect(
        plain.message
          == "the proxy 127.0.0.1:\(proxy.port) wants a user and a password (status 407)")
      let error = try await failure(of: .get("https://ip-api.invalid/"), by: transport)
      #expect(error.code == .proxy)
      #expect(
        error.message
          == "the proxy 127.0.0.1:\(proxy.port) refused a tunnel to ip-api.invalid:443: status 407")
      #expect(!error.requestMayHaveArrived)
    }
  }

  @Test func `a pending thread does not keep the process alive`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let server = SocketServer { connection in connection.waitForEnd() }
      let transport = CurlTransport(userAgent: "ipgeo/9.9")
      _ = try? await transport.send(.get(server.url).within(milliseconds: 50))
      Task { try await transport.send(.get(server.url)) }
      exit(7)
    }
  }
}
