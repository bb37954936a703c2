import IPGeoAddresses
import IPGeoTransport
import Testing

@testable import IPGeoAPI

@Suite struct RequestTests {
  private func writing(
    _ url: String = "http://ip-api.com", language: Language? = nil, wantsReverse: Bool = false,
    key: String? = nil
  ) throws -> RequestWriting {
    RequestWriting(
      base: try ServiceURL(url), language: language, wantsReverse: wantsReverse,
      key: key.flatMap { APIKey($0) })
  }

  @Test func `every field is asked for, and reverse only when wanted`() {
    #expect(WireField.mask(withReverse: false) == 66_842_623)
    #expect(WireField.mask(withReverse: true) == 66_846_719)
  }

  @Test func `each field is found by its name`() {
    for field in WireField.allCases {
      let name = Array("\(field.name)".utf8)
      let found = WireField.candidate(
        length: name.count, first: name[0], last: name[name.count - 1])
      #expect(found == field)
    }
  }

  @Test func `only a key in plain http must not pass a proxy`() throws {
    let request = HTTPRequest(url: "http://h", deadlineNanoseconds: 1)
    #expect(try writing().sealed(request).mayUseProxy)
    #expect(try writing("https://h", key: "k").sealed(request).mayUseProxy)
    #expect(try !writing("http://127.0.0.1:1", key: "k").sealed(request).mayUseProxy)
  }

  @Test func `a batch is posted to batch`() throws {
    #expect(try writing().batch == "http://ip-api.com/batch?fields=66842623")
    #expect(
      try writing("https://h/api/", language: .ptBR, key: "a b").batch
        == "https://h/api/batch?fields=66842623&lang=pt-BR")
    #expect(
      try writing("https://h", language: .de, key: "k/1").batch
        == "https://h/batch?fields=66842623&lang=de&key=k%2F1")
  }

  @Test func `a look-up names its address in the path`() throws {
    #expect(
      try writing(wantsReverse: true).single(ip("8.8.8.8"))
        == "http://ip-api.com/json/8.8.8.8?fields=66846719")
    #expect(
      try writing().single(ip("2001:4860:4860::8888"))
        == "http://ip-api.com/json/2001:4860:4860::8888?fields=66842623")
  }

  @Test func `a body is a JSON array of canonical texts`() {
    let body = RequestWriting.body([ip("8.8.8.8"), ip("2001:4860::1"), ip("::ffff:1.1.1.1")])
    #expect(String(decoding: body, as: UTF8.self) == #"["8.8.8.8","2001:4860::1","1.1.1.1"]"#)
    #expect(RequestWriting.body([]) == Array("[]".utf8))
  }
}

@Suite struct APIKeyTests {
  @Test func `a key never shows`() throws {
    let key = try #require(APIKey("sesame-1"))
    var dumped = ""
    dump(key, to: &dumped)
    for text in ["\(key)", String(reflecting: key), key.debugDescription, dumped, "\([key])"] {
      #expect(!text.contains("sesame"), "\(text)")
      #expect(text.contains("***"))
    }
    var configuration = IPAPIProvider.Configuration()
    configuration.key = key
    var whole = ""
    dump(configuration, to: &whole)
    #expect(!whole.contains("sesame"))
  }

  @Test func `blanks around a key are dropped, blanks within are refused`() {
    #expect(APIKey(" abc\n")?.percentEncoded == "abc")
    #expect(APIKey("\u{FEFF}\u{A0}a%b&c=\r\n")?.percentEncoded == "a%25b%26c%3D")
    #expect(APIKey(String(repeating: "k", count: 512)) != nil)
    let long = String(repeating: "k", count: 513)
    for text in ["", "  ", "a b", "a\tb", "a\u{0}b", "ü", long] { #expect(APIKey(text) == nil) }
  }
}

@Suite struct PlainTextTests {
  @Test func `what a stranger sent becomes one plain line`() {
    let wording = PlainText(key: nil)
    #expect(wording.excerpt("<b>\r\n\t\"x\\\u{1b}[31mé") == #"<b>\r\n\t\"x\\\x1b[31m\xc3\xa9"#)
    #expect(
      wording.excerpt(String(repeating: "a", count: 61)) == String(repeating: "a", count: 60) + "…")
    #expect(wording.excerpt("") == "")
  }

  @Test func `the key is never shown, nor a part of it at the cut`() throws {
    let key = try #require(APIKey("s3cr3t/key"))
    let wording = PlainText(key: key)
    #expect(wording.excerpt("x key=s3cr3t/key y") == "x key=*** y")
    #expect(wording.excerpt("?key=s3cr3t%2Fkey") == "?key=***")
    let across = String(repeating: "a", count: 55) + "s3cr3t/key"
    #expect(!wording.excerpt(across).contains("s3"))
  }

  @Test(arguments: [
    ("http://login.example/portal?x", "login.example"), ("https://u:p@h:8080", "h:8080"),
    ("//other/x", "other"),
  ])
  func `a redirect's host is named`(location: String, host: String) {
    #expect(RedirectTarget(location)?.host == host)
  }

  @Test(arguments: ["/login", "", "login", "http://", "http:///x", ":", "a:b"])
  func `a redirect without a host has none`(location: String) {
    #expect(RedirectTarget(location) == nil)
  }
}
