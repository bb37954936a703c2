import Testing

@testable import IPGeoAPI

@Suite struct AutonomousSystemTextTests {
  @Test(arguments: [
    ("AS15169 Google LLC", 15169 as UInt32?, "Google LLC" as String?),
    ("AS4134", 4134, nil),
    ("AS701 Verizon, Inc., and others", 701, "Verizon, Inc., and others"),
    ("AS4294967295 Last", 4_294_967_295, "Last"),
    ("AS4294967296 Beyond", nil, "AS4294967296 Beyond"),
    ("AS99999999999999999999 Far beyond", nil, "AS99999999999999999999 Far beyond"),
    ("Google LLC", nil, "Google LLC"),
    ("AS Google", nil, "AS Google"),
    ("AS12x Google", nil, "AS12x Google"),
    ("as15169 Google", nil, "as15169 Google"),
    ("AS+5 Plus", nil, "AS+5 Plus"),
    ("AS", nil, "AS"),
    ("", nil, nil),
    ("AS7   Ångström Net", 7, "Ångström Net"),
    ("AS7 ", 7, nil),
  ])
  func `a number of 32 bits is taken, and what is odd stays text`(
    text: String, number: UInt32?, organization: String?
  ) {
    let system = AutonomousSystemText(text)
    #expect(system.number == number)
    #expect(system.organization == organization)
  }
}
