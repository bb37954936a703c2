import Synchronization
import Testing

@testable import IPGeoRateLimit

/// One account of a limit that several buckets use, as processes would a file.
private final class Account: Sendable {
  private let ledger: Mutex<MemoryLedger>
  init(limit: RateLimit) { ledger = Mutex(MemoryLedger(limit: limit)) }
  func use<Result: Sendable>(_ body: @Sendable (inout MemoryLedger) -> Result) -> Result {
    ledger.withLock { body(&$0) }
  }
}

/// One bucket's way to the account: its numbers get a prefix of their own.
private struct Access: TokenLedger {
  let account: Account
  let prefix: UInt64

  func take(_ id: UInt64, now: Int64) -> TokenAnswer {
    let answer = account.use { $0.take(prefix | id, now: now) }
    return answer == .afterReply ? .notBefore(later(now, by: 60)) : answer
  }
  func replied(_ id: UInt64, limits: ReplyLimits, now: Int64) {
    account.use { $0.replied(prefix | id, limits: limits, now: now) }
  }
  func giveBack(_ id: UInt64, now: Int64) { account.use { $0.giveBack(prefix | id, now: now) } }
  func hold(until: Int64, now: Int64) { account.use { $0.hold(until: until, now: now) } }
  func halve(now: Int64) { account.use { $0.halve(now: now) } }
  func balance(now: Int64) -> TokenBalance { account.use { $0.balance(now: now) } }
}

@Suite(.timeLimit(.minutes(5))) struct SharedLedgerTests {
  @Test func `two buckets on one account keep one limit, and see what the other returns`()
    async throws
  {
    let account = Account(limit: RateLimit(requests: 3, window: 1_000_000))
    let one = TokenBucket(ledger: Access(account: account, prefix: 1 << 32))
    let other = TokenBucket(ledger: Access(account: account, prefix: 2 << 32))
    let permits = [try await one.acquire(), try await other.acquire(), try await one.acquire()]
    #expect(other.level.available == 0)
    #expect(other.level.inFlight == 3)
    async let waiting = other.acquire()
    one.complete(permits[0])
    #expect(try await waiting.grantedAt - permits[0].grantedAt >= 1_000_000)
    one.hold(forNanoseconds: 60_000_000_000)
    one.giveBack(permits[2])
    #expect(other.level.free == 1)
    #expect(other.level.available == 0)
  }

  @Test func `a ledger hears when the last waiter has gone, and only then`() {
    let account = Account(limit: RateLimit(requests: 1, window: 1_000_000))
    let heard = Counter()
    var state = TokenBucketState(
      ledger: Listening(access: .init(account: account, prefix: 0)) {
        heard.count()
      })
    for waiter in 1...3 as ClosedRange<UInt64> { _ = state.acquire(waiter: waiter, now: 0) }
    _ = state.cancel(waiter: 1, now: 0)
    _ = state.cancel(waiter: 2, now: 0)
    #expect(heard.value == 0)
    _ = state.cancel(waiter: 3, now: 0)
    _ = state.cancel(waiter: 3, now: 0)
    #expect(heard.value == 1)
  }
}

private final class Counter: Sendable {
  private let number = Mutex(0)
  func count() { number.withLock { $0 += 1 } }
  var value: Int { number.withLock { $0 } }
}

/// An access that says when nobody waits.
private struct Listening: TokenLedger {
  var access: Access
  let left: @Sendable () -> Void

  init(access: Access, left: @escaping @Sendable () -> Void) {
    self.access = access
    self.left = left
  }

  func take(_ id: UInt64, now: Int64) -> TokenAnswer { access.take(id, now: now) }
  func replied(_ id: UInt64, limits: ReplyLimits, now: Int64) {
    access.replied(id, limits: limits, now: now)
  }
  func giveBack(_ id: UInt64, now: Int64) { access.giveBack(id, now: now) }
  func hold(until: Int64, now: Int64) { access.hold(until: until, now: now) }
  func halve(now: Int64) { access.halve(now: now) }
  func waitersLeft(now: Int64) { left() }
  func balance(now: Int64) -> TokenBalance { access.balance(now: now) }
}
