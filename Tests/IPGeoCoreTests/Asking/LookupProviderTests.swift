import IPGeoAddresses
import IPGeoCore
import Synchronization
import Testing

/// Providers that are asked about one address at a time.
@Suite struct LookupProviderTests {
  /// Answers with what a closure says.
  private struct Scripted: LookupProvider {
    let source = "script"
    var jobs = 16
    var askedAt: Int64 = 7
    let say: @Sendable (IPAddress) async -> Outcome

    func outcome(for address: IPAddress) async -> Outcome { await say(address) }
  }

  /// Says nothing of when its answers are.
  private struct Undated: LookupProvider {
    let source = "undated"
    func outcome(for address: IPAddress) async -> Outcome { .unknown(.noData) }
  }

  /// Keeps what is delivered, and lets a test wait for so many answers.
  private final class Sink: AnswerSink {
    private let answers = Mutex<[Answer]>([])
    let changes = AsyncStream<Void>.makeStream()

    func deliver(_ answers: [Answer]) {
      self.answers.withLock { $0 += answers }
      changes.continuation.yield()
    }

    func report(_ event: ProviderEvent) {}

    var all: [Answer] { answers.withLock { $0 } }

    func reach(_ count: Int) async {
      for await _ in changes.stream where all.count >= count { return }
    }
  }

  private static func questions(_ range: Range<UInt32>) -> [Question] {
    range.compactMap { number in
      IPAddress("20.0.\(number / 256).\(number % 256)").map { Question(tag: number, address: $0) }
    }
  }

  @Test(arguments: [1, 3, 16])
  func `every question is answered once, by so many at a time at most`(jobs: Int) async {
    let running = Mutex((now: 0, most: 0))
    let provider = Scripted(jobs: jobs) { address in
      running.withLock {
        $0.now += 1
        $0.most = max($0.most, $0.now)
      }
      for _ in 0..<5 { await Task.yield() }
      running.withLock { $0.now -= 1 }
      return address.low & 1 == 0 ? .unknown(.noData) : .located(Location())
    }
    let queue = QuestionQueue()
    let sink = Sink()
    async let end = provider.answer(queue, to: sink)
    for start in stride(from: UInt32(0), to: 500, by: 50) {
      queue.add(Self.questions(start..<(start + 50)))
      await Task.yield()
    }
    queue.finish()
    #expect(await end == .finished)
    #expect(sink.all.map(\.tag).sorted() == Array(0..<500))
    #expect(sink.all.allSatisfy { $0.askedAt == 7 })
    #expect(sink.all.allSatisfy { ($0.outcome == .unknown(.noData)) == ($0.tag % 2 == 0) })
    #expect((1...jobs).contains(running.withLock { $0.most }))
  }

  @Test func `what comes while others are slow is asked about, too`() async {
    let gate = AsyncStream<Void>.makeStream()
    let provider = Scripted(jobs: 2) { address in
      if address == IPAddress("20.0.0.0") { for await _ in gate.stream { break } }
      return .unknown(.noData)
    }
    let queue = QuestionQueue()
    let sink = Sink()
    async let end = provider.answer(queue, to: sink)
    queue.add(Self.questions(0..<1))
    queue.add(Self.questions(1..<40))
    // The first one is under way all the time.
    await sink.reach(39)
    queue.add(Self.questions(40..<60))
    await sink.reach(59)
    gate.continuation.yield()
    queue.finish()
    #expect(await end == .finished)
    #expect(sink.all.map(\.tag).sorted() == Array(0..<60) && sink.all.last?.tag == 0)
  }

