internal import IPGeoRecords

/// How far a run has come.
struct ProgressState: Hashable, Sendable {
  /// Distinct addresses that have their answer.
  var answered = 0
  /// Those of them that were asked for in this run: the rate is of these; nil: of `answered`.
  var asked: Int?
  /// How fast answers come; nil where nobody has measured it yet.
  var rate: AnswerRate?
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
  ///
  /// Numbers are never cut, for half a number is another one: where none fits it is empty.
  static func text(_ state: ProgressState, width: Int) -> String {
    var parts = [Part(text: standing(state), weight: .max)]
    if state.answered < state.known, let rate = state.rate?.text {
      parts.append(Part(text: rate, weight: 0))
    }
    if let left = state.requestsLeft {
      let requests = left == 1 ? "request" : "requests"
      parts.append(Part(text: "\(left.groupedDigits) \(requests) left", weight: 1))
    }
    if let next = state.nextWindowNanoseconds, state.answered < state.known {
      let seconds = LeastTime.wholeSeconds(next).groupedDigits
      parts.append(Part(text: "next window in \(seconds) s", weight: 2))
    }
    if state.inputHasEnded, let rest = state.remainingNanoseconds, rest < .max,
      state.answered < state.known
    {
      parts.append(Part(text: "\(LeastTime.text(nanoseconds: rest)) remaining", weight: 3))
    }
    while parts.count > 1, length(parts) > width,
      let least = parts.indices.min(by: { parts[$0].weight < parts[$1].weight })
    {
      parts.remove(at: least)
    }
    if length(parts) <= width { return parts.map(\.text).joined(separator: ", ") }
    return [short(state), percent(state)].first { $0.utf8.count <= width } ?? ""
  }

  private struct Part {
    var text: String
    /// What weighs least is left out first.
    var weight: Int
  }

  private static func length(_ parts: [Part]) -> Int {
    parts.reduce(2 * (parts.count - 1)) { $0 + $1.text.utf8.count }
  }

  private static func standing(_ state: ProgressState) -> String {
    let noun = state.known == 1 && state.inputHasEnded ? "address" : "addresses"
    return "\(state.answered.groupedDigits) of \(state.known.groupedDigits)\(plus(state)) \(noun)"
  }

  private static func short(_ state: ProgressState) -> String {
    "\(state.answered.groupedDigits)/\(state.known.groupedDigits)\(plus(state))"
  }

  /// Only of an input that has ended: a share of what is not known is none.
  private static func percent(_ state: ProgressState) -> String {
    guard state.inputHasEnded, state.known > 0 else { return "" }
    let share = Double(min(max(0, state.answered), state.known)) / Double(state.known)
    return "\(Int(share * 100))%"
  }

  private static func plus(_ state: ProgressState) -> String { state.inputHasEnded ? "" : "+" }
}

/// When progress is shown: from the second second on, at most five times a second.
///
/// Plain lines, which stay, come once a minute.
struct ProgressPace: Hashable, Sendable {
  private let start: Int64
  private let interval: Int64
  private var last: Int64?

  /// Starts at `now`, in nanoseconds of a monotonic clock.
  init(_ style: ProgressStyle, now: Int64) {
    start = now
    interval = style == .plain ? 60_000_000_000 : 200_000_000
  }

  /// How often to ask, in nanoseconds: oftener than shown, since a late call would cost a turn.
  var period: Int64 { min(interval / 2, 1_000_000_000) }

  /// Whether to show progress at `now`; a yes is remembered.
  mutating func isDue(now: Int64) -> Bool {
    guard now &- start >= 1_000_000_000, last.map({ now &- $0 >= interval }) ?? true else {
      return false
    }
    last = now
    return true
  }
}
