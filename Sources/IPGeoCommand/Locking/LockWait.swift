internal import IPGeoRateLimit

/// How long a lock is waited for, and what comes after each try: pure, so that it has its tests.
struct LockWait: Hashable, Sendable {
  /// What is to be done.
  enum Step: Hashable, Sendable {
    /// It is ours.
    case done
    /// Try again after that many nanoseconds.
    case tryAgain(after: Int64)
    /// Open the file anew and try again: another one stands in its place.
    case openAgain
    /// Its time is over; the process that holds it, where that is known.
    case held(by: Int32?)
    /// There is no lock to be had on this file; the `errno`.
    case failed(Int32)
  }

  /// Nanoseconds between two tries.
  static let pause: Int64 = 25_000_000
  /// So often a file may be replaced without a wait: then somebody works against us.
  private static let mostReplaced = 10

  private let deadline: Int64
  private var replaced = 0

  /// Begins to wait at `now`, in nanoseconds of a clock that does not step.
  init(nanoseconds: Int64, now: Int64) {
    deadline = later(now, by: nanoseconds)
  }

  /// What comes after a try that ended at `now`.
  mutating func next(after attempt: LockFile.Attempt, now: Int64) -> Step {
    switch attempt {
    case .taken: return .done
    case .failed(let code): return .failed(code)
    case .replaced:
      replaced += 1
      if replaced <= Self.mostReplaced { return .openAgain }
      replaced = 0
      return pauseOrEnd(now, holder: nil)
    case .held(let holder): return pauseOrEnd(now, holder: holder)
    }
  }

  private func pauseOrEnd(_ now: Int64, holder: Int32?) -> Step {
    // Both are of one clock, and the deadline is not before the start.
    let left = deadline &- now
    return now >= deadline ? .held(by: holder) : .tryAgain(after: min(left, Self.pause))
  }
}
