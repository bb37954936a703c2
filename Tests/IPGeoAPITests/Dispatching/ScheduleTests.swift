import IPGeoCore
import IPGeoRateLimit
import Testing

@testable import IPGeoAPI

/// Whole runs in virtual time.
@Suite struct ScheduleTests {
  private static let second: Int64 = 1_000_000_000

  private func run(_ count: Int, _ setting: Simulation.Setting) -> Simulation {
    var simulation = Simulation(setting)
    simulation.at(0) {
      $0.add(someQuestions(0..<count))
      $0.finish()
    }
    simulation.run()
    return simulation
  }

  private func expectWhole(_ simulation: Simulation, _ count: Int) {
    #expect(simulation.hasFinished)
    #expect(simulation.answers.count == count)
    #expect(simulation.answers.values.allSatisfy { $0.count == 1 })
    #expect(simulation.overlaps == 0)
  }

  private func located(_ simulation: Simulation) -> Int {
    simulation.answers.values.count { $0.first?.status == .located }
  }

  @Test(arguments: [Simulation.WindowKind.fixed, .sliding], [1, 2, 3, 4, 5] as [UInt64])
  func `4,600 addresses take three windows, without a refusal`(
    kind: Simulation.WindowKind, seed: UInt64
  ) {
    var setting = Simulation.Setting()
    setting.serverKind = kind
    setting.seed = seed
    let simulation = run(4600, setting)
    expectWhole(simulation, 4600)
    #expect(located(simulation) == 4600)
    #expect(simulation.refusals == 0)
    #expect(simulation.ended >= 12 * Self.second)
    // The schedule itself, three round trips, and the look-ups of the last window.
    #expect(simulation.ended < 12 * Self.second + 600_000_000, "\(simulation.ended)")
    let batches = simulation.requests.filter { $0.endpoint == .batch }
    #expect(batches.count == 45)
    #expect(batches.allSatisfy { $0.size == 100 })
    #expect(simulation.requests.count { $0.endpoint == .single } == 100)
  }

  @Test func `a burst is 15 full batches and 40 look-ups, and five stay free`() {
    var simulation = Simulation(Simulation.Setting())
    simulation.at(0) {
      $0.add(someQuestions(0..<2000)); $0.finish()
    }
    simulation.run()
    let first = simulation.requests.filter { $0.at < 5 * Self.second }
    #expect(first.count { $0.endpoint == .batch && $0.size == 100 } == 15)
    #expect(first.count { $0.endpoint == .single } == 40)
    #expect(simulation.ended < 7 * Self.second)
  }

  @Test func `the first request to an endpoint finds out how its limit stands`() {
    var setting = Simulation.Setting()
    setting.latency = 20_000_000...20_000_000
    let simulation = run(2000, setting)
    for endpoint in [Endpoint.batch, .single] {
      let instants = simulation.requests.filter { $0.endpoint == endpoint }.map(\.at)
      #expect(instants.count { $0 == instants[0] } == 1)
      // Then the burst, as soon as its reply is there.
      #expect(instants.count { $0 > instants[0] && $0 <= instants[0] + 40_000_000 } >= 14)
    }
  }

  @Test func `a window that somebody else has used up costs one refusal, and one after each hold`()
  {
    var setting = Simulation.Setting()
    setting.serverBatchLimit = RateLimit(requests: 15, window: 6_000_000_000)
    setting.fault = { job, _ in job.sequence <= 2 ? .limited(reset: 3_000_000_000) : nil }
    let simulation = run(1500, setting)
    expectWhole(simulation, 1500)
    #expect(located(simulation) == 1500)
    let early = simulation.requests.filter { $0.at < 5 * Self.second }
    #expect(early.count == 2)
  }

  @Test func `after a refusal within a run one request to each endpoint goes alone`() {
    var setting = Simulation.Setting()
    setting.latency = 20_000_000...20_000_000
    setting.fault = { job, _ in job.sequence == 5 ? .limited(reset: 1_000_000_000) : nil }
    let simulation = run(3000, setting)
    expectWhole(simulation, 3000)
    #expect(located(simulation) == 3000)
    for endpoint in [Endpoint.batch, .single] {
      let after = simulation.requests.filter { $0.endpoint == endpoint && $0.at >= Self.second }
      #expect(after.count { $0.at < after[0].at + 20_000_000 } == 1)
      #expect(after.count > 1)
    }
  }

  @Test func `the wait is told once, with its length`() {
    let simulation = run(1600, Simulation.Setting())
    var waits = 0
    for case .waiting(let milliseconds, let cause) in simulation.events {
      waits += 1
      #expect(cause == .limit)
      #expect((5900...6100).contains(milliseconds))
    }
    #expect(waits == 1)
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `no run of any size meets a refusal or outstays its schedule`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var setting = Simulation.Setting()
    setting.seed = seed
    setting.serverKind = Bool.random(using: &random) ? .fixed : .sliding
    setting.latency = 1_000_000...Int64.random(in: 1_000_000...60_000_000, using: &random)
    setting.jobs = Int.random(in: 4...32, using: &random)
    let count = Int.random(in: 1...6000, using: &random)
    let simulation = run(count, setting)
    expectWhole(simulation, count)
    #expect(simulation.refusals == 0)
    let windows = Int64((count - 1) / 1540)
    #expect(simulation.ended < windows * (6 * Self.second + 300_000_000) + 2 * Self.second)
  }

