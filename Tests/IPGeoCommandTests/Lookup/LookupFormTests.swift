import IPGeoAddresses
import IPGeoCore
import IPGeoRecords
import Testing

@testable import IPGeoCommand

/// An item that came to what a test says.
func lookedUp(
  _ word: String, _ outcome: Outcome? = nil, askedAt: Int64? = 1_785_600_000, isKnown: Bool = false
) -> LookupResult {
  let item = LookupItem(Array(word.utf8))
  switch item.subject {
  case .address(let address):
    let verdict = address.specialBlock.map { Outcome.special($0) } ?? outcome ?? .located(ashburn)
    return LookupResult(
      item: item, address: address, verdict: .outcome(verdict), askedAt: askedAt, isKnown: isKnown)
  case .invalid(let reason): return LookupResult(item: item, verdict: .invalid(reason))
  case .unresolved(let failure):
    return LookupResult(item: item, verdict: .outcome(.failed(failure)))
  case .own: return LookupResult(item: item, verdict: .outcome(outcome ?? .unknown(.noData)))
  }
}

let ashburn: Location = {
  var location = Location()
  location.city = "Ashburn"
  location.region = "Virginia"
  location.regionCode = "VA"
  location.country = "United States"
  location.countryCode = "US"
  location.latitude = 39.03
  location.longitude = -77.5
  location.timezone = "America/New_York"
  location.utcOffset = -18_000
  location.isp = "Google LLC"
  location.asn = 15169
  location.asOrganization = "Google LLC"
  return location
}()

/// What a person is shown.
@Suite struct LookupFormTests {
  // 2026-08-01 16:00 UTC.
  private static let now: Int64 = 1_785_600_000

  private func form(isUnicode: Bool = true, usesColor: Bool = false) -> LookupForm {
    LookupForm(
      look: .init(isUnicode: isUnicode, usesColor: usesColor), now: Self.now,
      clock: ZoneClock { zone, _ in zone == "America/New_York" ? -14_400 : nil }, source: "ip-api")
  }

