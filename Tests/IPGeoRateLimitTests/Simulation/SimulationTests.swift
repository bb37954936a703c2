import IPGeoRateLimit
import Testing

/// Ten thousand random schedules of one client that is alone with its server.
@Suite struct SimulationTests {
  @Test(arguments: 0..<10)
  func `no refusal, no overfull window, nothing late, everything in order`(part: UInt64) {
    for seed in (part * 1000)..<(part * 1000 + 1000) {
      let schedule = Schedule(seed: seed)
      let outcome = schedule.play()
      let server = outcome.server
      let grants = outcome.grants.compactMap(\.self)

      #expect(server.refusals == 0, "seed \(seed): 429")
      #expect(grants.count == schedule.requests.count, "seed \(seed): someone never came")
      #expect(outcome.order == Array(schedule.requests.indices), "seed \(seed): order")
      // The account of any server at all: no window of any position is overfull.
      let overfull = zip(server.arrivals, server.arrivals.dropFirst(schedule.limit))
        .contains { $1 - $0 < schedule.window }
      #expect(!overfull, "seed \(seed): overfull window")
      let late = zip(
        grants, schedule.latestGrants(addedByRounding: server.addedByRounding)
      ).contains { $0 > $1 }
      #expect(!late, "seed \(seed): late")
      if let first = grants.first {
        let burst = schedule.requests.prefix(schedule.limit).prefix { $0.demand == first }
        #expect(grants.prefix(burst.count).allSatisfy { $0 == first }, "seed \(seed): burst")
      }
    }
  }

  /// With no latency and a reset that is not rounded up, the schedule is the ideal one to the
  /// nanosecond: a burst, a window, a burst.
  @Test(arguments: SimulatedServer.Kind.allCases, SimulatedServer.Rounding.allCases)
  func `bursts follow each other a window apart`(
    kind: SimulatedServer.Kind, rounding: SimulatedServer.Rounding
  ) {
    var schedule = Schedule(seed: 1)
    schedule.limit = 15
    schedule.window = 60_000 * Schedule.millisecond
    schedule.server = SimulatedServer(
      kind: kind, rounding: rounding, limit: 15, window: schedule.window,
      phase: Schedule.start % schedule.window)
    schedule.requests = (0..<46).map { _ in
      Schedule.Request(demand: Schedule.start, wayThere: 0, wayBack: 0, fate: .answered)
    }
    let outcome = schedule.play()
    #expect(outcome.server.refusals == 0)
    #expect(
      outcome.grants == (0..<46).map { Schedule.start + Int64($0 / 15) * schedule.window })
  }

  /// Obeying a reset that is rounded up does not push bursts apart: the last request of a burst is
  /// told a whole window, so the next burst starts when the server has forgotten all of this one.
  @Test(arguments: [SimulatedServer.Kind.opened, .sliding], SimulatedServer.Rounding.allCases)
  func `three bursts, two windows, and their latencies: rounding adds nothing`(
    kind: SimulatedServer.Kind, rounding: SimulatedServer.Rounding
  ) {
    var random = SeededGenerator(seed: 4)
    for seed in 0..<100 as Range<UInt64> {
      var schedule = Schedule(seed: seed)
      schedule.limit = 15
      schedule.window = 6000 * Schedule.millisecond
      schedule.server = SimulatedServer(
        kind: kind, rounding: rounding, limit: 15, window: schedule.window, phase: 0)
      let slowest = 200 * Schedule.millisecond
      schedule.requests = (0..<45).map { _ in
        Schedule.Request(
          demand: Schedule.start, wayThere: Int64.random(in: 0...slowest, using: &random),
          wayBack: Int64.random(in: 0...slowest, using: &random), fate: .answered)
      }
      let outcome = schedule.play()
      #expect(outcome.server.refusals == 0)
      let last = outcome.grants.compactMap(\.self).max() ?? .max
      #expect(last - Schedule.start <= 2 * schedule.window + 4 * slowest)
    }
  }

  @Test func `ticks that come late, as after a sleep, let no burst over the limit through`() {
    var random = SeededGenerator(seed: 99)
    for seed in 20_000..<20_500 as Range<UInt64> {
      let schedule = Schedule(seed: seed)
      let longest = 3 * schedule.window
      let server = schedule.play(sleep: { Int64.random(in: 0...longest, using: &random) }).server
      #expect(server.refusals == 0, "seed \(seed): 429")
      let overfull = zip(server.arrivals, server.arrivals.dropFirst(schedule.limit))
        .contains { $1 - $0 < schedule.window }
      #expect(!overfull, "seed \(seed): overfull window")
    }
  }

  /// What it costs to return a token a window after the grant instead: the reason for the reply.
  @Test func `a server sees requests closer together than they were sent`() {
    var server = SimulatedServer(
      kind: .sliding, rounding: .up, limit: 1, window: 60, phase: 0)
    #expect(server.receive(at: 0 + 5) != nil)
    #expect(server.receive(at: 60 + 4) == nil)
    #expect(server.receive(at: 60 + 5) != nil)
  }
}
