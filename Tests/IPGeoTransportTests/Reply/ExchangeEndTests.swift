import Testing

@testable import IPGeoTransport

/// libcurl's results in a person's words, without a network.
@Suite struct ExchangeEndTests {
  private func message(
    _ code: Int32, url: String = "http://ip-api.com/json/?key=secret", proxy: String? = nil,
    systemError: Int32 = 0, attempts: Int = 0, local: Int = 0, wasSent: Bool = false,
    connectStatus: Int = 0
  ) throws -> TransportError {
    let url = try RequestURL(url)
    let end = ExchangeEnd(
      url: url, deadlineNanoseconds: 30_000_000_000, connectTimeoutNanoseconds: 10_000_000_000,
      proxy: ProxySettings(for: url) { $0 == "http_proxy" ? proxy : nil },
      reply: ReplyCollector(bodyLimit: 4 << 20, headLimit: 64 << 10),
      code: CurlCode(rawValue: code), detail: "libcurl's words", systemError: systemError,
      attempts: attempts, localAttempts: local, wasSent: wasSent, resendRefused: false,
      connectStatus: connectStatus)
    guard case .failure(let error) = end.result() else { throw CancellationError() }
    #expect(!error.message.contains("secret"))
    #expect(error.requestMayHaveArrived == wasSent)
    return error
  }

  @Test func `no DNS answer`() throws {
    let error = try message(6)
    #expect(error.code == .unreachable(.resolve))
    #expect(error.message == "no DNS answer for ip-api.com")
  }

  @Test func `an endless line in the head is the server's fault`() throws {
    for code: Int32 in [27, 100] {
      let error = try message(code, attempts: 1, wasSent: true)
      #expect(error.code == .malformed)
      #expect(error.message == "a line in the head of the reply is too long")
    }
    #expect(try message(27).message == "out of memory")
  }

  @Test func `each wait has its own words`() throws {
    #expect(try message(28).message == "no DNS answer for ip-api.com:80 within 10 s")
    #expect(
      try message(28, attempts: 1).message == "cannot connect to ip-api.com:80 within 10 s")
    #expect(try message(28, attempts: 1, wasSent: true).message == "no reply within 30 s")
    #expect(
      try message(28, proxy: "http://u:secret@p:1", attempts: 1, wasSent: true).message
        == "no reply within 30 s (through the proxy p:1)")
  }

  @Test func `a name that leads to this machine names the DNS filter`() throws {
    let error = try message(7, systemError: 111, attempts: 2, local: 2)
    #expect(error.code == .unreachable(.connect))
    #expect(error.message.hasSuffix("the name leads to this machine: blocked by a DNS filter?"))
    for url in ["http://localhost/", "http://127.0.0.1/", "http://[::1]/", "http://a.localhost/"] {
      #expect(!(try message(7, url: url, attempts: 1, local: 1).message.contains("filter")))
    }
    #expect(!(try message(7, attempts: 2, local: 1).message.contains("filter")))
    #expect(!(try message(7, proxy: "p:1", attempts: 1, local: 1).message.contains("filter")))
  }

  @Test func `the proxy's failures are the proxy's`() throws {
    let proxy = "http://u:secret@p:3128"
    #expect(try message(5, proxy: proxy).message == "no DNS answer for the proxy p")
    let refused = try message(7, proxy: proxy, attempts: 1)
    #expect(refused.code == .proxy)
    #expect(refused.message == "cannot connect to the proxy p:3128: no connection")
    let tunnel = try message(56, proxy: proxy, attempts: 1, connectStatus: 403)
    #expect(tunnel.code == .proxy)
  }

  @Test(arguments: [35, 51, 58, 60, 77, 83, 91] as [Int32])
  func `TLS failures carry libcurl's words`(code: Int32) throws {
    let error = try message(code, url: "https://pro.ip-api.com/")
    #expect(error.code == .tls)
    #expect(error.message == "no secure connection to pro.ip-api.com:443: libcurl's words")
  }

  @Test func `every code of libcurl is some failure`() throws {
    for code in Int32(1)...120 { _ = try message(code) }
  }

  @Test func `figures in words`() {
    #expect(Words.duration(30_000_000_000) == "30 s")
    #expect(Words.duration(1_500_000_000) == "1500 ms")
    #expect(Words.size(4 << 20) == "4 MiB")
    #expect(Words.size(64 << 10) == "64 KiB")
    #expect(Words.size(1001) == "1001 bytes")
    #expect(Words.cleaned("a\u{1b}[31mé\nb") == "a?[31m??")
    #expect(Words.cleaned(String(repeating: "x", count: 999)).count == 200)
  }
}
