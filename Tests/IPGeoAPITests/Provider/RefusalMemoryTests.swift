import IPGeoCore
import IPGeoRateLimit
import Synchronization
import Testing

@testable import IPGeoAPI

/// A memory that a test looks into.
private final class Memory: RefusalMemory {
  struct State {
    var remaining: Int64?
    var looks = 0
    var calls: [String] = []
  }

  private let state: Mutex<State>

  init(remaining: Int64? = nil) { state = Mutex(State(remaining: remaining)) }

  var seen: State { state.withLock { $0 } }

  func set(_ remaining: Int64?) { state.withLock { $0.remaining = remaining } }

  func standing() -> Int64? {
    state.withLock {
      $0.looks += 1
      return $0.remaining
    }
  }

  func refused() -> Int64 {
    state.withLock {
      $0.calls.append("refused")
      $0.remaining = 3600 * second
      return 3600 * second
    }
  }

  func succeeded() { state.withLock { $0.calls.append("succeeded") } }
}

private let second: Int64 = 1_000_000_000

@Suite struct RefusalMemoryTests {
  private func ask(
    _ count: Int, _ memory: Memory,
    _ change: (inout IPAPIProvider.Configuration) -> Void = { _ in },
    ledger: IPAPIProvider.LedgerMaker = { _, limit in MemoryLedger(limit: limit) },
    _ script: @escaping ScriptedTransport.Script
  ) async throws -> Run {
    var configuration = openConfiguration()
    configuration.baseURL = try ServiceURL("http://127.0.0.1:8080")
    change(&configuration)
    let transport = ScriptedTransport(script)
    let provider = IPAPIProvider(
      configuration, transport: transport, surroundings: hastySurroundings(), refusals: memory,
      ledger: ledger)
    let questions = zip(0..., publicAddresses(count)).map { Question(tag: $0, address: $1) }
    let queue = QuestionQueue()
    queue.add(questions)
    queue.finish()
    let sink = CountingSink()
    let end = await provider.answer(queue, to: sink)
    return Run(sink: sink, questions: questions, end: end, requests: transport.requests)
  }

