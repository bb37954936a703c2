/// Watches for failures in a row that mean that a run should stop asking.
///
/// Requests overlap, so "in a row" needs a meaning. A connection that breaks breaks for every
/// request under way: such failures count once, and the next is one that was sent knowing of it; so
/// a moment's outage with fifteen requests under way does not end a night's run. A portal's pages
/// say something of each request by itself: those count in the order in which they were sent, so
/// that good replies which take longer than bad ones still stand between them. A good reply shows
/// that the service was there after everything sent before it came, whatever became of that: on the
/// way requests overtake one another, so the order of sending alone proves no row.
struct RunWatch: Hashable, Sendable {
  /// Why a run stops.
  enum Stop: Hashable, Sendable {
    /// So many requests in a row broke off, timed out, or met a 5xx.
    case unreachable(inARow: Int)
    /// So many in a row got a redirect, a page or a refusal that the service does not give.
    case foreignReplies(inARow: Int)
  }

  /// That many broken requests in a row stop the run.
  static let mostBroken = 5
  /// That many foreign replies in a row stop the run.
  static let mostForeign = 3
  /// No more requests than this are under way at once, so that what lies further back is settled.
  private static let memory: UInt64 = 4096

  /// Broken requests in a row.
  private(set) var broken = 0
  /// The last request sent when the last broken one was counted.
  private(set) var horizon: UInt64 = 0
  /// The last request sent when the last good reply came.
  private var provenUpTo: UInt64 = 0
  private var foreign: Set<UInt64> = []
  private var neutral: Set<UInt64> = []

  /// How many requests are remembered.
  var remembered: Int { foreign.count + neutral.count }

  /// A request got an answer in the service's own form.
  /// - Parameter lastSent: The highest number sent so far.
  mutating func succeeded(lastSent: UInt64) {
    broken = 0
    provenUpTo = lastSent
    foreign.removeAll(keepingCapacity: true)
    neutral.removeAll(keepingCapacity: true)
  }

  /// A request failed.
  /// - Parameters:
  ///   - cause: What happened.
  ///   - sequence: The request's number, in the order of sending.
  ///   - lastSent: The highest number sent so far.
  /// - Returns: Why the run should stop, where it should.
  mutating func failed(_ cause: Cause, sequence: UInt64, lastSent: UInt64) -> Stop? {
    switch cause {
    case .unreachable, .deadline, .serverError:
      remember(sequence, in: \.neutral)
      if sequence > horizon {
        broken += 1
        horizon = lastSent
      }
      return broken >= Self.mostBroken ? .unreachable(inARow: broken) : nil
    case .redirected, .clientError, .badReply:
      if sequence <= provenUpTo { return nil }
      remember(sequence, in: \.foreign)
      let row = foreignRow(around: sequence)
      return row >= Self.mostForeign ? .foreignReplies(inARow: row) : nil
    case .limited, .unprocessable, .refused, .unable, .cancelled, .missing, .badElement:
      remember(sequence, in: \.neutral)
      return nil
    }
  }

  /// While connections break, one request at a time finds out whether they hold again.
  var wantsProbes: Bool { broken > 0 }

  private func foreignRow(around sequence: UInt64) -> Int {
    var row = 1
    var at = sequence &+ 1
    while foreign.contains(at) || neutral.contains(at) {
      if foreign.contains(at) { row += 1 }
      at &+= 1
    }
    at = sequence &- 1
    while foreign.contains(at) || neutral.contains(at) {
      if foreign.contains(at) { row += 1 }
      at &-= 1
    }
    return row
  }

  private mutating func remember(
    _ sequence: UInt64, in set: WritableKeyPath<RunWatch, Set<UInt64>>
  ) {
    self[keyPath: set].insert(sequence)
    if self[keyPath: set].count > 2 * Int(Self.memory) {
      self[keyPath: set] = self[keyPath: set].filter { $0 &+ Self.memory > sequence }
    }
  }
}
