import Synchronization
import Testing

@testable import IPGeoRateLimit

/// A clock that a test moves by hand.
private final class ManualClock: Sendable {
  private let instant = Atomic<Int64>(1_000_000_000_000)
  func read() -> Int64 { instant.load(ordering: .sequentiallyConsistent) }
  func advance(_ nanoseconds: Int64) {
    instant.add(nanoseconds, ordering: .sequentiallyConsistent)
  }
}

/// What was granted, in order.
private final class Grants: Sendable {
  private let list = Mutex<[(name: Int, permit: Permit)]>([])
  func add(_ name: Int, _ permit: Permit) { list.withLock { $0.append((name, permit)) } }
  var names: [Int] { list.withLock { $0.map(\.name) } }
  var permits: [Permit] { list.withLock { $0.map(\.permit) } }
}

/// How often each number came up.
private final class Tally: Sendable {
  private let counts = Mutex<[Int: Int]>([:])
  func add(_ number: Int) { counts.withLock { $0[number, default: 0] += 1 } }
  var all: [Int: Int] { counts.withLock { $0 } }
}

private let window: Int64 = 60_000_000_000

@Suite(.timeLimit(.minutes(5))) struct TokenBucketTests {
  private let clock = ManualClock()
  private let grants = Grants()

  private func makeBucket(_ requests: Int?) -> TokenBucket {
    let clock = clock
    return TokenBucket(
      limit: requests.map { RateLimit(requests: $0, window: window) }, clock: { clock.read() })
  }

  @discardableResult
  private func ask(_ bucket: TokenBucket, _ name: Int) -> WaiterID {
    bucket.request { [grants] in grants.add(name, $0) }
  }

  @Test func `a full bucket grants its whole limit at once, in order, and no more`() {
    let bucket = makeBucket(15)
    for name in 0..<20 { ask(bucket, name) }
    bucket.nudge()
    #expect(grants.names == Array(0..<15))
    #expect(
      bucket.level == Level(available: 0, free: 0, inFlight: 15, waiters: 5, nextGrantIn: nil))
  }

  @Test func `tokens come back a window after their replies, to those who wait, in order`() {
    let bucket = makeBucket(2)
    for name in 0..<5 { ask(bucket, name) }
    bucket.nudge()
    let first = grants.permits
    #expect(first.map(\.grantedAt) == [clock.read(), clock.read()])
    bucket.complete(first[1], reply: .none)
    clock.advance(5)
    bucket.complete(first[0])
    bucket.complete(first[0])
    clock.advance(window - 6)
    bucket.nudge()
    #expect(grants.names == [0, 1])
    #expect(bucket.level.nextGrantIn == 1)
    clock.advance(1)
    bucket.nudge()
    #expect(grants.names == [0, 1, 2])
    clock.advance(window)
    bucket.nudge()
    #expect(grants.names == [0, 1, 2, 3])
    bucket.giveBack(grants.permits[2])
    bucket.nudge()
    #expect(grants.names == [0, 1, 2, 3, 4])
  }

  @Test func `499 of 500 waiters are cancelled, the other is served`() {
    let bucket = makeBucket(1)
    ask(bucket, -1)
    let waiters = (0..<500).map { ask(bucket, $0) }
    bucket.nudge()
    for (name, waiter) in waiters.enumerated().reversed() where name != 321 {
      #expect(bucket.cancel(waiter))
      #expect(!bucket.cancel(waiter))
    }
    #expect(bucket.level.waiters == 1)
    bucket.giveBack(grants.permits[0])
    bucket.nudge()
    #expect(grants.names == [-1, 321])
    #expect(!bucket.cancel(waiters[321]))
    #expect(bucket.level == Level(available: 0, free: 0, inFlight: 1, waiters: 0, nextGrantIn: nil))
  }

  @Test func `who is called may use the bucket`() {
    let bucket = makeBucket(1)
    let grants = grants
    let other = ask(bucket, 0)
    bucket.nudge()
    for name in 1...100 {
      _ = bucket.request { permit in
        grants.add(name, permit)
        #expect(bucket.level.inFlight == 1)
        bucket.cancel(other)
        _ = bucket.request { grants.add(1000 + name, $0) }
        bucket.giveBack(permit)
      }
    }
    bucket.giveBack(grants.permits[0])
    for _ in 0..<300 { bucket.nudge() }
    #expect(grants.names.prefix(101) == Array(0...100)[...])
    #expect(grants.names.count == 102)
  }

  @Test func `a hold, a halving and a reply's word reach the ledger`() {
    let bucket = makeBucket(15)
    bucket.hold(forNanoseconds: 100)
    bucket.hold(forNanoseconds: -100)
    ask(bucket, 0)
    bucket.nudge()
    #expect(grants.names.isEmpty)
    #expect(
      bucket.level == Level(available: 0, free: 15, inFlight: 0, waiters: 1, nextGrantIn: 100))
    bucket.halve()
    clock.advance(100)
    bucket.nudge()
    #expect(grants.names == [0])
    #expect(bucket.level.available == 6)
    bucket.complete(grants.permits[0], reply: ReplyLimits(remaining: 0, resetNanoseconds: 50))
    #expect(bucket.level.available == 0)
    #expect(bucket.level.free == 6)
    #expect(bucket.level.nextGrantIn == 50)
  }

  @Test func `without a limit all are granted at once, but holds are obeyed`() {
    let bucket = makeBucket(nil)
    for name in 0..<1000 { ask(bucket, name) }
    bucket.nudge()
    #expect(grants.names == Array(0..<1000))
    bucket.hold(forNanoseconds: 10)
    ask(bucket, 1000)
    bucket.nudge()
    #expect(grants.names.count == 1000)
    clock.advance(10)
    bucket.nudge()
    #expect(grants.names.count == 1001)
  }

  @Test func `acquire waits for its turn and ends at once when cancelled`() async throws {
    let bucket = makeBucket(1)
    let permit = try await bucket.acquire()
    let cancelled = Task { try await bucket.acquire() }
    while bucket.level.waiters < 1 { await Task.yield() }
    let waiting = Task { try await bucket.acquire() }
    while bucket.level.waiters < 2 { await Task.yield() }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(bucket.level.waiters == 1)
    bucket.giveBack(permit)
    bucket.giveBack(try await waiting.value)
    #expect(bucket.level.free == 1)
  }

  @Test func `a task that is cancelled already does not wait`() async {
    let bucket = makeBucket(1)
    ask(bucket, 0)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await bucket.acquire()
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(bucket.level.waiters == 0)
  }

  /// The clock goes on in sleep, timers do not: none may be set for the whole wait.
  @Test func `a wait that passed while the machine slept is noticed`() async throws {
    let bucket = makeBucket(1)
    let permit = try await bucket.acquire()
    bucket.complete(permit)
    async let next = bucket.acquire()
    while bucket.level.waiters < 1 { await Task.yield() }
    clock.advance(window)
    _ = try await next
    #expect(bucket.level.inFlight == 1)
  }

  @Test func `a bucket that is released while someone waits does no harm`() {
    for _ in 0..<1000 {
      let bucket = makeBucket(1)
      ask(bucket, 0)
      ask(bucket, 1)
      bucket.hold(forNanoseconds: 1)
    }
  }
}

