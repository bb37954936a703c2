import Foundation
import IPGeoAddresses
import IPGeoCore
import IPGeoEnrichment
import Synchronization
import Testing

/// Answers in memory, as a store holds them.
private final class TestMemory: AnswerMemory {
  private struct State {
    var young: [IPAddress: (Outcome, Int64)] = [:]
    var old: [IPAddress: (Outcome, Int64)] = [:]
    var kept: [AskedAnswer] = []
    var lookedUp: [Int] = []
  }

  let givesStale: Bool
  private let state = Mutex(State())

  init(givesStale: Bool = false) { self.givesStale = givesStale }

  func know(_ address: String, _ outcome: Outcome, isOld: Bool = false) throws {
    let address = try #require(IPAddress(address))
    state.withLock {
      if isOld { $0.old[address] = (outcome, 7) } else { $0.young[address] = (outcome, 9) }
    }
  }

  var kept: [AskedAnswer] { state.withLock { $0.kept } }
  var lookedUp: [Int] { state.withLock { $0.lookedUp } }

  func known(among addresses: [IPAddress], each: (Int, Outcome, Int64) -> Void) {
    let known = state.withLock { state in
      state.lookedUp.append(addresses.count)
      return state.young
    }
    for (place, address) in addresses.enumerated() {
      if let (outcome, askedAt) = known[address] { each(place, outcome, askedAt) }
    }
  }

  func stale(among addresses: [IPAddress], each: (Int, Outcome, Int64) -> Void) {
    let known = state.withLock { $0.old }
    for (place, address) in addresses.enumerated() {
      if let (outcome, askedAt) = known[address] { each(place, outcome, askedAt) }
    }
  }

  func keep(_ answers: [AskedAnswer]) { state.withLock { $0.kept += answers } }
}

private func city(_ name: String) -> Outcome {
  var location = Location()
  location.city = name
  return .located(location)
}

/// Takes its time for a look-up, until its owner's provider has long ended.
private final class LateMemory: AnswerMemory {
  let givesStale = false
  let providerEnded = DispatchSemaphore(value: 0)
  let lookedUp = Counter()

  func known(among addresses: [IPAddress], each: (Int, Outcome, Int64) -> Void) {
    if lookedUp.value == 0 {
      providerEnded.wait()
      for _ in 0..<10_000 { sched_yield() }
    }
    lookedUp.add()
  }

  func stale(among addresses: [IPAddress], each: (Int, Outcome, Int64) -> Void) {}
  func keep(_ answers: [AskedAnswer]) {}
}

/// Asks nothing.
private struct EndedProvider: Provider {
  let source = "ended"
  let ended: DispatchSemaphore

  func answer(_ questions: QuestionQueue, to sink: any AnswerSink) async -> ProviderEnd {
    ended.signal()
    return .finished
  }
}

@Suite struct MemoryRunTests {
  @Test func `a run is over when nothing is looked up any more`() async throws {
    let memory = LateMemory()
    let lines = (0..<200).map { "9.9.1.\($0)" }
    let run = try await Runs.run(lines, EndedProvider(ended: memory.providerEnded), memory: memory)
    // Whoever owns the memory may close it now.
    #expect(memory.lookedUp.value == 1)
    #expect(run.report.counts.failed == 200 && run.report.counts.sumsHold)
  }

