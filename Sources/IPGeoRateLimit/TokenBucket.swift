internal import Dispatch
internal import Synchronization

/// Grants requests no faster than a limit allows, first come, first served.
///
/// A serial queue owns the state and a timer on it lets tokens come back. Grants are handed out on
/// a second serial queue, in order, when the state is settled: who is called may use the bucket.
public final class TokenBucket: Sendable {
  /// No timer is set further ahead than this, and then the clock decides.
  ///
  /// Dispatch timers stand still while the machine sleeps, the clock does not; and a ledger may be
  /// changed by others.
  private static let longestSleep = nanosecondsPerSecond

  private let queue = DispatchQueue(label: "ipgeo.token-bucket")
  private let delivery = DispatchQueue(label: "ipgeo.token-bucket.delivery")
  private let clock: @Sendable () -> Int64
  private let lastID = Atomic<UInt64>(0)
  // The timer is set up before anyone else sees it, and scheduled on `queue` alone.
  nonisolated(unsafe) private let timer: any DispatchSourceTimer
  // Touched on `queue` alone.
  nonisolated(unsafe) private var state: TokenBucketState
  // Touched on `queue` alone. nil means: cancelled.
  nonisolated(unsafe) private var handlers: [UInt64: @Sendable (Permit?) -> Void] = [:]
  // Touched on `queue` alone.
  nonisolated(unsafe) private var isArmed = false

  /// Makes a full bucket.
  /// - Parameters:
  ///   - limit: nil for no limit: grants come at once, but holds are obeyed.
  ///   - clock: Nanoseconds of a monotonic clock that counts sleep. It must not use the bucket.
  public convenience init(
    limit: RateLimit?, clock: @escaping @Sendable () -> Int64 = MonotonicClock.nanoseconds
  ) {
    self.init(ledger: MemoryLedger(limit: limit), clock: clock)
  }

  /// Makes a bucket on tokens that `ledger` keeps; its calls come from the bucket's queue.
  public init(
    ledger: any TokenLedger, clock: @escaping @Sendable () -> Int64 = MonotonicClock.nanoseconds
  ) {
    self.clock = clock
    state = TokenBucketState(ledger: ledger)
    timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    timer.schedule(deadline: .distantFuture)
    timer.setEventHandler { @Sendable [weak self] in self?.tick() }
    // A source that was never activated traps when it is released.
    timer.activate()
  }

  deinit {
    timer.cancel()
  }

  /// Waits for a permit.
  ///
  /// Cancelling the task takes it out of the line at once. A permit that was granted before that is
  /// still returned: it must be given back.
  /// - Throws: `CancellationError` when the task was cancelled while it waited.
  public func acquire() async throws(CancellationError) -> Permit {
    let waiter = newWaiter()
    let permit: Permit? = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        enqueue(waiter) { continuation.resume(returning: $0) }
        // A cancellation that came before the waiter was in line found nobody there.
        if Task.isCancelled { cancel(waiter) }
      }
    } onCancel: {
      cancel(waiter)
    }
    guard let permit else { throw CancellationError() }
    return permit
  }

  /// Gets in line, and is called once with the permit unless cancelled.
  ///
  /// The call comes from a queue of the bucket's, possibly before this method returns; it should
  /// not take long, for others wait behind it. When the bucket is released first, it never comes.
  public func request(_ granted: @escaping @Sendable (Permit) -> Void) -> WaiterID {
    let waiter = newWaiter()
    enqueue(waiter) { permit in
      if let permit { granted(permit) }
    }
    return waiter
  }

  /// Takes a waiter out of the line.
  /// - Returns: Whether it was still in line. If not, its permit was granted: the call has come or
  ///   will come, and the permit must be completed or given back.
  @discardableResult
  public func cancel(_ waiter: WaiterID) -> Bool {
    queue.sync {
      let now = clock()
      let (wasWaiting, effects) = state.cancel(waiter: waiter.id, now: now)
      if wasWaiting, let handler = handlers.removeValue(forKey: waiter.id) {
        delivery.async { handler(nil) }
      }
      carryOut(effects, now: now)
      return wasWaiting
    }
  }

  /// The request has ended, by reply, error or deadline: its token is back one window from now.
  ///
  /// A permit that has ended already is ignored.
  public func complete(_ permit: Permit, reply: ReplyLimits = .none) {
    change { $0.replied(waiter: permit.id, limits: reply, now: $1) }
  }

  /// Nothing was sent: the token is back at once.
  ///
  /// A permit that has ended already is ignored.
  public func giveBack(_ permit: Permit) {
    change { $0.giveBack(waiter: permit.id, now: $1) }
  }

  /// Grants nothing for that long from now; an earlier, longer hold stands.
  public func hold(forNanoseconds duration: Int64) {
    change { $0.hold(until: later($1, by: duration), now: $1) }
  }

  /// Halves the limit, to no less than 1, for the rest of the run; without a limit, nothing.
  public func halve() {
    change { $0.halve(now: $1) }
  }

  /// How the bucket stands now.
  public var level: Level {
    queue.sync {
      let now = clock()
      let balance = state.balance(now: now)
      return Level(
        available: balance.grantable, free: balance.free, inFlight: balance.inFlight,
        waiters: state.waiters, nextGrantIn: balance.nextGrant.map { duration(from: now, to: $0) })
    }
  }

  /// Looks at the clock again, and returns when all that follows has been handed out.
  ///
  /// For tests that move the clock by hand; must not be called from a grant.
  func nudge() {
    change { $0.tick(now: $1) }
    delivery.sync {}
  }

  private func newWaiter() -> WaiterID {
    WaiterID(id: lastID.add(1, ordering: .relaxed).newValue)
  }

  private func enqueue(_ waiter: WaiterID, _ handler: @escaping @Sendable (Permit?) -> Void) {
    queue.sync {
      handlers[waiter.id] = handler
      let now = clock()
      carryOut(state.acquire(waiter: waiter.id, now: now), now: now)
    }
  }

  private func change(_ event: (inout TokenBucketState, Int64) -> TokenBucketState.Effects) {
    queue.sync {
      let now = clock()
      carryOut(event(&state, now), now: now)
    }
  }

  /// The timer's handler; runs on `queue`.
  private func tick() {
    let now = clock()
    carryOut(state.tick(now: now), now: now)
  }

  /// Runs on `queue`.
  private func carryOut(_ effects: TokenBucketState.Effects, now: Int64) {
    for waiter in effects.granted {
      guard let handler = handlers.removeValue(forKey: waiter) else { continue }
      delivery.async { handler(Permit(id: waiter, grantedAt: now)) }
    }
    if let next = effects.nextTick {
      let wait = min(duration(from: now, to: next), Self.longestSleep)
      timer.schedule(deadline: .now() + .nanoseconds(Int(wait)), leeway: .nanoseconds(0))
      isArmed = true
    } else if isArmed {
      timer.schedule(deadline: .distantFuture)
      isArmed = false
    }
  }
}
