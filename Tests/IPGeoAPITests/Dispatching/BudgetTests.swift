import IPGeoCore
import IPGeoRateLimit
import Testing

@testable import IPGeoAPI

/// Runs that may send so many requests and no more.
@Suite struct BudgetTests {
  private func run(
    _ count: Int, budget: Int, message: String? = nil,
    _ change: (inout Simulation.Setting) -> Void = { _ in }
  ) -> Simulation {
    var setting = Simulation.Setting()
    setting.rules.budget = RequestBudget(requests: budget, message: message)
    change(&setting)
    var simulation = Simulation(setting)
    simulation.at(0) {
      $0.add(someQuestions(0..<count))
      $0.finish()
    }
    simulation.run()
    return simulation
  }

  private func failures(_ simulation: Simulation) -> [Failure] {
    simulation.answers.values.compactMap { outcomes in
      if case .failed(let failure)? = outcomes.first { failure } else { nil }
    }
  }

  private func expectWhole(_ simulation: Simulation, _ count: Int) {
    #expect(simulation.hasFinished)
    #expect(simulation.answers.count == count)
    #expect(simulation.answers.values.allSatisfy { $0.count == 1 })
    // A budget is no stop.
    #expect(simulation.dispatcher.stop == nil)
  }

  @Test(arguments: [(450, 3, 300), (450, 5, 450), (450, 1, 100), (450, 0, 0), (450, -1, 0)])
  func `so many requests are sent, and the rest is left`(
    count: Int, budget: Int, located: Int
  ) {
    let simulation = run(count, budget: budget)
    expectWhole(simulation, count)
    #expect(simulation.requests.count == max(0, budget))
    let failures = failures(simulation)
    #expect(failures.count == count - located)
    #expect(failures.allSatisfy { $0.reason == .budget && !$0.wasAsked && $0.attempts == 0 })
  }

  @Test func `what is asked again counts, and keeps what befell it`() {
    let simulation = run(200, budget: 3) {
      $0.jobs = 1
      $0.fault = { _, _ in .failed(.unreachable) }
    }
    expectWhole(simulation, 200)
    #expect(simulation.requests.count == 3)
    let failures = failures(simulation)
    #expect(failures.allSatisfy { $0.reason == .budget && $0.isRetryable })
    // Whoever was put back goes first.
    #expect(failures.count { $0.wasAsked && $0.attempts == 3 } == 100)
    #expect(failures.count { !$0.wasAsked && $0.attempts == 0 } == 100)
  }

  @Test func `what comes later is left, too, and requests under way finish`() {
    var setting = Simulation.Setting()
    setting.rules.budget = RequestBudget(requests: 2, message: nil)
    var simulation = Simulation(setting)
    simulation.at(0) { $0.add(someQuestions(0..<200)) }
    simulation.at(1_000_000_000) { $0.add(someQuestions(200..<250)) }
    simulation.at(2_000_000_000) { $0.finish() }
    simulation.run()
    expectWhole(simulation, 250)
    #expect(simulation.answers.values.count { $0.first?.status == .located } == 200)
    #expect(failures(simulation).count == 50)
  }

  @Test(arguments: [(1500, 15), (1503, 16), (2000, 20), (3, 1), (2, 1), (203, 3)])
  func `as many as batches are needed suffice`(count: Int, budget: Int) {
    let simulation = run(count, budget: budget)
    expectWhole(simulation, count)
    #expect(failures(simulation).isEmpty)
    #expect(simulation.requests.count == budget)
  }

  @Test func `where requests are short none goes on a single address`() {
    let short = run(4000, budget: 20)
    expectWhole(short, 4000)
    #expect(short.requests.allSatisfy { $0.endpoint == .batch })
    #expect(failures(short).count == 2000)
    // With enough of them nothing changes.
    let enough = run(1540, budget: 55)
    #expect(enough.requests.count { $0.endpoint == .single } == 40)
    #expect(failures(enough).isEmpty)
  }

  @Test func `reverse names are look-ups, so many as are allowed`() {
    let simulation = run(20, budget: 7) { $0.rules.usesBatch = false }
    expectWhole(simulation, 20)
    #expect(simulation.requests.count == 7)
    #expect(failures(simulation).count == 13)
  }

  @Test func `the message is the asker's, or plain`() {
    #expect(failures(run(5, budget: 0, message: "told"))[0].message == "told")
    #expect(
      failures(run(500, budget: 2))[0].message == "the run's budget of 2 requests is used up")
    #expect(failures(run(500, budget: 1))[0].message == "the run's budget of 1 request is used up")
    #expect(failures(run(500, budget: 0))[0].message == "the run's budget allows no request")
  }

  @Test func `the provider keeps to it, and has finished`() async throws {
    var configuration = openConfiguration()
    configuration.maximumRequests = 4
    configuration.budgetMessage = "--max-requests 4 is used up"
    let run = try await ask(1000, configuration) { $0.goodReply }
    #expect(run.isWhole)
    #expect(run.end == .finished)
    #expect(run.requests.count == 4)
    #expect(run.located == 400)
    #expect(Set(run.sink.failures.map(\.message)) == ["--max-requests 4 is used up"])
    configuration.maximumRequests = 0
    let none = try await ask(10, configuration) { $0.goodReply }
    #expect(none.isWhole)
    #expect(none.requests.isEmpty)
    #expect(none.end == .finished)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `no budget is ever overdrawn, and every question is delivered once`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let count = Int.random(in: 1...3000, using: &random)
    let budget = Int.random(in: 0...60, using: &random)
    let simulation = run(count, budget: budget) {
      $0.seed = seed
      $0.jobs = Int(seed % 20) + 1
      $0.fault = { _, random in
        switch Int.random(in: 0..<20, using: &random) {
        case 0: .failed(.unreachable)
        case 1: .missing(3)
        case 2: .failed(.unprocessable)
        case 3: .limited(reset: 1_000_000_000)
        default: nil
        }
      }
    }
    #expect(simulation.hasFinished)
    #expect(simulation.answers.count == count)
    #expect(simulation.answers.values.allSatisfy { $0.count == 1 })
    #expect(simulation.requests.count <= budget)
  }
}
