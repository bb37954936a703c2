import IPGeoCore
import IPGeoISS
import Testing

@testable import IPGeoCommand

func report(
  _ latitude: Double, _ longitude: Double, _ timestamp: Int64 = 1_700_000_000, age: Int64 = 3
) throws -> StationReport {
  let position = try #require(Position(latitude: latitude, longitude: longitude))
  return StationReport(
    fix: StationFix(position: position, timestamp: timestamp), now: timestamp + age)
}

@Suite struct StationReportTests {
  @Test func `the object has its four members in order`() throws {
    #expect(
      try report(-12.5, 170).json
        == #"{"latitude":-12.5,"longitude":170,"timestamp":1700000000,"age_seconds":3}"#)
    #expect(
      try report(0.0001, -180, 5, age: -1000).json
        == #"{"latitude":0.0001,"longitude":-180,"timestamp":5,"age_seconds":0}"#)
  }

  static let places: [(Double, Double, String)] = [
    (51.5, -12.3, "51.5° N, 12.3° W"), (-51.64, 180, "51.6° S, 180.0° E"),
    (0, 0, "0.0° N, 0.0° E"), (-0.04, -0.04, "0.0° N, 0.0° E"), (-0.05, 0.05, "0.1° S, 0.1° E"),
    (90, -180, "90.0° N, 180.0° W"), (-89.96, 9.95, "90.0° S, 10.0° E"),
  ]

  @Test(arguments: places)
  func `a place is told by its sides`(latitude: Double, longitude: Double, text: String) throws {
    let report = try report(latitude, longitude)
    #expect(report.place(isUnicode: true) == text + ", 3 s ago")
    #expect(
      report.place(isUnicode: false) == text.replacing("°", with: "") + ", 3 s ago")
  }

  @Test(arguments: [
    (-5, "now"), (0, "now"), (1, "1 s ago"), (119, "119 s ago"), (120, "2 min ago"),
    (7_199, "119 min ago"), (7_200, "2 h ago"), (172_799, "47 h ago"), (172_800, "2 days ago"),
    (Int64.max, "106,751,991,167,300 days ago"),
  ])
  func `an age is told in one unit`(seconds: Int64, text: String) {
    #expect(AgeText.ago(seconds) == text)
  }

  @Test func `what is below is a country, or the sea by all that is known`() throws {
    #expect(try report(48, 67).ground(isUnicode: true) == "above Kazakhstan")
    #expect(try report(-24, 134).ground(isUnicode: true) == "above Australia")
    #expect(
      try report(0, -140).ground(isUnicode: true)
        == "above the sea (or land too small for the outline)")
  }

  @Test func `a country's name is ASCII where the locale is not UTF-8`() throws {
    #expect(try report(7.5, -5.5).ground(isUnicode: true) == "above Côte d'Ivoire")
    #expect(try report(7.5, -5.5).ground(isUnicode: false) == "above C?te d'Ivoire")
  }

  @Test func `more than a minute old is worth a warning, a minute is not`() throws {
    #expect(try report(0, 0, age: 60).warning == nil)
    #expect(try report(0, 0, age: -60).warning == nil)
    let old = try #require(try report(0, 0, age: 61).warning)
    #expect(old.hasPrefix("the position is 61 s old (2023-11-14T22:13:20Z): "))
    let frozen = try #require(try report(0, 0, 1_480_147_203, age: 86_400 * 3).warning)
    #expect(frozen.hasPrefix("the position is 3 days old (2016-11-26T08:00:03Z): "))
    let early = try #require(try report(0, 0, age: -7200).warning)
    #expect(early.hasPrefix("the position is dated 2 h ahead (2023-11-14T22:13:20Z): "))
  }

  @Test func `a line begins with its time`() throws {
    #expect(
      try report(-24, 134).line(isUnicode: true)
        == "2023-11-14T22:13:20Z 24.0° S, 134.0° E, 3 s ago, above Australia")
  }
}

@Suite struct StationMessagesTests {
  @Test func `only a position on no globe is bad data`() {
    let outside = StationFault(.reply(.outOfRange(.latitude, "95")), "why")
    #expect(StationMessages.commandFault(outside, url: "http://h/").code == .badInput)
    let kinds: [StationFault.Kind] = [
      .timeout, .unreachable, .unable, .status(404), .status(500), .redirected, .notUnderstood,
      .reply(.empty), .reply(.notJSON), .reply(.missing(.latitude)), .cancelled,
    ]
    for kind in kinds {
      let fault = StationMessages.commandFault(StationFault(kind, "why"), url: "http://h/")
      #expect(fault.code == .unavailable && fault.message.hasPrefix("no position: why"))
    }
  }

  @Test func `who asks by https is told that nobody answers there`() {
    let fault = StationFault(.timeout, "cannot connect")
    let url = "https://api.open-notify.org/iss-now.json"
    #expect(StationMessages.commandFault(fault, url: url).message.hasSuffix(": use http"))
    #expect(
      StationMessages.commandFault(fault, url: "https://h/").message.hasSuffix("; try again later"))
  }
}
