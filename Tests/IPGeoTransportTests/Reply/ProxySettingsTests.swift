import Testing

@testable import IPGeoTransport

@Suite struct ProxySettingsTests {
  private func name(_ url: String, _ variables: [String: String]) throws -> String? {
    ProxySettings(for: try RequestURL(url)) { variables[$0] }?.name
  }

  @Test(arguments: [
    ("http://user:p@ss@proxy.example:3128/", "proxy.example:3128"), ("proxy:81", "proxy:81"),
    ("socks5h://[::1]:9", "[::1]:9"), ("https://p", "p:443"), ("p", "p:1080"),
    ("[::1]", "[::1]:1080"),
    ("u:1@p", "p:1080"), ("p\u{1b}[31m:5", "p[31m:5"),
  ])
  func `names a proxy without its password`(value: String, expected: String) throws {
    #expect(try name("http://a.example/", ["http_proxy": value]) == expected)
  }

  @Test func `each scheme has its variables`() throws {
    #expect(try name("http://a/", ["HTTP_PROXY": "p:1", "https_proxy": "p:2"]) == nil)
    #expect(try name("https://a/", ["http_proxy": "p:1", "HTTPS_PROXY": "p:2"]) == "p:2")
    #expect(try name("http://a/", ["ALL_PROXY": "p:1"]) == "p:1")
    #expect(try name("http://a/", ["http_proxy": "", "all_proxy": "p:1"]) == "p:1")
    #expect(try name("http://a/", [:]) == nil)
  }

  @Test(arguments: [
    ("*", true), ("a.example", true), (".example", true), ("example", true), ("b, A.EXAMPLE", true),
    ("xample", false), ("b.a.example", false), ("", false),
  ])
  func `no_proxy excepts names and their subdomains`(list: String, isExcepted: Bool) throws {
    let found = try name("http://a.example/", ["http_proxy": "p:1", "no_proxy": list])
    #expect((found == nil) == isExcepted)
  }
}
