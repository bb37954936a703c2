import IPGeoAddresses
import IPGeoCore
import Testing

@testable import IPGeoRecords

/// What a rule makes of a text, in words to compare.
func client(_ text: String, _ rule: ClientRule = ClientRule()) -> String {
  describe(finding(text, rule), in: text)
}

func finding(_ text: String, _ rule: ClientRule) -> ClientRule.Finding {
  Array(text.utf8).withUnsafeBytes { rule.client(in: $0) }
}

/// `address spelling port list`, or the reason.
func describe(_ finding: ClientRule.Finding, in text: String) -> String {
  let list = finding.isForwarded ? " list" : ""
  switch finding.result {
  case .invalid(let reason): return reason.rawValue + list
  case .address(let address):
    let spelling = String(decoding: Array(text.utf8)[finding.spelling], as: UTF8.self)
    let port = finding.port.map { ":\($0)" } ?? ""
    return (spelling == "\(address)" ? spelling : "\(address) \(spelling)") + port + list
  }
}

func rule(_ choice: ClientRule.Choice = .firstPublic, trusting: [String] = []) -> ClientRule {
  var rule = ClientRule()
  rule.choice = choice
  rule.trustedProxies = trusting.compactMap { AddressPrefix($0) }
  return rule
}

struct ClientRuleTests {
  @Test(arguments: [
    ("8.8.8.8", "8.8.8.8"),
    ("2001:4860::8888", "2001:4860::8888"),
    (" \"8.8.8.8\" ", "8.8.8.8"),
    ("[2001:4860::8888]:443", "2001:4860::8888:443"),
    ("8.8.8.8:443", "8.8.8.8:443"),
    ("fe80::1%eth0", "fe80::1 fe80::1%eth0"),
    ("8.8.8.8,", "8.8.8.8"),
    ("8.8.8.8, ", "8.8.8.8"),
    (", 8.8.8.8 ,,", "8.8.8.8"),
    ("fe80::1%a=b", "fe80::1 fe80::1%a=b"),
  ])
  func `one address is no list`(_ text: String, _ expected: String) {
    #expect(client(text) == expected)
  }

  @Test(arguments: [
    ("", "empty"), ("  \u{a0}", "empty"), ("-", "no-address"), ("unknown", "no-address"),
    ("NA", "no-address"), ("N/A", "no-address"), ("null", "no-address"), ("None", "no-address"),
    ("nil", "no-address"), ("(null)", "no-address"), ("\"-\"", "no-address"),
    ("<nil>", "no-address"), (" UNKNOWN ", "no-address"), ("unknown,", "no-address"),
    (",", "no-address"), (", ,", "no-address"), ("--", "not-an-address"),
    ("unknowns", "not-an-address"), ("nothing", "not-an-address"), ("_hidden", "not-an-address"),
    ("example.com", "hostname"), ("8.8.8.x", "masked"), ("010.8.8.8", "leading-zero"),
    ("8.8.8.0/24", "network"), ("8.8.8.8 foo", "trailing-text"), ("a=b", "not-an-address"),
    ("ip=8.8.8.8", "not-an-address"), ("1:2:3:4:5:6:7:8:80", "ambiguous-port"),
  ])
  func `a text without an address keeps its fault`(_ text: String, _ expected: String) {
    #expect(client(text) == expected)
  }

  @Test(arguments: [
    ("10.1.2.3, 8.8.8.8, 192.168.0.1", "8.8.8.8 list"),
    ("unknown, 8.8.8.8", "8.8.8.8 list"),
    ("-, 8.8.8.8", "8.8.8.8 list"),
    ("_hidden, _SEVKISEK, 8.8.8.8", "8.8.8.8 list"),
    ("8.8.8.8,1.1.1.1", "8.8.8.8 list"),
    ("\t8.8.8.8\t,\t1.1.1.1\t", "8.8.8.8 list"),
    ("\"10.0.0.1, 8.8.8.8\"", "8.8.8.8 list"),
    ("[10.0.0.1, 8.8.8.8]", "8.8.8.8 list"),
    ("\"10.0.0.1\", \"8.8.8.8\"", "8.8.8.8 list"),
    ("['10.0.0.1', '8.8.8.8']", "8.8.8.8 list"),
    ("[fe80::1%25en0]:80, [2001:4860::8888]:443", "2001:4860::8888:443 list"),
    ("[::1], [2001:4860::8888]", "2001:4860::8888 list"),
    ("10.0.0.1:1, 8.8.8.8:65535", "8.8.8.8:65535 list"),
    ("::ffff:10.0.0.1, ::ffff:8.8.8.8", "8.8.8.8 ::ffff:8.8.8.8 list"),
    ("10.0.0.1, 192.168.0.1", "10.0.0.1 list"),
    ("unknown, 192.168.0.1, 10.0.0.1", "192.168.0.1 list"),
    ("unknown, -", "no-address list"),
    ("foo, bar.example", "no-address list"),
    ("' OR 1=1 --, 8.8.8.8", "8.8.8.8 list"),
    ("8.8.8.8, proxy.example", "8.8.8.8 list"),
    ("a=b, 8.8.8.8", "8.8.8.8 list"),
    ("10.0.0.0/8, 8.8.8.8", "8.8.8.8 list"),
    ("8.8.8.8,,10.0.0.1,", "8.8.8.8 list"),
  ])
  func `the left-most public entry of a list is the client`(_ text: String, _ expected: String) {
    #expect(client(text) == expected)
  }

