internal import IPGeoRateLimit

/// The retry table, as one value: whether a question is asked again, and when.
///
/// | cause | again | wait | reason |
/// |---|---|---|---|
/// | unreachable, deadline, bad reply | `retries` | 0.5, 1, 2 s | by cause |
/// | 5xx | `retries` | `Retry-After`, else the same; above 5 min it stops the run | `http-status` |
/// | 429 | always | the hold | `rate-limited` |
/// | 403 | no; it stops the run | – | `refused` |
/// | 422 | halved once | – | `http-status` |
/// | other 4xx, 3xx, a bad element | no | – | by cause |
/// | a missing element | once | – | `no-answer` |
///
/// What stops a run by repetition is `RunWatch`'s, and how long a hold lasts is `HoldPolicy`'s.
struct RetryPolicy: Hashable, Sendable {
  /// What becomes of a question.
  enum Decision: Hashable, Sendable {
    /// It is asked again, after a pause of so many nanoseconds that all workers keep.
    case again(afterNanoseconds: Int64)
    /// It is asked again when the hold ends.
    case againAfterHold
    /// The request's questions are asked again in two halves.
    case halve
    /// It has failed.
    case giveUp
    /// It has failed, and so has the run.
    case stop
  }

  /// What is known of a question when its request has ended.
  struct History: Hashable, Sendable {
    /// Attempts so far, this one included where it counts.
    var attempts: Int
    /// An earlier good reply had nothing about it.
    var wasMissing = false
    /// Its request was a half, or cannot be halved.
    var isIndivisible = false
  }

  /// The first pause.
  static let firstPause: Int64 = 500_000_000
  /// The longest, for those who raise the number of retries.
  static let longestPause: Int64 = 60_000_000_000

  /// How often a question is asked again after failures of the first rows.
  var retries: Int

  /// Decides for one question.
  ///
  /// `random`, in 0..<1, spreads pauses, so that many clients do not return at once.
  func decide(_ cause: Cause, _ history: History, random: Double) -> Decision {
    switch cause {
    case .unreachable, .deadline, .badReply:
      return history.attempts > retries
        ? .giveUp : .again(afterNanoseconds: pause(after: history.attempts, random: random))
    case .serverError(let retryAfter):
      if let retryAfter, retryAfter > HoldPolicy.longestRetryAfter { return .stop }
      if history.attempts > retries { return .giveUp }
      // "In 0 seconds" from a service in trouble is no leave to hammer it.
      if let retryAfter, retryAfter > 0 { return .again(afterNanoseconds: retryAfter) }
      return .again(afterNanoseconds: pause(after: history.attempts, random: random))
    case .limited: return .againAfterHold
    case .unprocessable: return history.isIndivisible ? .giveUp : .halve
    case .missing: return history.wasMissing ? .giveUp : .again(afterNanoseconds: 0)
    case .refused, .unable: return .stop
    case .clientError, .redirected, .badElement, .cancelled: return .giveUp
    }
  }

  /// 0.5, 1, 2 … s, a quarter more or less.
  private func pause(after attempts: Int, random: Double) -> Int64 {
    let doublings = max(0, min(attempts - 1, 16))
    let pause = min(Self.firstPause << Int64(doublings), Self.longestPause)
    let spread = 0.75 + 0.5 * max(0, min(random, 1))
    return Int64(Double(pause) * spread)
  }
}
