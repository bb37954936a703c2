import IPGeoAddresses
import Testing

/// The spellings of reference inputs 1 to 10 and their kin.
@Suite struct AddressTokenTests {
  @Test(arguments: [
    ("8.8.8.8:443", "8.8.8.8, port 443, as 8.8.8.8"),
    ("8.8.8.8:0", "8.8.8.8, port 0, as 8.8.8.8"),
    ("8.8.8.8:65535", "8.8.8.8, port 65535, as 8.8.8.8"),
    ("8.8.8.8:00080", "8.8.8.8, port 80, as 8.8.8.8"),
    ("\"8.8.8.8:443\",", "8.8.8.8, port 443, as 8.8.8.8"),
    (
      "[2001:4860:4860::8888]:443",
      "2001:4860:4860::8888, port 443, as 2001:4860:4860::8888"
    ),
    ("[2606:4700:4700::1111]", "2606:4700:4700::1111, as 2606:4700:4700::1111"),
    ("\"[2606:4700:4700::1111]\"", "2606:4700:4700::1111, as 2606:4700:4700::1111"),
    ("[::ffff:8.8.8.8]:80", "8.8.8.8, port 80, as ::ffff:8.8.8.8"),
    ("[8.8.8.8]:25", "8.8.8.8, port 25, as 8.8.8.8"),
    ("2001:4860:4860::8888", "2001:4860:4860::8888, as 2001:4860:4860::8888"),
    ("2001:db8::1:8080", "2001:db8::1:8080, as 2001:db8::1:8080"),
    ("0:0:0:0:0:0:0:443", "::443, as 0:0:0:0:0:0:0:443"),
  ])
  func `sets a port aside`(text: String, expected: String) {
    #expect(reading(text) == expected)
  }

  @Test(arguments: [
    "8.8.8.8:", "8.8.8.8:65536", "8.8.8.8:000080", "8.8.8.8:+80", "8.8.8.8:-1",
    "8.8.8.8:http", "8.8.8.8:80:80", ":443", "[8.8.8.8:80]:90", "[::1]:", "[::1]:65536", "[::1]80",
    "[::1", "::1]", "[]:80", "[[::1]]", "[::1]:80/64", "(\"8.8.8.8\")", "\"[8.8.8.8]\"",
    "2001:4860:4860::8888:444444", "2001:4860:4860::8888:65536", "::1:443:x", "1:2:3:4:5:6:7",
  ])
  func `refuses what is no port`(text: String) {
    #expect(fault(text) == .notAnAddress)
  }

  @Test(arguments: [
    "2001:4860:4860:0:0:0:0:8888:443", "2001:4860:4860::8888:44300", "::1:10000",
    "::ffff:8.8.8.8:443", "\"1:2:3:4:5:6:7:8:0\"", "1:2:3:4:5:6:7:8:9", "::1:2:3:4:5:6:7:8",
    "::1.2.3.4:1",
  ])
  func `says that a port may be meant`(text: String) {
    #expect(fault(text) == .ambiguousPort)
  }

  @Test(arguments: [
    "::ffff:8.8.8.8", "::FFFF:808:808", "0:0:0:0:0:ffff:8.8.8.8", "8.8.8.8", "::ffff:0808:0808",
    "0000:0000:0000:0000:0000:FFFF:0808:0808", "[::ffff:8.8.8.8]", "::ffff:8.8.8.8/128",
  ])
  func `takes mapped IPv6 as IPv4`(text: String) {
    #expect(address(Array(text.utf8)) == IPAddress(ipv4: 0x0808_0808))
    #expect(address(Array(text.utf8))?.isIPv4 == true)
  }

  @Test(arguments: [
    ("010.8.8.8", "10.8.8.8"), ("008.008.008.008", "8.8.8.8"), ("8.8.8.08", "8.8.8.8"),
    ("00.0.0.0", "0.0.0.0"), ("::ffff:010.8.8.8", "10.8.8.8"), ("8.8.8.0000008", "8.8.8.8"),
    ("010.8.8.8:443", "10.8.8.8"), ("(010.8.8.8)", "10.8.8.8"), ("010.8.8.8/32", "10.8.8.8"),
    ("[::ffff:010.8.8.8]:80", "10.8.8.8"), ("64:ff9b::008.8.8.8", "64:ff9b::808:808"),
    ("010.8.8.8 more", "10.8.8.8"), ("[010.8.8.8]:80", "10.8.8.8"),
  ])
  func `refuses leading zeros and names the decimal reading`(text: String, decimal: String) {
    #expect(fault(text) == .leadingZero)
    let reading = Array(text.utf8).withUnsafeBytes { AddressToken.decimalReading($0) }
    #expect(reading == IPAddress(decimal))
  }

  @Test(arguments: ["8.8.8.8", "", "256.08.1.1", "08.8.8", "example.com", "08.8.8.8.8", "::1"])
  func `gives no decimal reading of other text`(text: String) {
    #expect(Array(text.utf8).withUnsafeBytes { AddressToken.decimalReading($0) } == nil)
    #expect(fault(text) != .leadingZero)
  }

