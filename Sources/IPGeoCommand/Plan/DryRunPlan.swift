/// What a run would do: the counts that `--dry-run` prints instead of doing it.
///
/// `addresses = local + known + toAsk + leftOut`.
struct DryRunPlan: Hashable, Sendable {
  /// Whether and how the service would be asked.
  enum Asking: Hashable, Sendable {
    /// By its limit.
    case limited(Need)
    /// Without one: a key lifts it.
    case unlimited(requests: Int)
    /// Not now: it refused an earlier run (403), and so many nanoseconds are left of the hold.
    case held(nanoseconds: Int64, Need)
    /// Not at all, as this option has it: `--offline`, `--cache-only`.
    case never(option: String)
  }

  /// What the addresses to ask cost under a limit.
  struct Need: Hashable, Sendable {
    /// Requests of both kinds together.
    var requests: Int
    /// The least time until the last of them may be sent, in nanoseconds.
    var nanoseconds: Int64
    /// Requests that the limit still grants now; nil where nobody knows.
    var requestsLeft: Int?
  }

  /// Records of the input.
  var records: Int
  /// Those of them in which no address was found.
  var invalid: Int
  /// Distinct addresses.
  var addresses: Int
  /// Those of special ranges, which are answered without asking.
  var local: Int
  /// Those that an earlier run has asked, or that a database answers.
  var known: Int
  /// Those of them that a database answers.
  var fromDatabase = 0
  /// Those that would have to be asked.
  var toAsk: Int
  /// Those that `--top` leaves out; nil without it.
  var leftOut: Int?
  var asking: Asking
}