  @Test func `first and last are told apart from public ones`() {
    let text = "unknown, 10.0.0.1, 8.8.8.8:80, 192.168.0.1, _x"
    #expect(client(text, rule(.first)) == "10.0.0.1 list")
    #expect(client(text, rule(.last)) == "192.168.0.1 list")
    #expect(client(text, rule(.firstPublic)) == "8.8.8.8:80 list")
  }

  @Test(arguments: [
    ("1.1.1.1, 8.8.8.8, 10.0.0.7, 10.0.0.1", "8.8.8.8 list"),
    ("1.1.1.1, 8.8.8.8", "8.8.8.8 list"),
    ("8.8.8.8", "8.8.8.8"), ("10.0.0.1", "10.0.0.1"),
    ("10.0.0.3, 10.0.0.2, 10.0.0.1", "10.0.0.3 list"),
    ("unknown, 10.0.0.2, 10.0.0.1", "no-address list"),
    ("8.8.8.8, unknown, 10.0.0.1", "no-address list"),
    ("8.8.8.8, garbage, 10.0.0.1", "no-address list"),
    ("8.8.8.8, 192.168.0.1, 10.0.0.1", "192.168.0.1 list"),
    ("8.8.8.8, , 10.0.0.1,", "8.8.8.8 list"),
    ("1.1.1.1, 8.8.8.8, ::ffff:10.0.0.1, [2001:db8::1]:80", "8.8.8.8 list"),
    ("for=8.8.8.8, for=10.0.0.1;by=1.1.1.1", "8.8.8.8 list"),
    ("for=8.8.8.8, proto=https, for=10.0.0.1", "no-address list"),
    ("for=8.8.8.8, for=_hidden", "no-address list"),
  ])
  func `trusted proxies are passed over from the right`(_ text: String, _ expected: String) {
    for choice in ClientRule.Choice.allCases {
      #expect(client(text, rule(choice, trusting: ["10.0.0.0/8", "2001:db8::/32"])) == expected)
    }
  }

  @Test func `a list of a megabyte is read to its end`() {
    let many = String(repeating: "10.0.0.1, ", count: 100_000)
    #expect(client(many + "8.8.8.8") == "8.8.8.8 list")
    #expect(client(many + "8.8.8.8", rule(.last)) == "8.8.8.8 list")
    #expect(client("8.8.8.8, " + many, rule(trusting: ["10.0.0.0/8"])) == "8.8.8.8 list")
    #expect(client(String(repeating: ",", count: 1_000_000)) == "no-address")
    #expect(client(String(repeating: "ü.a,", count: 50_000)) == "no-address list")
    #expect(client(String(repeating: "=,", count: 100_000)) == "no-address list")
  }

  @Test func `a text that is only partly a list is none where nobody called it one`() {
    func list(_ text: String) -> String? {
      Array(text.utf8).withUnsafeBytes { ClientRule().list(in: $0) }.map { describe($0, in: text) }
    }
    #expect(list("10.0.0.1, 8.8.8.8") == "8.8.8.8 list")
    #expect(list("unknown, _x, 8.8.8.8") == "8.8.8.8 list")
    #expect(list("for=8.8.8.8;proto=http") == "8.8.8.8 list")
    #expect(list("unknown, -") == "no-address list")
    for text in [
      "8.8.8.8", "8.8.8.8,", ",8.8.8.8", "8.8.8.8,US", "8.8.8.8,1.1.1.1,US", "US,8.8.8.8", "", ",",
      "GET /?a=1;for=8.8.8.8", "8.8.8.8 for=1.1.1.1", "x, for=8.8.8.8", "a=b, c=d", "by=8.8.8.8",
      "8.8.8.8, 10.0.0.0/8", "8.8.8.8, 1.1.1.1 x",
    ] {
      #expect(list(text) == nil, "\(text)")
    }
  }
}
