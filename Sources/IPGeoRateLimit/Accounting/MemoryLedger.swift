/// The tokens of one process: a token is taken at its grant and is back a window after its reply.
///
/// A server counts a request at some moment between grant and reply. So a token that returns one
/// window after the reply returns after the server has forgotten the request, in a fixed window as
/// in a sliding one, and no window of any position, as the server sees it, holds more requests than
/// there are tokens. Returning it one window after the grant would not do: two requests may travel
/// at different speeds.
public struct MemoryLedger: TokenLedger {
  private let window: Int64
  private var limit: Int?
  /// Requests that hold a token; for each, the tokens out at its grant less the grants until then.
  private var inFlight: [UInt64: Int] = [:]
  private var grants = 0
  private var returning = ReturnQueue()
  private var caps = ReplyCaps()
  private var heldUntil = Int64.min
  private var latest = Int64.min

  /// Makes a ledger with all tokens in.
  /// - Parameter limit: nil for no limit; holds and the word of replies are still obeyed.
  public init(limit: RateLimit?) {
    self.limit = limit?.requests
    window = limit?.window ?? 0
  }

  /// Takes a token, or says when there may be one.
  public mutating func take(_ id: UInt64, now: Int64) -> TokenAnswer {
    let now = settle(now)
    guard let ready = nextGrant(now: now) else { return .afterReply }
    if ready > now { return .notBefore(ready) }
    inFlight[id] = inFlight.count + 1 + returning.count - grants
    grants += 1
    caps.countGrant()
    return .granted
  }

  /// Ends a request: its token is back one window after `now`, and the reply's word counts.
  public mutating func replied(_ id: UInt64, limits: ReplyLimits, now: Int64) {
    let now = settle(now)
    guard let countedBefore = inFlight.removeValue(forKey: id) else { return }
    if limit != nil { returning.append(later(now, by: window)) }
    guard let remaining = limits.remaining, remaining >= 0,
      let reset = limits.resetNanoseconds, reset > 0, reset <= ReplyLimits.longestReset
    else { return }
    // The server counted this request at some moment since its grant: at most all that were out
    // then, and all granted since. A remaining that these explain tells of nobody else and holds
    // nothing: they leave the server's window when their tokens come back, not only at the reset,
    // which a sliding server tells rounded up to the next second.
    let mostOfOurs = countedBefore + grants
    if remaining > 0, let limit, remaining >= limit - mostOfOurs { return }
    caps.add(remaining: remaining, until: later(now, by: reset))
  }

  /// Puts a token back at once.
  public mutating func giveBack(_ id: UInt64, now: Int64) {
    _ = settle(now)
    inFlight[id] = nil
  }

  /// Grants nothing before `until`.
  public mutating func hold(until: Int64, now: Int64) {
    _ = settle(now)
    heldUntil = max(heldUntil, until)
  }

  /// Halves the limit, to no less than 1.
  public mutating func halve(now: Int64) {
    _ = settle(now)
    if let current = limit { limit = max(current / 2, 1) }
  }

  /// Says how things stand.
  public mutating func balance(now: Int64) -> TokenBalance {
    let now = settle(now)
    let free = limit.map { max($0 - inFlight.count - returning.count, 0) } ?? Int.max
    let isHeld = heldUntil > now
    return TokenBalance(
      free: free, grantable: isHeld ? 0 : min(free, caps.remaining ?? free),
      inFlight: inFlight.count, nextGrant: nextGrant(now: now))
  }

  /// Lets time pass up to `now`, and says what time it is: never earlier than before.
  private mutating func settle(_ now: Int64) -> Int64 {
    latest = max(latest, now)
    returning.removeFirst(upTo: latest)
    caps.expire(now: latest)
    return latest
  }

  /// When a token can be granted, as far as is known: `now`, later, or only after a reply.
  private func nextGrant(now: Int64) -> Int64? {
    var ready = max(now, heldUntil, caps.blockedUntil ?? now)
    if let limit {
      let excess = inFlight.count + returning.count - limit
      if excess >= 0 {
        guard let back = returning[excess] else { return nil }
        ready = max(ready, back)
      }
    }
    return ready
  }
}

/// When tokens come back, soonest first; they are put in by rising time.
private struct ReturnQueue: Sendable {
  private var instants: [Int64] = []
  private var head = 0

  var count: Int { instants.count - head }

  subscript(_ position: Int) -> Int64? {
    position < count ? instants[head + position] : nil
  }

  mutating func append(_ instant: Int64) {
    instants.append(instant)
  }

  mutating func removeFirst(upTo now: Int64) {
    while head < instants.count, instants[head] <= now { head += 1 }
    if head == instants.count || head > 1024 {
      instants.removeFirst(head)
      head = 0
    }
  }
}
