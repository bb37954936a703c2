import IPGeoAPI
import Testing

@Suite struct ServiceURLTests {
  @Test(arguments: [
    ("http://ip-api.com", "ip-api.com", "http://ip-api.com"),
    ("HTTP://IP-API.COM./", "ip-api.com", "http://ip-api.com"),
    ("https://h.example:8443/Api/b//", "h.example", "https://h.example:8443/Api/b"),
    ("http://127.0.0.1:8080", "127.0.0.1", "http://127.0.0.1:8080"),
    ("http://[::1]:65535/", "::1", "http://[::1]:65535"),
    ("http://[2001:DB8::1]/x", "2001:db8::1", "http://[2001:db8::1]/x"),
    ("http://my_host-1/", "my_host-1", "http://my_host-1"),
    ("http://h/a:b@c", "h", "http://h/a:b@c"),
  ])
  func `a plain URL is read`(text: String, host: String, whole: String) throws {
    let url = try ServiceURL(text)
    #expect(url.scheme == (whole.hasPrefix("https") ? .https : .http))
    #expect(url.host == host)
    #expect(url.description == whole)
    #expect(try ServiceURL(whole) == url)
  }

  @Test(
    arguments: [
      ("", .noScheme), ("ip-api.com", .noScheme), ("ftp://h", .noScheme), ("//h", .noScheme),
      ("http:/h", .noScheme), ("http://", .noHost), ("http:///x", .noHost), ("http://.", .noHost),
      ("http://h?x", .query), ("http://h/#a", .fragment), ("http://u@h", .userName),
      ("http://u:p@h/", .userName), ("http://h:", .badPort), ("http://h:0", .badPort),
      ("http://h:65536", .badPort), ("http://h:+80", .badPort), ("http://h:8x", .badPort),
      ("http://[::1", .badIPv6), ("http://[::1]x", .badIPv6), ("http://[::1]x:80", .badIPv6),
      ("http://[zz]", .badIPv6), ("http://[]", .badIPv6), ("http://[localhost]", .badIPv6),
      ("http://[127.0.0.1]", .badIPv6), ("http://::1/", .noHost), ("http://h h", .notPlain),
      ("http://h\n", .notPlain), ("http://h\0", .notPlain), ("http://hö", .notPlain),
      ("http://ip-api。com", .notPlain), ("http://ｉp-api.com", .notPlain),
      ("http://a..b", .noHost), ("http://h%41", .noHost), ("http://h/../x", .badPath),
      ("http://h/a\\b", .badPath), ("http://h/./x", .badPath),
    ] as [(String, ServiceURL.Fault)])
  func `anything else is refused, and said why`(text: String, fault: ServiceURL.Fault) {
    #expect(throws: fault) { try ServiceURL(text) }
  }

  @Test func `loopback is known by name and address`() throws {
    for text in ["localhost:1", "127.9.9.9", "[::1]", "[::ffff:127.0.0.1]"] {
      #expect(try ServiceURL("http://" + text).isLoopback, "\(text)")
      #expect(try ServiceURL("http://" + text).mayCarryKey, "\(text)")
    }
    for text in [
      "ip-api.com", "128.0.0.1", "localhost.example", "10.0.0.1", "127.1", "127.0.0.256",
      "0127.0.0.1", "127.0.0.1.example",
    ] {
      #expect(try !ServiceURL("http://" + text).isLoopback, "\(text)")
      #expect(try !ServiceURL("http://" + text).mayCarryKey, "\(text)")
      #expect(try ServiceURL("https://" + text).mayCarryKey, "\(text)")
    }
  }

  @Test func `the public service is known by its name`() throws {
    for host in ["ip-api.com", "IP-API.com.", "pro.ip-api.com", "ip-api.com:80"] {
      #expect(try ServiceURL("http://\(host)/").isPublicService, "\(host)")
    }
    for host in ["notip-api.com", "ip-api.com.example", "127.0.0.1"] {
      #expect(try !ServiceURL("http://\(host)").isPublicService, "\(host)")
    }
  }

  @Test(arguments: [
    ("http://ip-api.com", "ip-api.com"), ("http://IP-API.com:80/x", "ip-api.com"),
    ("https://h:443", "h"), ("https://h:80", "h:80"), ("http://127.0.0.1:8080", "127.0.0.1:8080"),
    ("http://[::1]:9/v", "[::1]:9"), ("http://[::1]", "[::1]"),
  ])
  func `a limit goes by host, and by port where that is not the usual one`(
    text: String, authority: String
  ) throws {
    #expect(try ServiceURL(text).authority == authority)
  }
}
