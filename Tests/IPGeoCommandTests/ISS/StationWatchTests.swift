import IPGeoCore
import IPGeoISS
import Testing

@testable import IPGeoCommand

private let second: Int64 = 1_000_000_000

@Suite struct StationWatchTests {
  private let down = StationFault(.unreachable, "down")

  @Test func `asks at once, and then from one request to the next`() throws {
    var watch = StationWatch(every: 10 * second)
    #expect(watch.pause(now: 5) == 0)
    let asked = [5, 5, 100 * second].map { watch.begins(now: $0) }
    // One at a time.
    #expect(asked == [true, false, false] && watch.pause(now: 6) == nil)
    watch.take(.success(try report(1, 1).fix), now: 4 * second)
    #expect(watch.pause(now: 4 * second) == 6 * second + 5)
    let next = [10 * second, 10 * second + 5].map { watch.begins(now: $0) }
    #expect(next == [false, true])
    // A reply that took longer than the time between is followed at once.
    watch.take(.failure(down), now: 30 * second)
    let late = watch.begins(now: 30 * second)
    #expect(late)
    // And what a sleeping machine has missed is not made up for.
    watch.take(.failure(down), now: 3_000 * second)
    let woken = watch.begins(now: 3_000 * second)
    watch.take(.failure(down), now: 3_001 * second)
    let again = watch.begins(now: 3_001 * second)
    #expect(woken && !again)
  }

  @Test func `a failure leaves the position, and the next success ends it`() throws {
    var watch = StationWatch(every: second)
    let first = try report(1, 1, 100).fix
    watch.take(.success(first), now: 0)
    watch.take(.failure(down), now: 1)
    #expect(watch.fix == first && watch.fault == down)
    let second = try report(2, 2, 110).fix
    watch.take(.success(second), now: 2)
    #expect(watch.fix == second && watch.fault == nil && watch.track.ways.map(\.count) == [2])
  }

  @Test func `a frozen position stays one point`() throws {
    var watch = StationWatch(every: second)
    for now in 0..<5 { watch.take(.success(try report(1, 1, 100).fix), now: Int64(now)) }
    #expect(watch.track.count == 1)
  }

  @Test func `a service that wants to be left alone is`() {
    var watch = StationWatch(every: 10 * second)
    _ = watch.begins(now: 0)
    watch.take(.failure(StationFault(.status(429), "", retryAfterSeconds: 60)), now: second)
    let asked = [60 * second, 61 * second].map { watch.begins(now: $0) }
    #expect(asked == [false, true])
    watch.take(.failure(StationFault(.status(429), "", retryAfterSeconds: 0)), now: 62 * second)
    #expect(watch.pause(now: 62 * second) == 9 * second)
  }
}
