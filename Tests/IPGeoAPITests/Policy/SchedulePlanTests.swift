import IPGeoCore
import IPGeoRateLimit
import Testing

@testable import IPGeoAPI

/// The arithmetic of requests and windows.
@Suite struct SchedulePlanTests {
  private static let second: Int64 = 1_000_000_000
  private let free = Schedule(IPAPIProvider.Configuration())

  @Test func `it is of the limits that are really kept`() {
    #expect(free.batchLimit?.requests == 15)
    #expect(free.singleLimit?.requests == 40)
    #expect(free.usesBatches)
    #expect(Schedule.batchSize == 100)
    var configuration = IPAPIProvider.Configuration()
    configuration.wantsReverse = true
    #expect(!Schedule(configuration).usesBatches)
    configuration.key = APIKey("k")
    #expect(Schedule(configuration).singleLimit == nil)
    #expect(IPAPIProvider(configuration).schedule == Schedule(configuration))
  }

  @Test(arguments: [
    (0, 0, 0, 0), (-5, 0, 0, 0), (1, 0, 1, 0), (3, 0, 3, 0), (4, 1, 0, 0), (100, 1, 0, 0),
    (101, 1, 1, 0), (104, 2, 0, 0), (203, 2, 3, 0), (1500, 15, 0, 0), (1501, 15, 1, 0),
    (1540, 15, 40, 0), (1541, 15, 41, 60), (1600, 16, 40, 60), (3080, 30, 80, 60),
    (4600, 45, 100, 120),
  ])
  func `with nothing used, bursts follow each other a window apart`(
    addresses: Int, batches: Int, singles: Int, seconds: Int64
  ) {
    let plan = free.plan(for: addresses)
    #expect(plan.batches == batches)
    #expect(plan.singles == singles)
    #expect(plan.nanoseconds == seconds * Self.second)
    #expect(free.requests(for: addresses) == batches + singles)
  }

  @Test func `what is used already is waited for`() {
    let used = Schedule.Standing(left: 0, returns: [41 * Self.second])
    // 40 go as look-ups now, the rest in a batch when the window is over.
    let plan = free.plan(for: 100, batch: used)
    #expect(plan == Schedule.Plan(batches: 1, singles: 40, nanoseconds: 41 * Self.second))
    // Both used up: nothing before the first of them is back.
    let both = free.plan(for: 100, batch: used, single: Schedule.Standing(left: 0))
    #expect(both == Schedule.Plan(batches: 1, singles: 0, nanoseconds: 41 * Self.second))
    // Each token by its own instant, where they are known.
    let staggered = Schedule.Standing(left: 13, returns: [5 * Self.second, 9 * Self.second])
    let late = free.plan(
      for: 1500, batch: staggered, single: Schedule.Standing(left: 0))
    #expect(late == Schedule.Plan(batches: 15, singles: 0, nanoseconds: 9 * Self.second))
    // Unknown ones are back after a window.
    let unknown = free.plan(
      for: 1500, batch: Schedule.Standing(left: 14), single: Schedule.Standing(left: 0))
    #expect(unknown.nanoseconds == 60 * Self.second)
  }

  @Test func `without a limit nothing but a hold is waited for`() {
    let open = Schedule(batchLimit: nil, singleLimit: nil)
    #expect(open.plan(for: 10_050) == Schedule.Plan(batches: 101, singles: 0, nanoseconds: 0))
    let held = Schedule.Standing(left: 0, returns: [7 * Self.second])
    let plan = open.plan(for: 1000, batch: held, single: held)
    #expect(plan == Schedule.Plan(batches: 10, singles: 0, nanoseconds: 7 * Self.second))
    let nothing = Schedule(
      batchLimit: RateLimit(requests: 1, window: 0), singleLimit: nil, usesBatches: true)
    #expect(nothing.plan(for: 1_000_000).batches == 10_000)
  }

  @Test func `reverse names take a look-up each`() {
    let schedule = Schedule(batchLimit: nil, singleLimit: free.singleLimit, usesBatches: false)
    let plan = schedule.plan(for: 100)
    #expect(plan == Schedule.Plan(batches: 0, singles: 100, nanoseconds: 120 * Self.second))
  }

  @Test func `whoever looks up by hand takes single look-ups, and all of them`() {
    var configuration = IPAPIProvider.Configuration()
    #expect(Schedule(configuration).singleLimit?.requests == 40)
    #expect(Schedule(configuration).usesBatches)
    configuration.leavesSingleLookUps = false
    #expect(Schedule(configuration).singleLimit?.requests == 45)
    configuration.usesBatches = false
    let plan = Schedule(configuration).plan(for: 45)
    #expect(plan == Schedule.Plan(batches: 0, singles: 45, nanoseconds: 0))
    configuration.usesBatches = true
    configuration.wantsReverse = true
    #expect(!Schedule(configuration).usesBatches)
    configuration.key = APIKey("k")
    #expect(Schedule(configuration).singleLimit == nil)
  }

