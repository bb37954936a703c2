/// When a run has to end by `--max-time` and `--until`: a pure decision.
///
/// `--max-time` goes by the boot-time clock, which counts time asleep and never steps. `--until` goes
/// by the wall clock: an instant is fixed at the start, and a step of the clock to behind it counts.
struct RunDeadline: Hashable, Sendable {
  /// Why a run is over.
  enum Reason: Hashable, Sendable {
    /// The clock has come to `--until` during the run.
    case untilHasCome(TimeOfDay)
    /// `--until` lay too far ahead at the start, so that it is taken for a time that has passed.
    case untilHasPassed(TimeOfDay)
    /// The run has lasted this many nanoseconds.
    case maxTimeIsUsedUp(Int64)

    /// What people are told of it.
    var message: String {
      switch self {
      case .untilHasCome(let time): "--until \(time.text) has come"
      case .untilHasPassed(let time):
        "--until \(time.text) has passed (it is more than 12 h ahead): nothing is asked; "
          + "to run that long, add --max-time"
      case .maxTimeIsUsedUp(let nanoseconds):
        "--max-time \(DurationText.text(nanoseconds)) is used up"
      }
    }
  }

  private enum Until: Hashable {
    case instant(Int64, TimeOfDay)
    case passed(TimeOfDay)
  }

  private static let farthest: Int64 = 12 * 3600

  private let start: Int64
  private let maxTime: Int64?
  private let until: Until?

  /// Fixes the end of a run that starts now.
  ///
  /// With neither limit a run is never over. A start within the minute of `until` is after it.
  /// - Parameters:
  ///   - wallSeconds: The start in seconds since 1970 UTC.
  ///   - bootNanoseconds: The start in nanoseconds of the boot-time clock.
  ///   - maxTime: How many nanoseconds the run may last.
  ///   - until: When it has to end; more than 12 hours ahead it counts only with `maxTime`.
  ///   - clock: What shows local time.
  init(
    wallSeconds: Int64, bootNanoseconds: Int64, maxTime: Int64?, until: TimeOfDay?,
    clock: LocalClock
  ) {
    start = bootNanoseconds
    self.maxTime = maxTime
    self.until = until.map { time in
      let instant = clock.next(time, after: wallSeconds)
      let isFar = instant &- wallSeconds > Self.farthest
      return isFar && maxTime == nil ? .passed(time) : .instant(instant, time)
    }
  }

  /// Whether there is anything to watch.
  var isLimited: Bool { maxTime != nil || until != nil }

  /// Why the run is over; nil while it is not.
  func isOver(wallSeconds: Int64, bootNanoseconds: Int64) -> Reason? {
    switch until {
    case .passed(let time): return .untilHasPassed(time)
    case .instant(let instant, let time):
      if wallSeconds >= instant { return .untilHasCome(time) }
    case nil: break
    }
    if let maxTime, bootNanoseconds &- start >= maxTime { return .maxTimeIsUsedUp(maxTime) }
    return nil
  }
}
