/// Who keeps the tokens of a limit: one process in memory, or several in a shared place.
///
/// The ledger knows requests by number, one bucket's own. All instants are nanoseconds of one
/// monotonic clock that counts sleep; an instant before one already seen is read as that one.
/// Calls come one after another, never at the same time.
public protocol TokenLedger: Sendable {
  /// Takes a token for request `id`, or says when there may be one.
  mutating func take(_ id: UInt64, now: Int64) -> TokenAnswer

  /// The request has ended, with or without a reply: its token comes back one window after `now`.
  ///
  /// A request that holds no token is ignored, so that a second call does no harm.
  mutating func replied(_ id: UInt64, limits: ReplyLimits, now: Int64)

  /// Nothing was sent for this request: its token is back at once.
  mutating func giveBack(_ id: UInt64, now: Int64)

  /// Nothing is granted before `until`. An earlier hold never shortens a later one.
  mutating func hold(until: Int64, now: Int64)

  /// Halves the limit, to no less than 1, for good.
  mutating func halve(now: Int64)

  /// Nobody waits for a token any more: the last waiter was cancelled.
  ///
  /// Of use to ledgers that leave tokens for waiters; does nothing unless a ledger says so.
  mutating func waitersLeft(now: Int64)

  /// How things stand at `now`.
  mutating func balance(now: Int64) -> TokenBalance
}

extension TokenLedger {
  /// Does nothing.
  public mutating func waitersLeft(now: Int64) {}
}

/// What a ledger says to someone who wants a token.
public enum TokenAnswer: Hashable, Sendable {
  /// Here it is.
  case granted
  /// Not now; ask again at that instant.
  case notBefore(Int64)
  /// Every token is out with a request; one must end first.
  ///
  /// Only where that end comes through the same bucket. A ledger that others use, too, names an
  /// instant instead, one at which it is worth looking again: a bucket looks then, and once a second
  /// until then.
  case afterReply
}

/// How a ledger stands.
public struct TokenBalance: Hashable, Sendable {
  /// Tokens that are in, whether or not a hold keeps them there; `Int.max` without a limit.
  public var free: Int
  /// Tokens that would be granted now.
  public var grantable: Int
  /// Requests that hold a token and have not ended.
  public var inFlight: Int
  /// When the next token can be granted; nil when a request must end first.
  public var nextGrant: Int64?

  /// Makes a balance.
  public init(free: Int, grantable: Int, inFlight: Int, nextGrant: Int64?) {
    self.free = free
    self.grantable = grantable
    self.inFlight = inFlight
    self.nextGrant = nextGrant
  }
}
