#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// What a clock on the wall shows, and when it will next show a given time.
///
/// All that it needs of a time zone is how far the zone is ahead of UTC at an instant, so that any
/// zone can stand in for the machine's. Instants are seconds since 1970 UTC.
struct LocalClock: Sendable {
  /// Seconds that local time is ahead of UTC at an instant.
  let offset: @Sendable (_ instant: Int64) -> Int64

  /// The machine's zone: `TZ` where it is set, else the system's.
  static var system: LocalClock {
    // Threads that read a zone need it loaded: `localtime_r` alone need not do that.
    tzset()
    return LocalClock { instant in
      var seconds = time_t(instant)
      var local = tm()
      return localtime_r(&seconds, &local) == nil ? 0 : Int64(local.tm_gmtoff)
    }
  }

  /// The first instant after `instant` at which the clock comes to `time`.
  ///
  /// Where the clock is put forward past that time, it is the instant at which it is; where it is
  /// put back and shows the time twice, each of both counts.
  func next(_ time: TimeOfDay, after instant: Int64) -> Int64 {
    let target = Int64(time.minutes) * 60
    // A day of 25 hours, and one more for zones that shift by an odd amount.
    let horizon = instant &+ 26 * 3600
    let before = offset(instant)
    let after = offset(horizon)
    let today = Self.next(target, after: instant, offset: before)
    var comes = [today, today &+ 86_400].filter { offset($0) == before }
    if before != after {
      let first = Self.next(target, after: instant, offset: after)
      comes += [first, first &+ 86_400].filter { offset($0) == after }
      let change = change(from: before, after: instant, to: horizon)
      if day(of: target, at: change) > day(of: target, at: change &- 1) { comes.append(change) }
    }
    return comes.min() ?? today
  }

  /// When a clock that is never put forward or back next comes to `target` seconds of a day.
  private static func next(_ target: Int64, after instant: Int64, offset: Int64) -> Int64 {
    instant &+ 86_400 &- floorRemainder(instant &+ offset &- target, 86_400)
  }

  /// How many times the clock has come to `target` by `instant`, counted in days.
  private func day(of target: Int64, at instant: Int64) -> Int64 {
    let local = instant &+ offset(instant) &- target
    return (local &- Self.floorRemainder(local, 86_400)) / 86_400
  }

  /// The first instant with another offset than `before`, which holds at `start` and not at `end`.
  private func change(from before: Int64, after start: Int64, to end: Int64) -> Int64 {
    var start = start
    var end = end
    while end &- start > 1 {
      let middle = start &+ (end &- start) / 2
      if offset(middle) == before { start = middle } else { end = middle }
    }
    return end
  }

  private static func floorRemainder(_ number: Int64, _ divisor: Int64) -> Int64 {
    let remainder = number % divisor
    return remainder < 0 ? remainder &+ divisor : remainder
  }
}