  /// Three run and wait when the next question comes, and one alone is allowed then.
  @Test func `fewer jobs than run are no trap`() async {
    let most = Mutex(3)
    let gates = (0..<4).map { _ in AsyncStream<Void>.makeStream() }
    let started = AsyncStream<Void>.makeStream()
    struct Falling: LookupProvider {
      let source = "falling"
      let most: @Sendable () -> Int
      let say: @Sendable (IPAddress) async -> Outcome
      var jobs: Int { most() }
      func outcome(for address: IPAddress) async -> Outcome { await say(address) }
    }
    let looked = AsyncStream<Void>.makeStream()
    let allowed: @Sendable () -> Int = {
      let now = most.withLock { $0 }
      if now == 1 { looked.continuation.yield() }
      return now
    }
    let provider = Falling(most: allowed) { address in
      started.continuation.yield()
      for await _ in gates[Int(address.low & 3)].stream { break }
      return .unknown(.noData)
    }
    let queue = QuestionQueue()
    let sink = Sink()
    async let end = provider.answer(queue, to: sink)
    queue.add(Self.questions(0..<3))
    var count = 0
    for await _ in started.stream {
      count += 1
      if count == 3 { break }
    }
    most.withLock { $0 = 1 }
    queue.add(Self.questions(3..<4))
    for await _ in looked.stream { break }
    for gate in gates { gate.continuation.yield() }
    queue.finish()
    #expect(await end == .finished)
    #expect(sink.all.map(\.tag).sorted() == Array(0..<4))
  }

  @Test func `a closed queue asks nobody any more, and nothing is left without an answer`() async {
    let asked = Mutex(0)
    let provider = Scripted { _ in
      asked.withLock { $0 += 1 }
      return .unknown(.noData)
    }
    let queue = QuestionQueue()
    queue.close(with: Failure(.budget, message: "enough"))
    queue.add(Self.questions(0..<2500))
    queue.finish()
    let sink = Sink()
    #expect(await provider.answer(queue, to: sink) == .finished)
    #expect(asked.withLock { $0 } == 0)
    #expect(sink.all.count == 2500)
    #expect(
      sink.all.allSatisfy {
        if case .failed(let failure) = $0.outcome { failure.reason == .budget } else { false }
      })
  }

  @Test func `cancelled, what was not asked is interrupted`() async {
    let gate = AsyncStream<Void>.makeStream()
    let started = AsyncStream<Void>.makeStream()
    let provider = Scripted(jobs: 2) { _ in
      started.continuation.yield()
      for await _ in gate.stream {}
      return .failed(Failure(.timeout, message: "cancelled"))
    }
    let queue = QuestionQueue()
    let sink = Sink()
    queue.add(Self.questions(0..<1))
    let task = Task { await provider.answer(queue, to: sink) }
    for await _ in started.stream { break }
    task.cancel()
    queue.add(Self.questions(1..<50))
    queue.finish()
    #expect(await task.value == .finished)
    #expect(sink.all.map(\.tag).sorted() == Array(0..<50))
    let failures = sink.all.compactMap { answer -> Failure? in
      if case .failed(let failure) = answer.outcome { failure } else { nil }
    }
    #expect(failures.count == 50)
    // The one that was under way was asked; the sums count it so.
    #expect(failures.count { $0.wasAsked } >= 1)
    #expect(failures.count { $0.reason == .interrupted && !$0.wasAsked } >= 48)
  }

  @Test func `without a time of its own an answer is of now`() async {
    let queue = QuestionQueue()
    queue.add(Self.questions(0..<1))
    queue.finish()
    let sink = Sink()
    let provider = Undated()
    let before = provider.askedAt
    _ = await provider.answer(queue, to: sink)
    let askedAt = sink.all.first?.askedAt ?? 0
    #expect(before > 1_700_000_000 && (before...provider.askedAt).contains(askedAt))
    #expect(provider.jobs == 16)
  }

  @Test func `it answers in order like any provider`() async throws {
    let provider = Scripted { address in
      var location = Location()
      location.city = address.description
      return .located(location)
    }
    let addresses = Self.questions(0..<30).map(\.address)
    var cities: [String?] = []
    for try await (address, outcome) in provider.answers(for: addresses) {
      guard case .located(let location) = outcome else { continue }
      #expect(location.city == address.description)
      cities.append(location.city)
    }
    #expect(cities == addresses.map(\.description))
  }
}
