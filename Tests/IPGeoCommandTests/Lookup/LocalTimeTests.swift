import Foundation
import Testing

@testable import IPGeoCommand

/// What clocks show elsewhere, judged by Foundation.
@Suite struct LocalTimeTests {
  /// Instants over the years, of summer and winter, and beyond the tables of every zone.
  private static let instants: [Int64] = [
    0, 500_000_000, 1_000_000_000, 1_111_111_111, 1_478_000_000, 1_500_000_000, 1_700_000_000,
    1_775_000_000, 1_785_000_000, 1_796_000_000, 1_900_000_000, 2_000_000_000, 2_147_483_647,
    2_500_000_000, 2_515_000_000, 3_000_000_000,
  ]

  @Test func `every zone of the system is as Foundation has it`() {
    var compared = 0
    for name in TimeZone.knownTimeZoneIdentifiers {
      guard let zone = TimeZone(identifier: name) else { continue }
      for instant in Self.instants {
        guard let offset = ZoneClock.system.offset(name, instant) else { continue }
        let judged = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))
        #expect(offset == Int64(judged), "\(name) at \(instant)")
        compared += 1
      }
    }
    // A machine without zone files has nothing to compare.
    let hasFiles = FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin")
    #expect(!hasFiles || compared > 1000)
  }

  @Test(arguments: [
    ("EST5EDT,M3.2.0,M11.1.0", 1_785_000_000, -14_400),
    ("EST5EDT,M3.2.0,M11.1.0", 1_796_000_000, -18_000),
    ("CET-1CEST,M3.5.0,M10.5.0/3", 1_774_745_999, 3600),
    ("CET-1CEST,M3.5.0,M10.5.0/3", 1_774_746_000, 7200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", 1_792_889_999, 7200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", 1_792_890_000, 3600),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", 1_796_000_000, 39_600),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", 1_785_000_000, 36_000),
    ("<-03>3", 1_785_000_000, -10_800), ("<+0545>-5:45", 0, 20_700), ("UTC0", 9_000_000_000, 0),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", 1_785_000_000, 3600),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", 1_796_000_000, 0),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 1_785_000_000, -3600),
    ("XXX3EDT4,0/0,J365/23", 1_796_000_000, -14_400),
    ("EET-2EEST,J60/0,300", 1_709_251_199, 10_800), ("EET-2EEST,J60/0,300", 1_709_200_000, 7200),
  ])
  func `a rule says when the clock changes`(rule: String, instant: Int64, offset: Int64) throws {
    #expect(try #require(ZoneRule(rule.utf8)).offset(at: instant) == offset)
  }

  @Test(arguments: [
    "", "E5", "EST", "EST5EDT", "EST5EDT,M3.2.0", "EST5EDT,M13.1.0,M11.1.0",
    "EST5EDT,M3.6.0,M11.1.0",
    "EST5EDT,M3.2.7,M11.1.0", "EST5EDT,J0,J5", "EST5EDT,M3.2.0,M11.1.0x", "<EST5", "EST5:99",
    "EST999999999999999999999", "EST5EDT,366,1", "EST168", "EST5EDT,M3.2.0/,M11.1.0",
  ])
  func `what is no rule is none`(text: String) { #expect(ZoneRule(text.utf8) == nil) }

  @Test func `a damaged zone file is no zone, whatever is wrong with it`() throws {
    let path = "/usr/share/zoneinfo/Europe/Berlin"
    guard let data = FileManager.default.contents(atPath: path) else { return }
    let bytes = Array(data)
    #expect(ZoneFile(bytes) != nil)
    for length in 0..<bytes.count { #expect(ZoneFile(Array(bytes[..<length])) == nil) }
    var random = SplitMix(seed: 5)
    for _ in 0..<20_000 {
      var spoilt = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        // Most in the heads, where the counts are.
        let place = Int.random(
          in: 0..<(Bool.random(using: &random) ? 60 : spoilt.count), using: &random)
        spoilt[place] = UInt8.random(in: 0...255, using: &random)
      }
      for instant in [Int64.min, 0, 1_785_000_000, .max] {
        _ = ZoneFile(spoilt)?.offset(at: instant)
      }
    }
  }

  @Test func `a name from outside cannot leave the folder of zones`() {
    for name in ["Europe/Berlin", "Etc/GMT+5", "America/Argentina/Buenos_Aires", "UTC"] {
      #expect(ZoneClock.isName(name))
    }
    for name in [
      "", "/etc/passwd", "../../etc/passwd", "Europe/../../x", "Europe//Berlin", "Europe/", "a\0b",
      "Europe/.hidden", ".", "a/b/c/d/e", String(repeating: "a", count: 65), "Zürich",
    ] {
      #expect(!ZoneClock.isName(name), "\(name)")
      #expect(ZoneClock.system.offset(name, 0) == nil)
    }
    #expect(ZoneClock.system.offset("Europe", 0) == nil, "a folder")
    #expect(ZoneClock.system.offset("Mars/Olympus", 0) == nil)
  }

  @Test(arguments: [
    (0, 0, "Thu 1970-01-01 00:00, UTC+00:00"),
    (1_785_600_000, -14_400, "Sat 2026-08-01 12:00, UTC-04:00"),
    (1_785_600_000, 20_700, "Sat 2026-08-01 21:45, UTC+05:45"),
    (-1, -1800, "Wed 1969-12-31 23:29, UTC-00:30"),
    (1_709_164_800, 46_800, "Thu 2024-02-29 13:00, UTC+13:00"),
  ])
  func `an instant is a day and a time there`(instant: Int64, offset: Int64, text: String) {
    #expect(LocalTime(instant, offset: offset).text == text)
  }

  @Test func `dates are those of the calendar`() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    for day in stride(from: Int64(0), to: 60_000, by: 37) {
      let parts = calendar.dateComponents(
        [.year, .month, .day, .weekday], from: Date(timeIntervalSince1970: Double(day) * 86_400))
      let date = CivilDate(daysSince1970: day)
      #expect(Int(date.year) == parts.year && Int(date.month) == parts.month)
      #expect(Int(date.day) == parts.day && Int(date.weekday) + 1 == parts.weekday)
      #expect(date.daysSince1970 == day)
    }
    for day in [Int64.min, .max] { #expect(CivilDate(daysSince1970: day).month > 0) }
  }

  @Test(
    arguments: [
      (0, nil), (59, nil), (60, "1 minute old"), (7199, "1 hour old"),
      (86_400 * 3 + 5, "3 days old"),
      (86_400 * 1234, "1,234 days old"), (-5, nil),
    ] as [(Int64, String?)])
  func `an age is told in its largest unit`(age: Int64, text: String?) {
    #expect(AnswerAge.text(askedAt: 1_700_000_000 - age, now: 1_700_000_000) == text)
    #expect(AnswerAge.text(askedAt: .min, now: .max) == nil)
  }
}