  @Test(arguments: [
    "8.8.8", "134744072", "0x08080808", "10", "8.8.8.8.8", "256.1.1.1", "1.2.3.-4", "+1.2.3.4",
    "8.8.8.", ".8.8.8.8", "8..8.8", "8.8.8.8..", "-8.8.8.8", "8.8.8.8-", "1e1.8.8.8", "8,8,8,8",
    "300.08.8.8", "8.8.8.8/33", "8.8.8.8/", "8.8.8.8/032", "8.8.8.8/+8", "8.8.8.8/24/8",
    "::1/129", "::1/", "2001:db8::/0x20", "10/8", "10.0.0/8", "8.8.8.8/128", "8.8.8.8/-1",
    "12:34:56", "00:11:22:33:44:55", ":::", ":", "::1::", "1::2::3", "12345::", "::g",
    "1:2:3:4:5:6:7:1.2.3.4", "::1.2.3", "::1:2:3:4:5:6:7:x", "1:2:3:4:5:6:7::80:8080",
    "1.2.3.4::", "::256.1.1.1", "８.８.８.８", "٨.٨.٨.٨", "8.8.8.８", "8.8\u{200b}.8.8", "-",
    "unknown", "NA", ",", ".", ";", "()x", "\u{0}x8.8.8.8",
    "8.8.8.8\u{0}.example.com", "8.8.8.8\u{0}1", "8.8\u{0}.8.8", "user@example.com",
    "http://8.8.8.8/", "exa mple", "8. 8.8.8",
  ])
  func `refuses everything else`(text: String) {
    #expect(fault(text) == .notAnAddress)
  }

  @Test(arguments: [
    ("fe80::1%eth0", "fe80::1, zone eth0, as fe80::1%eth0"),
    ("::1%0", "::1, zone 0, as ::1%0"),
    ("[fe80::1%25en0]:80", "fe80::1, port 80, zone en0, as fe80::1%25en0"),
    ("[fe80::1%en0]:80", "fe80::1, port 80, zone en0, as fe80::1%en0"),
    ("[fe80::1%25en0]", "fe80::1, zone en0, as fe80::1%25en0"),
    ("[fe80::1%25]", "fe80::1, zone 25, as fe80::1%25"),
    ("fe80::1%256", "fe80::1, zone 256, as fe80::1%256"),
    ("fe80::1%eth0.100/128", "fe80::1, zone eth0.100, as fe80::1%eth0.100"),
    ("::ffff:8.8.8.8%eth0", "8.8.8.8, zone eth0, as ::ffff:8.8.8.8%eth0"),
    ("fe80::1%", "notAnAddress"),
    ("[fe80::1%]", "notAnAddress"),
    ("8.8.8.8%eth0", "notAnAddress"),
    ("8.8.8.8%", "notAnAddress"),
    ("fe80::1%a%b", "notAnAddress"),
    ("fe80::1%\u{e9}", "notAnAddress"),
    ("%eth0", "notAnAddress"),
    ("fe80::1%eth0/64", "network"),
  ])
  func `sets a zone id aside`(text: String, expected: String) {
    #expect(reading(text) == expected)
  }

  @Test(arguments: [
    " 8.8.8.8 ", "\u{a0}8.8.8.8\u{200b}", "\"8.8.8.8\"", "8.8.8.8,", "8.8.8.8.", "(8.8.8.8)",
    "<8.8.8.8>", "8.8.8.8;", "{8.8.8.8}", "'8.8.8.8'", "`8.8.8.8`", "[8.8.8.8]", "\"8.8.8.8\",",
    "\"8.8.8.8,\"", "( 8.8.8.8 )", "\t8.8.8.8\r", "\u{feff}8.8.8.8", "8.8.8.8\u{0}\u{0}",
    "\u{0}8.8.8.8", "\u{3000}8.8.8.8\u{2003}", "8.8.8.8\u{200e}", "\u{200f}8.8.8.8\u{2060}",
    "\u{202a}8.8.8.8\u{202c}", "8.8.8.8\u{2028}", "8.8.8.8 ,", "\u{b}8.8.8.8\u{c}\n",
    "\u{85}8.8.8.8", "\u{1680}8.8.8.8\u{202f}\u{205f}", "\u{200c}\u{200d}8.8.8.8", "8.8.8.8/32",
    "\"8.8.8.8/32\";", "\u{61c}8.8.8.8\u{2066}\u{180e}",
  ])
  func `takes decorations off`(text: String) {
    #expect(reading(text) == "8.8.8.8, as 8.8.8.8")
  }

  @Test(arguments: [
    "(8.8.8.8", "8.8.8.8)", "(8.8.8.8]", "((8.8.8.8))", "8.8.8.8,,", "\"8.8.8.8'", ",8.8.8.8",
    "8.8.8.8!", "\u{1b}8.8.8.8", "“8.8.8.8”",
  ])
  func `takes no other decoration off`(text: String) {
    #expect(fault(text) == .notAnAddress)
  }

