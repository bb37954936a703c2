import Testing

@testable import IPGeoCommand

private let hour: Int64 = 3600
private let second: Int64 = 1_000_000_000

/// A deadline of a run that starts at 02:00 UTC, at 500 s of the boot-time clock.
private func deadline(maxTime: Int64? = nil, until: String? = nil) throws -> RunDeadline {
  RunDeadline(
    wallSeconds: 2 * hour, bootNanoseconds: 500 * second, maxTime: maxTime,
    until: try until.map { text throws(ValueFault) in try TimeOfDay(parsing: text) },
    clock: LocalClock { _ in 0 })
}

extension RunDeadline {
  /// Asked so many seconds after the start, by each clock.
  fileprivate func reason(wall: Int64, boot: Int64) -> Reason? {
    isOver(wallSeconds: 2 * hour + wall, bootNanoseconds: (500 + boot) * second)
  }
}

@Suite struct RunDeadlineTests {
  private let six: TimeOfDay
  init() throws { six = try TimeOfDay(parsing: "06:00") }

  @Test func `without limits a run is never over`() throws {
    let none = try deadline()
    #expect(!none.isLimited)
    #expect(none.isOver(wallSeconds: .max, bootNanoseconds: .max) == nil)
  }

  @Test func `ends when the clock comes to the time`() throws {
    let night = try deadline(until: "6:00")
    #expect(night.isLimited)
    #expect(night.reason(wall: 4 * hour - 1, boot: 4 * hour - 1) == nil)
    #expect(night.reason(wall: 4 * hour, boot: 4 * hour) == .untilHasCome(six))
  }

  @Test func `a step of the wall clock counts for the time of day alone`() throws {
    let both = try deadline(maxTime: 8 * hour * second, until: "06:00")
    #expect(both.reason(wall: 24 * hour, boot: 1) == .untilHasCome(six))
    #expect(both.reason(wall: -24 * hour, boot: 5 * hour) == nil)
    #expect(both.reason(wall: -24 * hour, boot: 8 * hour) == .maxTimeIsUsedUp(8 * hour * second))
  }

  @Test func `of two limits the earlier counts`() throws {
    let two = 2 * hour * second
    #expect(
      try deadline(maxTime: two, until: "06:00").reason(wall: 2 * hour, boot: 2 * hour)
        == .maxTimeIsUsedUp(two))
    #expect(
      try deadline(maxTime: two, until: "03:00").reason(wall: hour, boot: hour)
        == .untilHasCome(try TimeOfDay(parsing: "03:00")))
  }

  @Test func `more than twelve hours ahead counts as past`() throws {
    #expect(try deadline(until: "14:00").reason(wall: 0, boot: 0) == nil)
    let past = try deadline(until: "14:01")
    #expect(past.reason(wall: 0, boot: 0) == .untilHasPassed(try TimeOfDay(parsing: "14:01")))
    // It has just passed, or is being shown now.
    for text in ["01:59", "02:00"] {
      #expect(try deadline(until: text).reason(wall: 0, boot: 0) != nil)
    }
  }

  @Test func `with a longest time it may be further ahead`() throws {
    let long = try deadline(maxTime: 48 * hour * second, until: "01:00")
    #expect(long.reason(wall: 0, boot: 0) == nil)
    #expect(long.reason(wall: 23 * hour, boot: 23 * hour) != nil)
  }

  @Test func `no time at all is used up at once`() throws {
    #expect(try deadline(maxTime: 0).reason(wall: 0, boot: 0) == .maxTimeIsUsedUp(0))
  }

  @Test func `says why`() {
    #expect(RunDeadline.Reason.untilHasCome(six).message == "--until 06:00 has come")
    #expect(
      RunDeadline.Reason.untilHasPassed(six).message
        == "--until 06:00 has passed (it is more than 12 h ahead): nothing is asked; "
        + "to run that long, add --max-time")
    #expect(
      RunDeadline.Reason.maxTimeIsUsedUp(5400 * second).message == "--max-time 1h30m is used up")
  }
}