  @Test func `city, region, country, coordinates, time and network stand under each other`() {
    #expect(
      form().lines(lookedUp("8.8.8.8:53")) == [
        "8.8.8.8",
        "  City        Ashburn",
        "  Region      Virginia (VA)",
        "  Country     United States (US)",
        "  Lat,Lon     39.03,-77.5",
        "  Time zone   America/New_York",
        "  Local time  Sat 2026-08-01 12:00, UTC-04:00",
        "  ISP         Google LLC",
        "  Network     AS15169 Google LLC",
        "  Answer      asked now",
      ])
  }

  @Test func `what is not known is a dash, and never a zero`() {
    var empty = Location()
    empty.countryCode = "US"
    empty.latitude = 1
    let lines = form().lines(lookedUp("8.8.8.8", .located(empty)))
    #expect(lines[1] == "  City        –" && lines[3] == "  Country     US")
    #expect(lines[4] == "  Lat,Lon     –" && lines[6] == "  Local time  –")
    #expect(form(isUnicode: false).lines(lookedUp("8.8.8.8", .located(empty)))[1].hasSuffix(" -"))
    var zero = Location()
    (zero.latitude, zero.longitude) = (0, 0)
    #expect(form().lines(lookedUp("8.8.8.8", .located(zero)))[4] == "  Lat,Lon     0,0")
  }

  @Test func `the zone's own rules come before the answer's offset, which must be fresh`() {
    func time(_ zone: String, age: Int64) -> String {
      var location = ashburn
      location.timezone = zone
      let result = lookedUp(
        "8.8.8.8", .located(location), askedAt: Self.now - age, isKnown: true)
      return String(form().lines(result)[6].dropFirst(14))
    }
    // Asked in winter, five hours behind; now it is summer.
    #expect(time("America/New_York", age: 200 * 86_400) == "Sat 2026-08-01 12:00, UTC-04:00")
    #expect(time("Nowhere/Known", age: 200 * 86_400) == "–")
    #expect(time("Nowhere/Known", age: 3600) == "–")
    #expect(time("Nowhere/Known", age: -10) == "–")
    #expect(time("Nowhere/Known", age: 3599) == "Sat 2026-08-01 11:00, UTC-05:00")
  }

  @Test func `a kept answer tells its age`() {
    let result = lookedUp("8.8.8.8", askedAt: Self.now - 3 * 86_400, isKnown: true)
    #expect(form().lines(result).last == "  Answer      known, 3 days old")
  }

  @Test func `the heading is the caller's spelling, and what it stands for`() throws {
    #expect(form().lines(lookedUp("::ffff:8.8.8.8"))[0] == "::ffff:8.8.8.8 (8.8.8.8)")
    var named = lookedUp("8.8.8.8")
    named.item.name = "dns.google"
    #expect(form().lines(named)[0] == "dns.google (8.8.8.8)")
    var own = lookedUp("8.8.8.8")
    own.item.subject = .own
    #expect(form().lines(own)[0] == "8.8.8.8 (your own address)")
    #expect(form(usesColor: true).lines(own)[0] == "\u{1B}[1m8.8.8.8 (your own address)\u{1B}[0m")
  }

  @Test(arguments: [
    ("192.168.1.1", "private address: nothing to look up"),
    ("fd00::1", "private address: nothing to look up"),
    ("127.0.0.1", "loopback address: nothing to look up"),
    ("203.0.113.5", "documentation address: nothing to look up"),
    ("2002::1", "special (6to4) address: nothing to look up"),
  ])
  func `a special address has nothing to look up`(word: String, text: String) {
    #expect(form().lines(lookedUp(word)) == [word, "  Status      \(text)"])
  }

  @Test func `unknown and reserved are said plainly`() {
    let unknown = form().lines(lookedUp("8.8.8.8", .unknown(.noData)))
    #expect(unknown == ["8.8.8.8", "  Status      the service knows nothing of it"])
    let reserved = form().lines(lookedUp("8.8.8.8", .unknown(.serviceReserved)))
    #expect(reserved.last == "  Status      the service calls it private or reserved")
  }

  @Test func `text of the service can neither steer the terminal nor hide`() {
    var hostile = ashburn
    hostile.city = "\u{1B}[2J\u{202E}evil\n\tx"
    hostile.isp = "<script>\u{9B}31m\u{0}"
    hostile.timezone = "../../etc/passwd\u{7}"
    let text = form().lines(lookedUp("8.8.8.8", .located(hostile))).joined(separator: "\n")
    #expect(text.contains(#"\x1B[2J\u{202E}evil\n\tx"#))
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0 != "\u{7F}" })
    #expect(!text.unicodeScalars.contains { ["\u{9B}", "\u{202E}"].contains($0) })
  }

  @Test func `letters outside ASCII are escaped where the locale cannot show them`() {
    var location = ashburn
    location.city = "Montréal"
    let result = lookedUp("8.8.8.8", .located(location))
    #expect(form().lines(result)[1] == "  City        Montréal")
    let plain = form(isUnicode: false).lines(result)
    #expect(plain[1] == #"  City        Montr\u{E9}al"#)
    #expect(plain.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
  }

  @Test func `chosen columns are the lines, by their names`() {
    var chosen = form()
    chosen.fields = [.countryCode, .city, .zip, .port]
    let lines = chosen.lines(lookedUp("8.8.8.8:53"))
    #expect(
      lines == [
        "8.8.8.8", "  country_code US", "  city        Ashburn", "  zip         –",
        "  port        53",
      ])
  }

  @Test(
    arguments: [
      (["LC_ALL": "C.UTF-8"], true), (["LANG": "en_US.utf8"], true), ([:], false),
      (["LC_ALL": "C", "LANG": "en_US.UTF-8"], false),
      (["LC_ALL": "", "LC_CTYPE": "de_DE.UTF-8", "LANG": "C"], true),
      (["LANG": "de_DE.ISO-8859-1"], false),
    ] as [([String: String], Bool)])
  func `the locale tells whether it is UTF-8`(environment: [String: String], isUTF8: Bool) {
    #expect(Terminal.isUnicode(environment) == isUTF8)
  }
}
