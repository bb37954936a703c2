/// The decisions of a token bucket, without a clock, a timer or a thread.
///
/// Instants are nanoseconds of a monotonic clock that counts sleep, given with each event. Each
/// event answers with its effects; whoever drives the state must carry them out.
public struct TokenBucketState: Sendable {
  /// What follows from an event.
  public struct Effects: Hashable, Sendable {
    /// Waiters that hold a token now, in the order of their arrival.
    public var granted: [UInt64] = []
    /// When to call ``TokenBucketState/tick(now:)`` next; nil when nobody waits, or everybody for
    /// a reply.
    public var nextTick: Int64?
  }

  private var ledger: any TokenLedger
  private var line = WaitingLine()

  /// Makes a bucket that is full.
  /// - Parameter limit: nil for no limit; holds are still obeyed.
  public init(limit: RateLimit?) {
    self.init(ledger: MemoryLedger(limit: limit))
  }

  /// Makes a bucket on tokens that someone else keeps.
  public init(ledger: any TokenLedger) {
    self.ledger = ledger
  }

  /// How many wait.
  public var waiters: Int { line.count }

  /// Someone wants a token.
  ///
  /// Waiters have distinct numbers; a number names the grant, too.
  public mutating func acquire(waiter: UInt64, now: Int64) -> Effects {
    line.append(waiter)
    return grant(now: now)
  }

  /// A waiter has lost interest.
  /// - Returns: Whether it was still waiting; if not, it holds a token or is unknown.
  public mutating func cancel(waiter: UInt64, now: Int64) -> (wasWaiting: Bool, effects: Effects) {
    let wasWaiting = line.remove(waiter)
    if wasWaiting, line.count == 0 { ledger.waitersLeft(now: now) }
    return (wasWaiting, grant(now: now))
  }

  /// Time has passed.
  public mutating func tick(now: Int64) -> Effects {
    grant(now: now)
  }

  /// The request of `waiter` has ended, by reply, error or deadline.
  ///
  /// Its token is back one window later.
  public mutating func replied(waiter: UInt64, limits: ReplyLimits, now: Int64) -> Effects {
    ledger.replied(waiter, limits: limits, now: now)
    return grant(now: now)
  }

  /// Nothing was sent for `waiter`: its token is back at once.
  public mutating func giveBack(waiter: UInt64, now: Int64) -> Effects {
    ledger.giveBack(waiter, now: now)
    return grant(now: now)
  }

  /// Nothing is granted before `until`; holds only ever get longer.
  public mutating func hold(until: Int64, now: Int64) -> Effects {
    ledger.hold(until: until, now: now)
    return grant(now: now)
  }

  /// The limit is halved for good, to no less than 1.
  public mutating func halve(now: Int64) -> Effects {
    ledger.halve(now: now)
    return grant(now: now)
  }

  /// How the tokens stand.
  public mutating func balance(now: Int64) -> TokenBalance {
    ledger.balance(now: now)
  }

  private mutating func grant(now: Int64) -> Effects {
    var effects = Effects()
    while let waiter = line.first {
      switch ledger.take(waiter, now: now) {
      case .granted:
        line.removeFirst()
        effects.granted.append(waiter)
      case .notBefore(let instant):
        effects.nextTick = instant
        return effects
      case .afterReply:
        return effects
      }
    }
    return effects
  }
}
