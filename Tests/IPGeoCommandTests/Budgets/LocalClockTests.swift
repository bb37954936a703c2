import Foundation
import Testing

@testable import IPGeoCommand

/// A zone by its name; the tests skip where the system does not know it.
private func zone(_ name: String) -> LocalClock? {
  guard let zone = TimeZone(identifier: name) else { return nil }
  return LocalClock { instant in
    Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant))))
  }
}

/// A zone that changes once.
private func zone(changingAt change: Int64, from before: Int64, to after: Int64) -> LocalClock {
  LocalClock { $0 < change ? before : after }
}

@Suite struct LocalClockTests {
  private static let hour: Int64 = 3600
  private static let day: Int64 = 86_400
  /// A Sunday's midnight, UTC.
  private static let sunday: Int64 = 20_000 * day
  /// Put forward at 01:00 UTC from one hour ahead to two, as central Europe does.
  private let spring = zone(changingAt: Self.sunday + Self.hour, from: 3600, to: 7200)
  /// Put back at 01:00 UTC from two hours ahead to one.
  private let autumn = zone(changingAt: Self.sunday + Self.hour, from: 7200, to: 3600)

  private func minutes(_ clock: LocalClock, _ text: String, after minute: Int64) throws -> Int64 {
    let start = Self.sunday + minute * 60
    return (clock.next(try TimeOfDay(parsing: text), after: start) - Self.sunday) / 60
  }

  @Test func `the same day or the next`() throws {
    let utc = LocalClock { _ in 0 }
    #expect(try minutes(utc, "06:00", after: 120) == 360)
    #expect(try minutes(utc, "06:00", after: 359) == 360)
    #expect(try minutes(utc, "06:00", after: 360) == 1_440 + 360)
    #expect(try minutes(utc, "00:00", after: 0) == 1_440)
    let west = LocalClock { _ in -5 * 3600 }
    #expect(try minutes(west, "23:30", after: 0) == 4 * 60 + 30)
    let nepal = LocalClock { _ in 20_700 }
    #expect(try minutes(nepal, "06:00", after: 0) == 15)
  }

  @Test func `before 1970 too`() throws {
    let utc = LocalClock { _ in 0 }
    #expect(utc.next(try TimeOfDay(parsing: "00:01"), after: -61) == -86_400 + 86_400 + 60)
    #expect(utc.next(try TimeOfDay(parsing: "23:59"), after: -61) == -60)
  }

  @Test func `a day of 23 hours`() throws {
    // From midnight local time to six: five hours.
    #expect(try minutes(spring, "06:00", after: -60) == 4 * 60)
    #expect(try minutes(spring, "01:30", after: -60) == 30)
    #expect(try minutes(spring, "03:00", after: -60) == 60)
  }

  @Test(arguments: ["02:00", "02:01", "02:30", "02:59"])
  func `a time that the clock skips comes with the skip`(text: String) throws {
    #expect(try minutes(spring, text, after: -60) == 60)
    // Also from within the last hour before it.
    #expect(try minutes(spring, text, after: 59) == 60)
    // After the skip it is the next day's.
    #expect(try minutes(spring, text, after: 60) > 1_440 - 60)
  }

  @Test func `a day of 25 hours`() throws {
    #expect(try minutes(autumn, "06:00", after: -120) == 5 * 60)
    #expect(try minutes(autumn, "03:00", after: -120) == 120)
    // Passed twenty minutes ago; the clock shows it next 25 hours after it did.
    #expect(try minutes(autumn, "01:30", after: -10) == 24 * 60 + 30)
  }

  @Test func `a time that the clock shows twice counts each time`() throws {
    #expect(try minutes(autumn, "02:30", after: -120) == 30)
    #expect(try minutes(autumn, "02:30", after: 30) == 90)
    #expect(try minutes(autumn, "02:30", after: 90) == 24 * 60 + 90)
    #expect(try minutes(autumn, "02:00", after: 10) == 60)
  }

  /// Against a walk through the minutes.
  @Test(arguments: ["Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Asia/Kathmandu"])
  func `agrees with a look at each minute`(name: String) throws {
    guard let clock = zone(name) else { return }
    func shown(_ instant: Int64) -> Int { Int((instant + clock.offset(instant)) / 60 % 1_440) }
    // Each fifth hour of 2026's changes of season and of days without one.
    for dayNumber: Int64 in [20_520, 20_541, 20_547, 20_640, 20_729, 20_750, 20_751, 20_758] {
      for start in stride(from: dayNumber * Self.day, to: (dayNumber + 2) * Self.day, by: 17_940) {
        var first: [Int: Int64] = [:]
        var last = shown(start)
        for instant in stride(from: start + 60, through: start + 27 * Self.hour, by: 60) {
          let now = shown(instant)
          let step = (now - last + 1_440) % 1_440
          // Put forward: all that is skipped comes at once. Put back: only what is shown.
          for minute in step < 720 ? (last + 1)..<(last + max(1, step) + 1) : now..<(now + 1) {
            if first[minute % 1_440] == nil { first[minute % 1_440] = instant }
          }
          last = now
        }
        for (minute, instant) in first where instant < start + 26 * Self.hour {
          let time = try TimeOfDay(
            parsing: "\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)")
          #expect(clock.next(time, after: start) == instant, "\(name) \(start) \(time.text)")
        }
      }
    }
  }

  /// The system's own zone, in a process that has another one.
  @Test func `the machine's zone is its own`() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1)
      let clock = LocalClock.system
      // 2026-01-15 and 2026-07-15, noon UTC.
      let isRight = clock.offset(1_768_478_400) == 3600 && clock.offset(1_784_116_800) == 7200
      exit(isRight ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }
}
