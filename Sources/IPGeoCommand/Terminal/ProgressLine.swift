/// How far a run has come.
struct ProgressState: Hashable, Sendable {
  /// Distinct addresses that have their answer.
  var answered = 0
  /// Distinct addresses found so far.
  var known = 0
  /// Whether the input has ended, so that `known` is final.
  var inputHasEnded = false
  /// Batch requests that the limit still grants now; nil where there is no limit.
  var requestsLeft: Int?
  /// Nanoseconds until the limit grants the next request; nil where it grants one now.
  var nextWindowNanoseconds: Int64?
  /// The least time until all is answered, in nanoseconds; nil where it cannot be told.
  var remainingNanoseconds: Int64?
}

/// Words progress: plain ASCII, one line.
enum ProgressLine {
  /// The line for `state`, at most `width` columns: what matters less is left out first.
  static func text(_ state: ProgressState, width: Int) -> String {
    let plus = state.inputHasEnded ? "" : "+"
    var parts = ["\(state.answered.grouped) of \(state.known.grouped)\(plus) addresses"]
    if let left = state.requestsLeft {
      parts.append("\(left.grouped) \(left == 1 ? "request" : "requests") left")
    }
    if let next = state.nextWindowNanoseconds, state.answered < state.known {
      parts.append("next window in \(seconds(next).grouped) s")
    }
    if state.inputHasEnded, let rest = state.remainingNanoseconds, state.answered < state.known {
      parts.append("\(clock(rest)) remaining")
    }
    while parts.count > 1, parts.joined(separator: ", ").utf8.count > width { parts.removeLast() }
    return String(parts.joined(separator: ", ").prefix(max(0, width)))
  }

  /// The least time until `unanswered` addresses are answered, in nanoseconds; saturating.
  ///
  /// The limit lets `perWindow` addresses be asked in each window, and `now` more in this one.
  static func remaining(
    unanswered: Int, perWindow: Int, now: Int, nextWindowNanoseconds: Int64, window: Int64
  ) -> Int64 {
    let later = max(0, unanswered) - max(0, now)
    guard later > 0, perWindow > 0 else { return 0 }
    let waits = Int64((later - 1) / perWindow)
    let (time, overflow) = waits.multipliedReportingOverflow(by: max(0, window))
    let (sum, tooLarge) = time.addingReportingOverflow(max(0, nextWindowNanoseconds))
    return overflow || tooLarge ? .max : sum
  }

  /// `41 s`, `2 min`, `1 h 5 min`: rounded up, for it is the least.
  private static func clock(_ nanoseconds: Int64) -> String {
    let seconds = seconds(nanoseconds)
    if seconds < 100 { return "\(seconds) s" }
    let minutes = (seconds - 1) / 60 + 1
    if minutes < 60 { return "\(minutes) min" }
    return "\((minutes / 60).grouped) h \(minutes % 60) min"
  }

  private static func seconds(_ nanoseconds: Int64) -> Int64 {
    nanoseconds <= 0 ? 0 : (nanoseconds - 1) / 1_000_000_000 + 1
  }
}

/// When progress is shown: from the second second on, at most five times a second.
///
/// Plain lines, which stay, come every ten seconds.
struct ProgressPace: Hashable, Sendable {
  private let start: Int64
  private let interval: Int64
  private var last: Int64?

  /// Starts at `now`, in nanoseconds of a monotonic clock.
  init(_ style: ProgressStyle, now: Int64) {
    start = now
    interval = style == .plain ? 10_000_000_000 : 200_000_000
  }

  /// How often to ask, in nanoseconds: oftener than shown, since a late call would cost a turn.
  var period: Int64 { interval / 2 }

  /// Whether to show progress at `now`; a yes is remembered.
  mutating func isDue(now: Int64) -> Bool {
    guard now &- start >= 1_000_000_000, last.map({ now &- $0 >= interval }) ?? true else {
      return false
    }
    last = now
    return true
  }
}