/// The driver on the real clock, with windows of a millisecond.
@Suite(.timeLimit(.minutes(5))) struct TokenBucketRaceTests {
  @Test func `the timer lets tokens come back`() async throws {
    let bucket = TokenBucket(limit: RateLimit(requests: 3, window: 1_000_000))
    var permits: [Permit] = []
    for _ in 0..<30 {
      let permit = try await bucket.acquire()
      permits.append(permit)
      bucket.complete(permit)
    }
    for (earlier, later) in zip(permits, permits.dropFirst(3)) {
      #expect(later.grantedAt - earlier.grantedAt >= 1_000_000)
    }
  }

  @Test func `thousands of waits, cancelled at any moment, all end and leak nothing`() async {
    let bucket = TokenBucket(limit: RateLimit(requests: 40, window: 100_000))
    let served = Tally()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<5000 {
        let task = Task {
          guard let permit = try? await bucket.acquire() else { return }
          served.add(number)
          if number % 3 == 0 { bucket.giveBack(permit) } else { bucket.complete(permit) }
        }
        group.addTask {
          if number % 4 != 0 {
            for _ in 0..<(number % 50) { await Task.yield() }
            task.cancel()
          }
          await task.value
        }
      }
    }
    let counts = served.all
    #expect(counts.values.allSatisfy { $0 == 1 })
    #expect((0..<1250).allSatisfy { counts[$0 * 4] == 1 })
    #expect(bucket.level.waiters == 0)
    #expect(bucket.level.inFlight == 0)
  }

  @Test func `each call of the callback form comes once, or never after a cancel that said so`()
    async
  {
    let bucket = TokenBucket(limit: RateLimit(requests: 5, window: 50_000))
    let calls = Tally()
    let cancelled = Tally()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<2000 {
        group.addTask {
          let waiter = bucket.request { permit in
            calls.add(number)
            bucket.complete(permit)
          }
          if number % 2 == 0, bucket.cancel(waiter) {
            cancelled.add(number)
          }
        }
      }
    }
    while bucket.level.waiters + bucket.level.inFlight > 0 { await Task.yield() }
    let counts = calls.all
    let gone = cancelled.all
    for number in 0..<2000 {
      #expect(counts[number, default: 0] == 1 - gone[number, default: 0])
    }
  }
}
