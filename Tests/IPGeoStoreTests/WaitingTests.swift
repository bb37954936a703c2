import IPGeoRateLimit
import Testing

@testable import IPGeoStore

/// Waiters of several processes, and clocks that are set: by instants, not by time.
@Suite struct WaitingTests {
  let folder: Folder
  private let millisecond: Int64 = 1_000_000
  private let limit = RateLimit(requests: 3, window: 5 * second)

  init() throws { folder = try Folder() }

  private func ledger(_ hands: Hands = Hands(boot: 100)) throws -> SharedLedger {
    try LimitFile(path: folder("limit.db"), clocks: hands.clocks).ledger(
      host: "h", endpoint: "batch", limit: limit, requestTimeout: 30 * second)
  }

  /// Looks as a bucket would until it has a token, and says when that was.
  private func wait(
    _ ledger: inout SharedLedger, from start: Int64, happens: (Int64) -> Void = { _ in }
  ) -> Int64? {
    var now = start
    for _ in 0..<100_000 {
      happens(now)
      switch ledger.take(99, now: now) {
      case .granted: return now
      case .notBefore(let instant): now = min(max(instant, now + 1), now + second)
      case .afterReply: return nil
      }
    }
    return nil
  }

  @Test(arguments: stride(from: 7, through: 997, by: 90).map { Int64($0) })
  func `a waiter starts within 100 ms of another's token, given back or returned`(
    step: Int64
  ) throws {
    var (one, two) = try (ledger(), ledger())
    let start = 100 * second
    for id in 1...3 as ClosedRange<UInt64> { #expect(one.take(id, now: start) == .granted) }
    let back = start + second + step * millisecond
    var isBack = false
    let granted = wait(&two, from: start + 1) { now in
      guard now >= back, !isBack else { return }
      isBack = true
      one.giveBack(1, now: back)
    }
    let first = try #require(granted)
    #expect((back...(back + 100 * millisecond)).contains(first))
    // Replies come: their tokens are back a window later.
    let replied = first + second
    two.replied(99, limits: .none, now: replied)
    for id in 2...3 as ClosedRange<UInt64> { one.replied(id, limits: .none, now: replied) }
    let again = try #require(wait(&two, from: replied + second))
    #expect((0...(100 * millisecond)).contains(again - (replied + 5 * second)))
  }

  @Test func `one that has just got a token keeps another waiting for less than 100 ms`() throws {
    var (one, two) = try (ledger(), ledger())
    let start = 100 * second
    // The other has had more, and leaves what is in to the first while that may want it.
    for id in 1...2 as ClosedRange<UInt64> { #expect(two.take(id, now: start) == .granted) }
    #expect(one.take(1, now: start) == .granted)
    two.giveBack(1, now: start + millisecond)
    let granted = try #require(wait(&two, from: start + 2 * millisecond))
    #expect(granted - start <= 100 * millisecond)
  }

  @Test func `one that was stopped, or is silent, is passed over`() throws {
    var tokens = SharedTokens()
    let now = 100 * second
    let stranger = ProcessIdentity(number: 4711, start: 1)
    tokens.contenders = [
      SharedTokens.Contender(
        owner: 2, process: stranger, waitingSince: now - second, seenAt: now - millisecond,
        grantedAt: nil, limit: 3)
    ]
    tokens.spends = (0..<2).map { _ in
      SharedTokens.Spend(
        owner: 1, process: .current(), grantedAt: now - 6 * second, timeout: second,
        window: 5 * second, backAt: now + second)
    }
    let verdict = { (tokens: SharedTokens) in
      tokens.verdict(for: 1, limit: 3, window: 5 * second, now: now)
    }
    tokens.condition = { _ in .running }
    #expect(verdict(tokens) == .notBefore(now + SharedTokens.turnCheck))
    for condition in [ProcessIdentity.Condition.stopped, .gone] {
      tokens.condition = { _ in condition }
      #expect(verdict(tokens) == .granted)
    }
    tokens.condition = { _ in .running }
    tokens.contenders[0].seenAt = now - SharedTokens.silence
    #expect(verdict(tokens) == .granted)
  }

  // MARK: Clocks

  /// Requests as fast as they may go, until `end`: each takes a tenth of a second, and what
  /// `happens` may put another ledger in the place of the one in use.
  private func asked(
    _ ledger: inout SharedLedger, until end: Int64,
    happens: (inout SharedLedger, inout Int64) throws -> Void
  ) rethrows -> [Int64] {
    var now = 100 * second
    var grants: [Int64] = []
    var id: UInt64 = 0
    while now < end {
      try happens(&ledger, &now)
      id += 1
      switch ledger.take(id, now: now) {
      case .granted:
        grants.append(now)
        now += second / 10
        ledger.replied(id, limits: .none, now: now)
      case .notBefore(let instant): now = min(max(instant, now + 1), now + second)
      case .afterReply: now += second
      }
    }
    return grants
  }

  /// No window holds more than the limit, and nobody waits for longer than two.
  private func expectKept(_ grants: [Int64]) {
    #expect(grants.count > 3)
    for (early, late) in zip(grants, grants.dropFirst(3)) { #expect(late - early >= 5 * second) }
    for (early, late) in zip(grants, grants.dropFirst()) { #expect(late - early <= 10 * second) }
  }

  @Test(arguments: [86_400, -86_400, 40, -40] as [Int64], ["first", nil])
  func `a wall clock that is set by a day neither stalls nor frees anything`(
    step: Int64, name: String?
  ) throws {
    let hands = Hands(boot: 100, name: name)
    var ledger = try ledger(hands)
    var steps: Int64 = 0
    let grants = try asked(&ledger, until: 200 * second) { ledger, now in
      // Every 13 s it is set, and another process begins where the last one was.
      guard now > (113 + 13 * steps) * second else { return }
      steps += 1
      hands.set(wall: today + (steps % 2) * step)
      hands.set(boot: now / second)
      ledger = try self.ledger(hands)
    }
    #expect(steps > 5)
    expectKept(grants)
  }

  @Test func `a machine that was suspended goes on where it was`() throws {
    var ledger = try ledger()
    var naps: Int64 = 0
    let grants = asked(&ledger, until: 100_000 * second) { _, now in
      // Now and then the machine sleeps: for a moment, or for hours, in the middle of a wait.
      naps += 1
      guard naps % 7 == 0 else { return }
      now += naps % 2 == 0 ? 2 * second : 3 * 3600 * second
    }
    for (early, late) in zip(grants, grants.dropFirst(3)) { #expect(late - early >= 5 * second) }
    #expect(grants.count > 9)
  }

  @Test func `a request that was under way in a sleep counts from its end`() throws {
    var (one, two) = try (ledger(), ledger())
    let start = 100 * second
    for id in 1...3 as ClosedRange<UInt64> { #expect(one.take(id, now: start) == .granted) }
    // Its process runs, so that its requests may still reach the service.
    let morning = start + 8 * 3600 * second
    #expect(two.take(1, now: morning) != .granted)
    for id in 1...3 as ClosedRange<UInt64> { one.replied(id, limits: .none, now: morning) }
    let granted = try #require(wait(&two, from: morning))
    #expect(granted == morning + 5 * second)
  }
}
