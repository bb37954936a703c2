import Foundation
import Synchronization
import Testing

@testable import IPGeoCommand

private let second: Int64 = 1_000_000_000

/// Two clocks that the test sets.
private final class Clocks: Sendable {
  let wall = Atomic<Int64>(0)
  let boot = Atomic<Int64>(0)

  func watch(
    _ deadline: RunDeadline, _ onEnd: @escaping @Sendable (RunDeadline.Reason) -> Void
  ) -> DeadlineWatch {
    DeadlineWatch(
      deadline, wallSeconds: { self.wall.load(ordering: .relaxed) },
      bootNanoseconds: { self.boot.load(ordering: .relaxed) }, onEnd: onEnd)
  }
}

private func deadline(maxTime: Int64? = nil, until: TimeOfDay? = nil) -> RunDeadline {
  RunDeadline(
    wallSeconds: 0, bootNanoseconds: 0, maxTime: maxTime, until: until,
    clock: LocalClock { _ in 0 })
}

@Suite struct DeadlineWatchTests {
  @Test func `a deadline that has come is told before anything else`() throws {
    let calls = Mutex<[RunDeadline.Reason]>([])
    let noon = try TimeOfDay(parsing: "12:01")
    let watch = Clocks().watch(deadline(until: noon)) { reason in
      calls.withLock { $0.append(reason) }
    }
    #expect(calls.withLock { $0 } == [.untilHasPassed(noon)])
    watch.stop()
    #expect(calls.withLock { $0.count } == 1)
  }

  @Test(arguments: [true, false])
  func `notices either clock, and calls once`(isWall: Bool) async throws {
    let clocks = Clocks()
    let six = try TimeOfDay(parsing: "06:00")
    let calls = AsyncStream<RunDeadline.Reason>.makeStream()
    let looks = AsyncStream<Void>.makeStream()
    let watch = DeadlineWatch(
      deadline(maxTime: 9 * second, until: six),
      wallSeconds: {
        looks.continuation.yield()
        return clocks.wall.load(ordering: .relaxed)
      },
      bootNanoseconds: { clocks.boot.load(ordering: .relaxed) },
      onEnd: { calls.continuation.yield($0) })
    var turns = looks.stream.makeAsyncIterator()
    // The look at the start, and one by the timer, find nothing.
    for _ in 0..<2 { await turns.next() }
    if isWall {
      clocks.wall.store(6 * 3600, ordering: .relaxed)
    } else {
      clocks.boot.store(9 * second, ordering: .relaxed)
    }
    var reasons = calls.stream.makeAsyncIterator()
    #expect(await reasons.next() == (isWall ? .untilHasCome(six) : .maxTimeIsUsedUp(9 * second)))
    watch.stop()
    calls.continuation.finish()
    #expect(await reasons.next() == nil)
  }

  /// Returns when the timer of another watch has gone off a few times: by then that of one which was
  /// started before would have, too.
  private func letTimersGoOff() async {
    let looks = AsyncStream<Void>.makeStream()
    let watch = DeadlineWatch(
      deadline(maxTime: second),
      wallSeconds: {
        looks.continuation.yield()
        return 0
      }, bootNanoseconds: { 0 }, onEnd: { _ in })
    var turns = looks.stream.makeAsyncIterator()
    for _ in 0..<4 { await turns.next() }
    watch.stop()
  }

  @Test func `stopped, it says nothing more`() async {
    let clocks = Clocks()
    let calls = Atomic(0)
    let watch = clocks.watch(deadline(maxTime: second)) { _ in
      calls.add(1, ordering: .relaxed)
    }
    watch.stop()
    clocks.boot.store(.max, ordering: .relaxed)
    await letTimersGoOff()
    #expect(calls.load(ordering: .relaxed) == 0)
  }

  @Test func `without limits it asks no clock twice`() async {
    let looks = Atomic<Int64>(0)
    let watch = DeadlineWatch(
      deadline(), wallSeconds: { looks.add(1, ordering: .relaxed).newValue },
      bootNanoseconds: { 0 }, onEnd: { _ in })
    await letTimersGoOff()
    #expect(looks.load(ordering: .relaxed) <= 1)
    watch.stop()
  }
}