  @Test func `what is known is not asked, and what was asked is kept`() async throws {
    let memory = TestMemory()
    try memory.know("8.8.8.8", city("old town"))
    try memory.know("9.9.9.9", .unknown(.noData))
    let provider = ScriptedProvider { .located($0) }
    let run = try await Runs.run(
      ["8.8.8.8", "1.1.1.1", "10.0.0.1", "9.9.9.9", "8.8.8.8", "x"], provider, memory: memory)
    #expect(
      run.rows == [
        "8.8.8.8,located,,old town", "1.1.1.1,located,,city of 1.1.1.1",
        "10.0.0.1,special,private-use,", "9.9.9.9,unknown,no-data,", "8.8.8.8,located,,old town",
        "x,invalid,not-an-address,",
      ])
    #expect(provider.asked.values.map(\.description) == ["1.1.1.1"])
    #expect(memory.kept.map(\.address.description) == ["1.1.1.1"])
    #expect(memory.kept.map(\.askedAt) == [1])
    let counts = run.report.counts
    #expect(counts.known == 2 && counts.asked == 1 && counts.local == 1 && counts.unasked == 0)
    #expect(counts.sumsHold)
  }

  @Test func `only located and unknown answers are kept`() async throws {
    let memory = TestMemory()
    let provider = ScriptedProvider { address in
      switch address.description {
      case "1.1.1.1": .unknown(.serviceReserved)
      case "2.2.2.2": .failed(Failure(.timeout, message: "late", wasAsked: true))
      default: .located(address)
      }
    }
    _ = try await Runs.run(["1.1.1.1", "2.2.2.2", "3.3.3.3"], provider, memory: memory)
    #expect(memory.kept.map(\.address.description).sorted() == ["1.1.1.1", "3.3.3.3"])
  }

  @Test func `an old answer stands in for one that could not be had`() async throws {
    let memory = TestMemory(givesStale: true)
    try memory.know("1.1.1.1", city("old town"), isOld: true)
    let provider = ScriptedProvider { _ in
      .failed(Failure(.unreachable, message: "gone", wasAsked: true))
    }
    let run = try await Runs.run(["1.1.1.1", "2.2.2.2"], provider, memory: memory)
    #expect(run.rows == ["1.1.1.1,located,,old town", "2.2.2.2,failed,unreachable,"])
    #expect(run.report.counts.known == 1 && run.report.counts.asked == 1)
    #expect(run.report.counts.sumsHold)
    #expect(run.failures.count == 1)
    #expect(memory.kept.isEmpty)
  }

  @Test func `without the wish for old answers none is given`() async throws {
    let memory = TestMemory(givesStale: false)
    try memory.know("1.1.1.1", city("old town"), isOld: true)
    let provider = ScriptedProvider { _ in
      .failed(Failure(.unreachable, message: "gone", wasAsked: true))
    }
    let run = try await Runs.run(["1.1.1.1"], provider, memory: memory)
    #expect(run.rows == ["1.1.1.1,failed,unreachable,"])
  }

  @Test func `a chunk of many addresses is looked up slice by slice`() async throws {
    let memory = TestMemory()
    let lines = (0..<10_000).map { "9.\($0 / 250 / 250).\($0 / 250 % 250).\($0 % 250)" }
    for line in lines where line.hasSuffix("7") { try memory.know(line, city("c")) }
    let run = try await Runs.run(lines, ScriptedProvider { .located($0) }, memory: memory)
    #expect(memory.lookedUp.reduce(0, +) == 10_000)
    #expect(memory.lookedUp.max().map { $0 <= 2048 } == true)
    #expect(run.report.counts.known == lines.count { $0.hasSuffix("7") })
    #expect(run.report.counts.sumsHold && run.rows.count == 10_000)
  }

  @Test(arguments: [
    RowSelection.distinct(byHits: false, top: nil), .distinct(byHits: true, top: 2),
  ])
  func `rows of distinct addresses know, too`(selection: RowSelection) async throws {
    let memory = TestMemory()
    try memory.know("8.8.8.8", city("old town"))
    try memory.know("7.7.7.7", city("unseen"))
    let provider = ScriptedProvider { .located($0) }
    let run = try await Runs.run(
      ["8.8.8.8", "1.1.1.1", "1.1.1.1", "8.8.8.8", "7.7.7.7"], provider, memory: memory
    ) { $0.selection = selection }
    #expect(run.rows.contains("8.8.8.8,located,,old town"))
    #expect(provider.asked.values.map(\.description) == ["1.1.1.1"])
    #expect(run.report.counts.sumsHold)
  }
}