  @Test(arguments: [
    "8.8.8.0/24", "10.0.0.0/8", "2001:4860::/32", "1.1.1.1-1.1.1.4", "0.0.0.0/0", "8.8.8.8/31",
    "::/0", "::1/127", "1.1.1.1 - 1.1.1.4", "2001:db8::-2001:db8::ff", "(8.8.8.0/24)",
    "::ffff:8.8.8.8/32", "10.0.0.0/255.0.0.0", "001.001.001.001-001.001.001.004", "010.0.0.0/8",
  ])
  func `names networks and ranges`(text: String) {
    #expect(fault(text) == .network)
  }

  @Test(arguments: [
    "8.8.8.8.rev.example.net", "localhost", "LocalHost", "example.com", "xn--bcher-kva.example",
    "bücher.example", "пример.рф", "例え.テスト", "example.com.", "example.com:443", "localhost:80",
    "8.8.8.8.rev.example.net - - [01/Jan/2026:00:00:00 +0000]", "host_1.internal", "\"a.b\"",
    "[example.com]:80", "8.8.8.8a", "localhost.",
    "نامه\u{200c}ای.com",
  ])
  func `names host names`(text: String) {
    #expect(fault(text) == .hostname)
  }

  @Test func `a host name in bad UTF-8 is none`() {
    #expect(
      reading(Array("b\u{fc}cher.example".unicodeScalars).map { UInt8($0.value) })
        == "notAnAddress")
  }

  @Test(arguments: [
    "8.8.8.x", "8.8.*.*", "10.1.2.xxx", "8.8.8.X", "8.x.x.x", "*.*.*.*", "8.8.8.*,", "8.8.8.x:80",
    "10.1.2.xXx", "8.8.8.x more",
  ])
  func `names masked addresses`(text: String) {
    #expect(fault(text) == .masked)
  }

  @Test(arguments: [
    ("8.8.x.8", AddressFault.notAnAddress), ("8.8.8.**", .notAnAddress), ("8.8.x", .hostname),
    ("256.8.8.x", .hostname), ("8.8.8.1x", .hostname), ("8.8.8.8.x", .hostname),
    ("8.8.*", .notAnAddress), ("8.8..x", .hostname),
  ])
  func `masks stand in the last parts of four`(text: String, expected: AddressFault) {
    #expect(fault(text) == expected)
  }

  @Test(arguments: [
    "8.8.8.8 more", "8.8.8.8, 1.1.1.1", "\"8.8.8.8\" \"1.1.1.1\"", "(8.8.8.8 more)", "8.8.8.8\tx",
    "8.8.8.8\u{a0}x", "[::1]:80 - -", "::1 x", "8.8.8.8\u{200b} x", "8.8.8.8:80 x",
    "8.8.8.8 \u{0} x", "8.8.8.8 8.8.8.8", "8.8.8.8,1.1.1.1", "8.8.8.8,foo,3", "8.8.8.8:80|x",
    "2001:4860:4860::8888;x",
  ])
  func `names text behind an address`(text: String) {
    #expect(fault(text) == .trailingText)
  }

  @Test(arguments: [
    "at 12:34:56 build 1.2.3.4.5", "x 8.8.8.8", "8.8.8.8\u{0} x", "8. 8.8.8", "8.8.8 .8",
  ])
  func `the first word decides`(text: String) {
    #expect(fault(text) == .notAnAddress)
  }

  @Test(arguments: [
    "", " ", "\t\r\n", "\u{0}\u{0}", "\u{feff}", "\u{a0}\u{200b}", "\"\"", "( )", "[]",
  ])
  func `names emptiness`(text: String) {
    #expect(fault(text) == .empty)
  }

  @Test func `trimming tells where the text stands`() {
    let text = Array("\u{feff} \u{a0}8.8 8.8\u{200b}\0".utf8)
    let range = text.withUnsafeBytes { AddressToken.trimmed($0) }
    #expect(String(decoding: text[range], as: UTF8.self) == "8.8 8.8")
    #expect([UInt8]("\u{e9}\u{200}".utf8).withUnsafeBytes { AddressToken.trimmed($0) } == 0..<4)
    #expect([UInt8]().withUnsafeBytes { AddressToken.trimmed($0) }.isEmpty)
  }

  @Test func `long text is judged by its first word`() {
    let long = String(repeating: "a.", count: 100_000)
    #expect(fault(long) == .notAnAddress)
    #expect(fault("8.8.8.8 " + long) == .trailingText)
    #expect(fault(String(repeating: " ", count: 100_000)) == .empty)
    #expect(reading(String(repeating: " ", count: 100_000) + "8.8.8.8") == "8.8.8.8, as 8.8.8.8")
    #expect(fault(String(repeating: "0", count: 100_000) + "8.8.8.8") == .notAnAddress)
    #expect(fault(String(repeating: "(", count: 100_000)) == .notAnAddress)
    #expect(fault(String(repeating: "1:", count: 100_000)) == .notAnAddress)
  }
}
