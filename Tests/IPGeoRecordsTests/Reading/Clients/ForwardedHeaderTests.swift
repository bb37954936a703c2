import Testing

@testable import IPGeoRecords

/// RFC 7239.
struct ForwardedHeaderTests {
  @Test(arguments: [
    ("for=192.0.2.60;proto=http;by=203.0.113.43, for=\"[2001:db8:cafe::17]:4711\"", "192.0.2.60"),
    ("for=10.0.0.1, for=\"[2001:4860::8888]:4711\"", "2001:4860::8888:4711"),
    ("For=8.8.8.8", "8.8.8.8"), ("FOR=\"8.8.8.8:80\"", "8.8.8.8:80"),
    ("for=8.8.8.8:80", "8.8.8.8:80"), ("for=2001:4860::8888", "2001:4860::8888"),
    ("for=[2001:4860::8888]", "2001:4860::8888"), ("for = 8.8.8.8 ; proto = http", "8.8.8.8"),
    ("proto=http;host=example.com;for=8.8.8.8;by=1.1.1.1", "8.8.8.8"),
    ("by=1.1.1.1;host=9.9.9.9;for=10.0.0.1", "10.0.0.1"),
    ("secret=x;for=8.8.8.8", "8.8.8.8"), ("by=1.1.1.1, for=8.8.8.8", "8.8.8.8"),
    ("for=unknown, for=_hidden, for=\"_gazonk\", for=8.8.8.8", "8.8.8.8"),
    ("for=\"8.8.8.8:_port\"", "8.8.8.8"), ("for=\"[2001:4860::8888]:_a.b-c\"", "2001:4860::8888"),
    ("for=8.8.8.8;for=1.1.1.1", "8.8.8.8"), (";;, for=8.8.8.8;,", "8.8.8.8"),
    ("host=\"a,for=1.1.1.1;b\";for=8.8.8.8", "8.8.8.8"),
    ("host=\"a\\\",for=1.1.1.1\";for=8.8.8.8", "8.8.8.8"),
    ("for=\"\\[2001:4860::8888\\]:4711\"", "2001:4860::8888:4711"),
    ("for=\"8.8\\.8.8\"", "8.8.8.8 8.8\\.8.8"),
    ("for=\\\"[2001:4860::8888]:4711\\\"", "2001:4860::8888:4711"),
    ("for=\\x22[2001:4860::8888]:4711\\x22;proto=http", "2001:4860::8888:4711"),
    ("\"for=10.0.0.1, for=8.8.8.8\"", "8.8.8.8"),
    ("for=\", for=8.8.8.8", "8.8.8.8"),
    ("for=\"a, for=\"[2001:4860::8888]:1\"", "2001:4860::8888:1"),
    ("garbage, for=8.8.8.8", "8.8.8.8"),
    ("for=unknown", "no-address"), ("for=_hidden", "no-address"), ("for=\"\"", "no-address"),
    ("for=;proto=http", "no-address"), ("for=unknown;by=8.8.8.8", "no-address"),
    ("for=example.com", "no-address"), ("for=\"8.8.8.8 9\"", "no-address"),
  ])
  func `only for counts, however it is quoted`(_ text: String, _ expected: String) {
    #expect(client(text) == expected + " list")
  }

  @Test func `without any for it is no such header`() {
    #expect(client("by=8.8.8.8") == "not-an-address")
    #expect(client("by=8.8.8.8;host=1.1.1.1") == "not-an-address")
    #expect(client("by=8.8.8.8, host=1.1.1.1") == "no-address list")
    #expect(client("wherefore=8.8.8.8") == "not-an-address")
  }

  @Test func `quotes that never close cost no more than once`() {
    for piece in [
      "for=\"x,", "for=\\\"x,", "for=\\x22x,", "for=\"\\\",", "a=\"\\,", "for=\"\\", "=\"=\\\",",
    ] {
      let many = String(repeating: piece, count: 200_000 / piece.utf8.count)
      _ = client(many)
      _ = client(many, rule(.last))
    }
  }

  @Test func `a long node with escapes is no address`() {
    let zeros = String(repeating: "\\0", count: 300)
    #expect(client("for=\"\(zeros)\", for=8.8.8.8") == "8.8.8.8 list")
  }
}