  @Test func `a service stricter than our limit is told as a hold, and obeyed`() {
    var setting = Simulation.Setting()
    setting.serverBatchLimit = RateLimit(requests: 2, window: 6_000_000_000)
    setting.singleLimit = RateLimit(requests: 1, window: 60_000_000_000)
    setting.jobs = 1
    let simulation = run(500, setting)
    expectWhole(simulation, 500)
    #expect(simulation.refusals == 0)
    let holds = simulation.events.filter {
      if case .waiting(_, .hold) = $0 { true } else { false }
    }
    #expect(holds.count == 2)
  }

  @Test func `without a limit nothing but batches goes out`() {
    var setting = Simulation.Setting()
    setting.batchLimit = nil
    setting.singleLimit = nil
    let simulation = run(10_050, setting)
    expectWhole(simulation, 10_050)
    #expect(simulation.requests.allSatisfy { $0.endpoint == .batch })
    #expect(simulation.requests.count == 101)
  }

  @Test func `no more requests are under way than there are jobs`() {
    var setting = Simulation.Setting()
    setting.batchLimit = nil
    setting.jobs = 3
    setting.latency = 10_000_000...10_000_000
    let simulation = run(1200, setting)
    expectWhole(simulation, 1200)
    let instants = Set(simulation.requests.map(\.at))
    for instant in instants {
      #expect(simulation.requests.count { $0.at == instant } <= 3)
    }
    #expect(simulation.ended == 40_000_000)
  }

  @Test func `no address means no request`() {
    let simulation = run(0, Simulation.Setting())
    #expect(simulation.hasFinished)
    #expect(simulation.requests.isEmpty)
    #expect(simulation.events.isEmpty)
  }

  @Test(arguments: [(1, 0, 1), (3, 0, 3), (4, 1, 0), (100, 1, 0), (101, 1, 1), (250, 3, 0)])
  func `few addresses go as look-ups, more as a batch`(
    count: Int, batches: Int, singles: Int
  ) {
    let simulation = run(count, Simulation.Setting())
    expectWhole(simulation, count)
    #expect(simulation.requests.count { $0.endpoint == .batch } == batches)
    #expect(simulation.requests.count { $0.endpoint == .single } == singles)
  }

  @Test func `a part-filled batch waits for its release`() {
    var simulation = Simulation(Simulation.Setting())
    simulation.at(0) { $0.add(someQuestions(0..<50)) }
    simulation.at(Self.second) { $0.add(someQuestions(50..<99)) }
    simulation.at(2 * Self.second) { $0.release() }
    simulation.at(3 * Self.second) { $0.finish() }
    simulation.run()
    expectWhole(simulation, 99)
    #expect(simulation.requests.map(\.size) == [99])
    #expect(simulation.requests.map(\.at) == [2 * Self.second])
  }

  @Test func `a full batch waits for nothing`() {
    var simulation = Simulation(Simulation.Setting())
    simulation.at(0) { $0.add(someQuestions(0..<130)) }
    simulation.at(Self.second) { $0.finish() }
    simulation.run()
    expectWhole(simulation, 130)
    #expect(simulation.requests.map(\.size) == [100, 30])
    #expect(simulation.requests.map(\.at) == [0, Self.second])
  }

  @Test func `a slow pipe uses look-ups before it burns batches`() {
    var simulation = Simulation(Simulation.Setting())
    for index in 0..<55 {
      simulation.at(Int64(index) * 50_000_000) {
        $0.add(someQuestions(index..<(index + 1)))
        $0.release()
      }
    }
    simulation.at(4 * Self.second) { $0.finish() }
    simulation.run()
    expectWhole(simulation, 55)
    #expect(simulation.requests.count { $0.endpoint == .single } == 40)
    #expect(simulation.requests.count { $0.endpoint == .batch } == 15)
    #expect(simulation.refusals == 0)
  }

  @Test func `reverse names are asked for by look-ups alone`() {
    var setting = Simulation.Setting()
    setting.rules.usesBatch = false
    let simulation = run(100, setting)
    expectWhole(simulation, 100)
    #expect(simulation.requests.allSatisfy { $0.endpoint == .single && $0.size == 1 })
    #expect(simulation.ended < 13 * Self.second)
  }

