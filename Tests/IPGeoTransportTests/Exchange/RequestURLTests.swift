import Testing

@testable import IPGeoTransport

@Suite struct RequestURLTests {
  @Test(
    arguments: [
      ("http://ip-api.com/batch?fields=1&key=secret#f", "http", "ip-api.com", 80, "/batch"),
      ("HTTPS://user:pass@Host.example:8443", "https", "Host.example", 8443, ""),
      ("http://[::1]:81/x", "http", "[::1]", 81, "/x"),
      ("http://[fe80::1%25eth0]", "http", "[fe80::1%25eth0]", 80, ""),
      ("https://a?q=/", "https", "a", 443, ""),
      ("http://a@b@c/", "http", "c", 80, "/"),
    ] as [(String, String, String, Int, String)])
  func `takes a URL apart`(
    text: String, scheme: String, host: String, port: Int, path: String
  ) throws {
    let url = try RequestURL(text)
    #expect(url.scheme == scheme)
    #expect(url.host == host)
    #expect(Int(url.port) == port)
    #expect(url.path == path)
  }

  @Test(arguments: [
    "", "ip-api.com", "/json", "ftp://a/", "file:///etc/passwd", "http:/a", "http://", "http:///x",
    "http://?q", "http://:80/", "http://user@/", "http://a b/", "http://a/b c", "http://a/\r\nX: 1",
    "http://a\0/", "http://a:0/", "http://a:65536/", "http://a:-1/", "http://a:/", "http://a:8x/",
    "http://[::1/", "http://[::1]x/", "http://[]/", "http://[/", "http://é.example/", "http://../",
    "http://a\\b/", "http://a,b/", "javascript:alert(1)//http://a/",
  ])
  func `refuses what cannot be asked`(text: String) async throws {
    let transport = CurlTransport(userAgent: "ipgeo")
    let error = try await failure(of: .get(text), by: transport)
    #expect(error.code == .badURL)
    #expect(!error.requestMayHaveArrived)
    #expect(error.message.hasPrefix("the URL cannot be used: "))
    #expect(HTTPRequest.get(text).redactedURL == "(unreadable URL)")
  }

  @Test func `a URL for messages holds no secret`() {
    let request = HTTPRequest.get("https://me:secret@pro.ip-api.com/batch?key=secret#secret")
    #expect(request.redactedURL == "https://pro.ip-api.com/batch")
    #expect(HTTPRequest.get("http://[::1]:81/json/").redactedURL == "http://[::1]:81/json/")
  }

  @Test(arguments: [
    ("X\r\nY", "1"), ("X", "1\r\nY: 2"), ("", "1"), ("X Y", "1"), ("X:", "1"), ("X", "\0"),
  ])
  func `refuses header lines that would be two`(name: String, value: String) async throws {
    let transport = CurlTransport(userAgent: "ipgeo")
    let error = try await failure(
      of: .get("http://127.0.0.1:1/", headers: [(name, value)]), by: transport)
    #expect(error.code == .badURL)
    #expect(!error.message.contains("\r"))
  }

  @Test func `a deadline of nothing sends nothing`() async throws {
    let transport = CurlTransport(userAgent: "ipgeo")
    let error = try await failure(
      of: .get("http://127.0.0.1:1/").within(milliseconds: 0), by: transport)
    #expect(error.code == .timeout)
    #expect(!error.requestMayHaveArrived)
  }
}
