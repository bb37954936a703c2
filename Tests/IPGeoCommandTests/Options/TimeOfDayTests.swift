import Testing

@testable import IPGeoCommand

@Suite struct TimeOfDayTests {
  @Test(arguments: [
    ("06:00", 360, "06:00"), ("6:00", 360, "06:00"), ("00:00", 0, "00:00"), ("0:05", 5, "00:05"),
    ("23:59", 1_439, "23:59"),
  ])
  func `reads hours and minutes`(text: String, minutes: Int, printed: String) throws {
    let time = try TimeOfDay(parsing: text)
    #expect(time.minutes == minutes)
    #expect(time.text == printed)
  }

  @Test(arguments: [
    ("24:00", "is shown by no clock: write 00:00 for midnight"),
    ("24:01", "has an hour beyond 23"), ("99:00", "has an hour beyond 23"),
    ("06:60", "has a minute beyond 59"), ("6", "has no minutes: write 6:00 for the full hour"),
    ("06:00:00", "has seconds, and minutes are the least that counts: write HH:MM"),
  ])
  func `says what is wrong`(text: String, problem: String) {
    #expect(throws: ValueFault(problem)) { try TimeOfDay(parsing: text) }
  }

  @Test(arguments: [
    "", ":", "6:", ":00", "6:0", "006:00", "06:000", "0600", "6am", "6:00 am", " 06:00", "06:00 ",
    "+6:00", "-6:00", "06.00", "06:00Z", "٠٦:٠٠", "０６:００", "06：00", "1:2:3:4", "06:00\n", "6:é0",
    "99999999999999999999:00",
  ])
  func `refuses what is no time of day`(text: String) {
    #expect(throws: ValueFault("is not a time of day (HH:MM) such as 06:00 or 23:30")) {
      try TimeOfDay(parsing: text)
    }
  }
}