  @Test func `closing ends the asking, and what is out finishes`() {
    var simulation = Simulation(Simulation.Setting())
    simulation.at(0) { $0.add(someQuestions(0..<4000)) }
    simulation.at(Self.second) { $0.close(with: Failure(.budget, message: "over")) }
    simulation.at(2 * Self.second) {
      $0.add(someQuestions(4000..<4010))
      $0.finish()
    }
    simulation.run()
    expectWhole(simulation, 4010)
    #expect(located(simulation) == 1540)
    #expect(simulation.ended < 10 * Self.second)
    for case .failed(let failure)? in simulation.answers.values.map(\.first) {
      #expect(failure.reason == .budget)
      #expect(!failure.wasAsked)
    }
  }

  @Test func `one 429 puts the batch back and holds both ways of asking`() {
    var setting = Simulation.Setting()
    setting.sendsLimits = false
    setting.fault = { job, _ in job.sequence == 1 ? .limited(reset: 3_000_000_000) : nil }
    setting.jobs = 1
    let simulation = run(200, setting)
    expectWhole(simulation, 200)
    #expect(located(simulation) == 200)
    #expect(simulation.requests.count == 3)
    #expect(simulation.requests[1].at >= 3 * Self.second)
    #expect(simulation.events.contains { if case .waiting(_, .hold) = $0 { true } else { false } })
    #expect(simulation.requests.allSatisfy { $0.size == 100 })
  }

  @Test func `six holds in a row stop the run`() {
    var setting = Simulation.Setting()
    setting.fault = { _, _ in .limited(reset: 0) }
    let simulation = run(500, setting)
    expectWhole(simulation, 500)
    #expect(simulation.dispatcher.stop?.reason == .rateLimited)
    let asked = simulation.answers.values.compactMap { outcomes -> Failure? in
      if case .failed(let failure)? = outcomes.first { failure } else { nil }
    }
    #expect(asked.allSatisfy { $0.reason == .rateLimited && $0.attempts == 0 })
    #expect(asked.contains { $0.wasAsked })
  }

  @Test func `a dead service is asked little and left soon`() {
    var setting = Simulation.Setting()
    setting.fault = { _, _ in .failed(.unreachable) }
    let simulation = run(5000, setting)
    expectWhole(simulation, 5000)
    #expect(simulation.dispatcher.stop?.reason == .unreachable)
    // Nobody has answered yet, so that one request at a time finds out.
    #expect(simulation.requests.count == 5)
    #expect(simulation.ended < 7 * Self.second)
  }

  @Test func `a short outage with many requests under way costs no address`() {
    var setting = Simulation.Setting()
    setting.fault = { job, _ in (2...14).contains(job.sequence) ? .failed(.unreachable) : nil }
    let simulation = run(1200, setting)
    expectWhole(simulation, 1200)
    #expect(located(simulation) == 1200)
  }

  @Test func `missing elements are asked again together, once`() {
    var setting = Simulation.Setting()
    setting.fault = { job, _ in job.endpoint == .batch ? .missing(1) : nil }
    let simulation = run(1000, setting)
    expectWhole(simulation, 1000)
    #expect(located(simulation) >= 996)
    #expect(simulation.requests.count <= 21)
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `every question is delivered once, whatever happens`(seed: UInt64) {
    var setting = Simulation.Setting()
    setting.seed = seed
    setting.jobs = Int(seed % 5) * 5 + 1
    setting.rules.usesBatch = seed % 7 != 0
    if seed % 3 == 0 { (setting.batchLimit, setting.singleLimit) = (nil, nil) }
    let causes: [Cause] = [
      .unreachable, .deadline, .badReply, .serverError(retryAfter: nil), .clientError,
      .redirected, .unprocessable, .serverError(retryAfter: 2_000_000_000),
    ]
    let rare: [Cause] = [.refused, .unable, .serverError(retryAfter: 900_000_000_000)]
    setting.fault = { _, random in
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<30: .failed(causes[Int.random(in: 0..<causes.count, using: &random)])
      case 30..<40: .missing(Int.random(in: 0...5, using: &random))
      case 40..<45: .limited(reset: [nil, 0, 1_000_000_000][Int.random(in: 0..<3, using: &random)])
      case 45 where seed % 4 == 0: .failed(rare[Int.random(in: 0..<3, using: &random)])
      default: nil
      }
    }
    var simulation = Simulation(setting)
    var random = SplitMix(seed: seed &* 31)
    var tag = 0
    for _ in 0..<40 {
      let more = Int.random(in: 0...150, using: &random)
      let at = Int64.random(in: 0...20, using: &random) * Self.second / 2
      let range = tag..<(tag + more)
      let isReleased = Bool.random(using: &random)
      simulation.at(at) {
        $0.add(someQuestions(range))
        if isReleased { $0.release() }
      }
      tag += more
    }
    if seed % 5 == 0 {
      simulation.at(8 * Self.second) { $0.close(with: Failure(.interrupted, message: "signal")) }
    }
    simulation.at(11 * Self.second) { $0.finish() }
    simulation.run()
    expectWhole(simulation, tag)
  }
}

extension Simulation {
  /// When the run was over.
  fileprivate var ended: Int64 { finishedAt ?? .max }
}