  @Test func `numbers beyond all measure end, and do not overflow`() {
    let slow = Schedule(
      batchLimit: RateLimit(requests: 1, window: .max),
      singleLimit: RateLimit(requests: 1, window: .max))
    #expect(slow.plan(for: 1000).nanoseconds == .max)
    #expect(free.plan(for: 100_000_000).requests > 0)
    let open = Schedule(batchLimit: nil, singleLimit: nil)
    #expect(open.plan(for: .max).batches > 1 << 50)
    let odd = Schedule.Standing(left: .min, returns: [.min, .max, -1])
    #expect(free.plan(for: 300, batch: odd, single: odd).requests > 0)
  }

  @Test func `a balance and a reading are standings`() {
    let balance = TokenBalance(free: 0, grantable: 0, inFlight: 2, nextGrant: 50)
    #expect(Schedule.Standing(balance, now: 20) == Schedule.Standing(left: 0, returns: [30]))
    let open = TokenBalance(free: 6, grantable: 6, inFlight: 0, nextGrant: 20)
    #expect(Schedule.Standing(open, now: 20) == Schedule.Standing(left: 6))
    let level = Level(available: 0, free: 0, inFlight: 0, waiters: 1, nextGrantIn: 40)
    let reading = LimitGauge.Reading(level: level, asOf: 100)
    #expect(reading.requestsLeft == 0)
    #expect(reading.nextGrant == 140)
    #expect(Schedule.Standing(reading, now: 130) == Schedule.Standing(left: 0, returns: [10]))
    #expect(Schedule.Standing(reading, now: 140) == .full)
  }

  /// One token at a time, each with its own instant: slow, and plain to see.
  private func slowly(
    _ schedule: Schedule, _ addresses: Int, _ batch: [Int64], _ single: [Int64]
  ) -> Schedule.Plan {
    var plan = Schedule.Plan()
    var (batch, single, waiting, now) = (batch, single, addresses, Int64(0))
    let window = schedule.batchLimit?.window ?? 0
    while waiting > 0 {
      let freeBatch = batch.firstIndex { $0 <= now }
      let freeSingle = single.firstIndex { $0 <= now }
      if let freeBatch, waiting > 3 || freeSingle == nil {
        batch[freeBatch] = now + window
        waiting -= min(waiting, 100)
        plan.batches += 1
      } else if let freeSingle {
        single[freeSingle] = now + window
        waiting -= 1
        plan.singles += 1
      } else {
        now = (batch + single).filter { $0 > now }.min() ?? .max
      }
    }
    plan.nanoseconds = now
    return plan
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `counting tokens together changes nothing`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let window = Int64.random(in: 1...60, using: &random) * Self.second
    let schedule = Schedule(
      batchLimit: RateLimit(requests: Int.random(in: 1...20, using: &random), window: window),
      singleLimit: RateLimit(requests: Int.random(in: 1...45, using: &random), window: window))
    let standing = { (limit: RateLimit?) -> (Schedule.Standing, [Int64]) in
      let all = limit?.requests ?? 0
      let left = Int.random(in: 0...all, using: &random)
      let returns = (left..<all).map { _ in Int64.random(in: 1...window, using: &random) }
      return (
        Schedule.Standing(left: left, returns: returns),
        returns + Array(repeating: 0, count: left)
      )
    }
    let batch = standing(schedule.batchLimit)
    let single = standing(schedule.singleLimit)
    let count = Int.random(in: 0...4000, using: &random)
    #expect(
      schedule.plan(for: count, batch: batch.0, single: single.0)
        == slowly(schedule, count, batch.1, single.1))
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `a run sends what is planned, and takes what is planned and its replies' time`(
    seed: UInt64
  ) {
    var random = SplitMix(seed: seed)
    var setting = Simulation.Setting()
    setting.seed = seed
    setting.jobs = 64
    setting.latency = 2_000_000...2_000_000
    let count = Int.random(in: 1...6000, using: &random)
    var simulation = Simulation(setting)
    simulation.at(0) {
      $0.add(someQuestions(0..<count))
      $0.finish()
    }
    simulation.run()
    let plan = Schedule(
      batchLimit: setting.batchLimit, singleLimit: Settings.shareOfRun(setting.singleLimit)
    ).plan(for: count)
    #expect(simulation.requests.count { $0.endpoint == .batch } == plan.batches)
    #expect(simulation.requests.count { $0.endpoint == .single } == plan.singles)
    let last = simulation.requests.map(\.at).max() ?? 0
    let windows = plan.nanoseconds / (6 * Self.second)
    // Of each window two requests are waited for to find out, and a burst's own reply.
    #expect((plan.nanoseconds...(plan.nanoseconds + (windows + 1) * 10_000_000)).contains(last))
  }
}