  @Test func `a refusal of an earlier run stops the asking before anything is sent`() async throws {
    let run = try await ask(300, Memory(remaining: 57 * 60 * second)) { $0.goodReply }
    #expect(run.isWhole)
    #expect(run.requests.isEmpty)
    #expect(run.stop?.reason == .refused)
    #expect(
      run.stop?.message
        == "127.0.0.1:8080 refused us (403) in an earlier run: it is left alone for another 57 min")
    #expect(run.sink.failures.allSatisfy { $0.reason == .refused && !$0.wasAsked })
    #expect(!run.sink.events.contains { if case .requestSent = $0 { true } else { false } })
  }

  @Test func `it is found at once, also where no permit is to be had`() async throws {
    // A ledger whose tokens are an hour away: nothing but the memory can end this run.
    let run = try await ask(
      300, Memory(remaining: second),
      ledger: { _, limit in
        var ledger = MemoryLedger(limit: limit)
        ledger.hold(until: .max, now: 0)
        return ledger
      }
    ) { $0.goodReply }
    #expect(run.stop?.reason == .refused)
    #expect(run.requests.isEmpty)
  }

  @Test func `a refusal of another process stops a run that goes on`() async throws {
    let memory = Memory()
    let run = try await ask(1000, memory, { $0.jobs = 1 }) { request in
      if request.number == 3 { memory.set(90 * second) }
      return request.goodReply
    }
    #expect(run.isWhole)
    #expect(run.requests.count == 3)
    #expect(run.located == 300)
    #expect(
      run.stop?.message
        == "127.0.0.1:8080 has refused another run (403): it is left alone for another 90 s")
    #expect(run.sink.failures.allSatisfy { !$0.wasAsked })
  }

  @Test func `the memory is looked at before every request`() async throws {
    let memory = Memory()
    let run = try await ask(1000, memory) { $0.goodReply }
    #expect(run.requests.count == 10)
    #expect(memory.seen.looks >= 10)
  }

  @Test func `a permit that is not used for a refusal goes back`() async throws {
    let memory = Memory()
    let balances = Mutex<[TokenBalance]>([])
    let run = try await ask(
      250, memory, { $0.jobs = 1 },
      ledger: { endpoint, limit in
        NotedLedger(ledger: MemoryLedger(limit: limit)) { balance in
          if endpoint == .batch { balances.withLock { $0.append(balance) } }
        } taken: {
          memory.set(60 * second)
        }
      }
    ) { $0.goodReply }
    #expect(run.stop?.reason == .refused)
    #expect(run.requests.isEmpty)
    #expect(balances.withLock { $0.last?.inFlight } == 0)
    #expect(balances.withLock { $0.last?.free } == 1_000_000)
  }

  @Test func `a 403 is told once, and says how long it holds`() async throws {
    let memory = Memory()
    let run = try await ask(2000, memory) { request in
      request.number == 1 ? request.goodReply : status(403)
    }
    #expect(run.isWhole)
    #expect(memory.seen.calls == ["succeeded", "refused"])
    #expect(
      run.stop?.message
        == "the service refuses (403); 127.0.0.1:8080 is left alone for 1 h, by later runs, too")
    #expect(run.stop?.httpStatus == 403)
  }

  @Test func `the first good reply is told, once, and none after a refusal`() async throws {
    let good = Memory()
    _ = try await ask(1000, good) { $0.goodReply }
    #expect(good.seen.calls == ["succeeded"])
    let gate = Gate()
    let bad = Memory()
    _ = try await ask(
      1000, bad,
      {
        // So that two requests are out at once.
        ($0.batchLimit, $0.singleLimit, $0.jobs) = (nil, nil, 2)
      }
    ) { request in
      if request.number == 1 {
        while bad.seen.calls.isEmpty { await Task.yield() }
        gate.open()
        return request.goodReply
      }
      return status(403)
    }
    #expect(bad.seen.calls == ["refused"])
  }

  @Test(arguments: [("https://127.0.0.1:8443", nil), ("http://127.0.0.1:8080", "sesame")])
  func `over https and with a key nothing is looked up or kept`(
    url: String, key: String?
  ) async throws {
    let memory = Memory(remaining: 3600 * second)
    let run = try await ask(
      200, memory,
      {
        $0.baseURL = try? ServiceURL(url)
        $0.key = key.flatMap(APIKey.init)
      }
    ) { $0.number == 1 ? $0.goodReply : status(403) }
    #expect(run.requests.count == 2)
    #expect(run.stop?.reason == .refused)
    #expect(run.stop?.message == "the service refuses (403)")
    #expect(memory.seen.looks == 0)
    #expect(memory.seen.calls.isEmpty)
  }

  @Test func `a key that is not sent keeps nothing from being kept`() async throws {
    let memory = Memory()
    _ = try await ask(
      200, memory,
      {
        $0.baseURL = try? ServiceURL("http://10.0.0.1")
        $0.key = APIKey("sesame")
      }
    ) { _ in status(403) }
    #expect(memory.seen.calls == ["refused"])
  }

  @Test(
    arguments: [
      (0, "0 s"), (1, "1 s"), (99 * second, "99 s"), (100 * second, "2 min"),
      (121 * second, "3 min"), (3541 * second, "1 h"), (7200 * second, "2 h"),
      (12_000 * second, "3 h 20 min"), (86_400 * second, "24 h"), (-1, "0 s"),
      (.max, "2562047 h 48 min"),
    ] as [(Int64, String)])
  func `how long it takes is said for people, rounded up`(nanoseconds: Int64, text: String) {
    #expect(WaitText.text(nanoseconds) == text)
  }

  @Test func `the gauge shows how the limits stand, to anybody`() async throws {
    var configuration = openConfiguration()
    configuration.batchLimit = RateLimit(requests: 15, window: 3_600_000_000_000)
    configuration.singleLimit = nil
    let gate = Gate()
    let provider = IPAPIProvider(
      configuration,
      transport: ScriptedTransport {
        await gate.wait()
        return $0.goodReply
      }, surroundings: hastySurroundings())
    #expect(provider.gauge[.batch] == nil)
    let queue = QuestionQueue()
    queue.add(someQuestions(0..<100))
    queue.finish()
    let sink = CountingSink()
    async let end = provider.answer(queue, to: sink)
    while provider.gauge[.batch]?.level.inFlight != 1 { await Task.yield() }
    #expect(provider.gauge[.batch]?.requestsLeft == 14)
    #expect(provider.gauge[.single]?.requestsLeft == nil)
    gate.open()
    #expect(await end == .finished)
    #expect(provider.gauge[.batch]?.level.inFlight == 0)
    #expect(provider.gauge[.batch]?.requestsLeft == 14)
  }
}

/// A ledger that tells how it stands after each change, and when a token was taken.
private struct NotedLedger: TokenLedger {
  var ledger: MemoryLedger
  let note: @Sendable (TokenBalance) -> Void
  let taken: @Sendable () -> Void

  init(
    ledger: MemoryLedger, note: @escaping @Sendable (TokenBalance) -> Void,
    taken: @escaping @Sendable () -> Void
  ) {
    self.ledger = ledger
    self.note = note
    self.taken = taken
  }

  mutating func take(_ id: UInt64, now: Int64) -> TokenAnswer {
    let answer = ledger.take(id, now: now)
    taken()
    note(ledger.balance(now: now))
    return answer
  }
  mutating func replied(_ id: UInt64, limits: ReplyLimits, now: Int64) {
    ledger.replied(id, limits: limits, now: now)
    note(ledger.balance(now: now))
  }
  mutating func giveBack(_ id: UInt64, now: Int64) {
    ledger.giveBack(id, now: now)
    note(ledger.balance(now: now))
  }
  mutating func hold(until: Int64, now: Int64) { ledger.hold(until: until, now: now) }
  mutating func halve(now: Int64) { ledger.halve(now: now) }
  mutating func balance(now: Int64) -> TokenBalance { ledger.balance(now: now) }
}
