import IPGeoRateLimit
import Testing

@testable import IPGeoStore

/// How often a bucket uses the limit file, and what it may not miss for that.
@Suite struct SharedLedgerCostTests {
  let folder: Folder
  private let millisecond: Int64 = 1_000_000

  init() throws { folder = try Folder() }

  private func file() throws -> LimitFile {
    try LimitFile(path: folder("limit.db"), clocks: Hands(boot: 100).clocks)
  }

  private func ledger(_ file: LimitFile, _ limit: RateLimit?) -> SharedLedger {
    file.ledger(host: "h", endpoint: "batch", limit: limit, requestTimeout: 30 * second)
  }

  /// A request as a provider makes it: it looks at how things stand before and after each step.
  private func request(_ id: UInt64, _ ledger: inout SharedLedger, at now: inout Int64) {
    let look = { (ledger: inout SharedLedger, now: Int64) in
      for _ in 0..<4 { _ = ledger.balance(now: now) }
    }
    look(&ledger, now)
    #expect(ledger.take(id, now: now) == .granted)
    look(&ledger, now)
    now += millisecond
    ledger.replied(id, limits: .none, now: now)
    look(&ledger, now)
  }

  @Test func `a request uses the file three times, however often it is looked at`() throws {
    let file = try file()
    var ledger = ledger(file, RateLimit(requests: 1000, window: second))
    var now = 100 * second
    request(1, &ledger, at: &now)
    let before = file.uses
    for id in 2...201 as ClosedRange<UInt64> { request(id, &ledger, at: &now) }
    #expect(file.uses - before <= 3 * 200)
  }

  @Test func `without a limit the file is looked at for holds, now and then`() throws {
    let file = try file()
    var ledger = ledger(file, nil)
    var now = 100 * second
    request(1, &ledger, at: &now)
    let before = file.uses
    for id in 2...201 as ClosedRange<UInt64> { request(id, &ledger, at: &now) }
    // 200 ms, and a look every five.
    #expect(file.uses - before <= 40)
    let raw = try DatabaseFile(path: folder("limit.db"), identity: LimitTables.identity).open()
    #expect(try raw.database.integer("SELECT count(*) FROM spends") == 0)
    #expect(try raw.database.integer("SELECT count(*) FROM contenders") == 0)
  }

  @Test func `a grant never rests on what was seen before`() throws {
    var one = try ledger(file(), RateLimit(requests: 2, window: 5 * second))
    var two = try ledger(file(), RateLimit(requests: 2, window: 5 * second))
    let now = 100 * second
    #expect(one.balance(now: now).grantable == 2)
    #expect(two.take(1, now: now) == .granted)
    #expect(two.take(2, now: now) == .granted)
    // It still sees two, and gets none.
    #expect(one.balance(now: now).grantable == 2)
    #expect(one.take(1, now: now) != .granted)
    #expect(one.balance(now: now).grantable == 0)
    two.giveBack(2, now: now)
    #expect(one.take(1, now: now) == .granted)
  }

  @Test func `what was seen holds for milliseconds, and no longer than until the next token`()
    throws
  {
    var one = try ledger(file(), RateLimit(requests: 1, window: 5 * second))
    var two = try ledger(file(), RateLimit(requests: 1, window: 5 * second))
    let now = 100 * second
    #expect(two.balance(now: now).grantable == 1)
    #expect(one.take(1, now: now) == .granted)
    #expect(two.balance(now: now + 6 * millisecond).grantable == 0)
    one.replied(1, limits: .none, now: now + second)
    let back = now + 6 * second
    #expect(two.balance(now: back - millisecond).nextGrant == back)
    #expect(two.balance(now: back).grantable == 1)
    // Its own doings are seen at once.
    two.hold(until: back + second, now: back)
    #expect(two.balance(now: back).grantable == 0)
  }

  @Test func `without a limit holds and words of others are obeyed all the same`() throws {
    var one = try ledger(file(), nil)
    var two = try ledger(file(), nil)
    var now = 100 * second
    #expect(one.take(1, now: now) == .granted)
    #expect(two.take(1, now: now) == .granted)
    two.hold(until: now + second, now: now)
    // At once for itself, a moment later for others.
    #expect(two.take(2, now: now) == .notBefore(now + second))
    now += 5 * millisecond
    #expect(one.take(2, now: now) == .notBefore(100 * second + second))
    now = 102 * second
    two.replied(
      1, limits: ReplyLimits(remaining: 2, resetNanoseconds: 20 * second), now: now)
    #expect(one.balance(now: now + 5 * millisecond).grantable == 2)
    now += 10 * millisecond
    #expect(one.take(3, now: now) == .granted)
    #expect(two.take(3, now: now) == .granted)
    #expect(one.take(4, now: now) == .notBefore(122 * second))
    #expect(one.balance(now: now).inFlight == 2)
    one.giveBack(3, now: now)
    #expect(one.balance(now: now).inFlight == 1)
  }
}
