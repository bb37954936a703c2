import IPGeoAddresses
import IPGeoCore
import Synchronization
import Testing

/// Answers from a script; it notes what it was asked and how it ended.
private final class ScriptedProvider: Provider {
  let source = "script"
  let asked = Mutex<[IPAddress]>([])
  let ended = Atomic(false)
  private let script: @Sendable ([Question], any AnswerSink) async -> ProviderEnd

  init(_ script: @escaping @Sendable ([Question], any AnswerSink) async -> ProviderEnd) {
    self.script = script
  }

  func answer(_ questions: QuestionQueue, to sink: any AnswerSink) async -> ProviderEnd {
    let all = questions.take(.max)
    asked.withLock { $0 += all.map(\.address) }
    let end = await script(all, sink)
    ended.store(true, ordering: .sequentiallyConsistent)
    return end
  }
}

@Suite struct AnswerSequenceTests {
  private static func located(_ question: Question) -> Answer {
    var location = Location()
    location.city = question.address.description
    return Answer(tag: question.tag, outcome: .located(location), askedAt: 0)
  }

  private static func city(_ outcome: Outcome) -> String? {
    if case .located(let location) = outcome { location.city } else { nil }
  }

  private let addresses = (1...50).map { IPAddress(ipv4: 0x0808_0800 + $0) }

  @Test func `answers come in input order whatever order the provider gives them in`() async throws
  {
    let provider = ScriptedProvider { questions, sink in
      for question in questions.reversed() {
        sink.deliver([Self.located(question)])
        await Task.yield()
      }
      return .finished
    }
    var seen: [IPAddress] = []
    for try await (address, outcome) in provider.answers(for: addresses) {
      seen.append(address)
      #expect(Self.city(outcome) == address.description)
    }
    #expect(seen == addresses)
  }

  @Test func `a repeated address is asked once and answered each time`() async throws {
    let provider = ScriptedProvider { questions, sink in
      sink.deliver(questions.map(Self.located))
      return .finished
    }
    let repeated = addresses + addresses + [addresses[0]]
    var count = 0
    for try await (address, outcome) in provider.answers(for: repeated) {
      #expect(Self.city(outcome) == address.description)
      count += 1
    }
    #expect(count == 101)
    #expect(provider.asked.withLock { $0 } == addresses)
  }

  @Test func `a special address is answered locally, and nothing is asked about it`() async throws {
    let provider = ScriptedProvider { questions, sink in
      sink.deliver(questions.map(Self.located))
      return .finished
    }
    let special = try [#require(IPAddress("10.0.0.1")), #require(IPAddress("::1"))]
    var statuses: [Status] = []
    for try await (_, outcome) in provider.answers(for: [special[0], addresses[0], special[1]]) {
      statuses.append(outcome.status)
    }
    #expect(statuses == [.special, .located, .special])
    #expect(provider.asked.withLock { $0 } == [addresses[0]])
  }

  @Test func `special addresses alone start no provider`() async throws {
    let provider = ScriptedProvider { _, _ in .finished }
    let special = try #require(IPAddress("127.0.0.1"))
    for try await (_, outcome) in provider.answers(for: [special]) {
      #expect(outcome.status == .special)
    }
    let hasEnded = provider.ended.load(ordering: .sequentiallyConsistent)
    #expect(!hasEnded)
  }

  @Test func `no address means no question`() async throws {
    let provider = ScriptedProvider { _, _ in .finished }
    for try await _ in provider.answers(for: []) { Issue.record("nothing was asked for") }
    #expect(provider.asked.withLock { $0.isEmpty })
  }

  @Test func `it throws at the first address that was not asked because the provider stopped`()
    async throws
  {
    let stop = Failure(.refused, message: "the service refused", httpStatus: 403)
    let provider = ScriptedProvider { questions, sink in
      sink.deliver(questions.prefix(3).map(Self.located))
      sink.deliver(
        questions.dropFirst(3).map { Answer(tag: $0.tag, outcome: .failed(stop), askedAt: 0) })
      return .stopped(stop)
    }
    var count = 0
    let error = await #expect(throws: AskingStopped.self) {
      for try await _ in provider.answers(for: addresses) { count += 1 }
    }
    #expect(count == 3)
    #expect(error == AskingStopped(stop))
  }

  @Test func `a look-up that failed by itself is an outcome`() async throws {
    let provider = ScriptedProvider { questions, sink in
      sink.deliver(
        questions.map {
          let failure = Failure(.timeout, message: "late", attempts: 4, wasAsked: true)
          return Answer(tag: $0.tag, outcome: .failed(failure), askedAt: 0)
        })
      return .finished
    }
    var statuses: Set<Status> = []
    for try await (_, outcome) in provider.answers(for: addresses) {
      statuses.insert(outcome.status)
    }
    #expect(statuses == [.failed])
  }

  @Test func `leaving the loop cancels the asking`() async throws {
    let provider = ScriptedProvider { questions, sink in
      sink.deliver([Self.located(questions[0])])
      while !Task.isCancelled { await Task.yield() }
      return .finished
    }
    for try await _ in provider.answers(for: addresses) { break }
    while !provider.ended.load(ordering: .sequentiallyConsistent) { await Task.yield() }
  }

  @Test func `cancelling the reader's task throws and cancels the asking`() async throws {
    let provider = ScriptedProvider { questions, sink in
      sink.deliver([Self.located(questions[0])])
      while !Task.isCancelled { await Task.yield() }
      sink.deliver(
        questions.dropFirst().map {
          let failure = Failure(.interrupted, message: "interrupted")
          return Answer(tag: $0.tag, outcome: .failed(failure), askedAt: 0)
        })
      return .finished
    }
    let sequence = provider.answers(for: addresses)
    let started = Counter()
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        do {
          for try await _ in sequence { started.add() }
          return false
        } catch { return error is CancellationError }
      }
      while started.value == 0 { await Task.yield() }
      group.cancelAll()
      let threw = try await group.next()
      #expect(threw == true)
    }
    while !provider.ended.load(ordering: .sequentiallyConsistent) { await Task.yield() }
  }

  @Test func `a provider that ends without an answer does not hang the reader`() async throws {
    let provider = ScriptedProvider { _, _ in .finished }
    var reasons: Set<Reason> = []
    for try await (_, outcome) in provider.answers(for: addresses) {
      if case .failed(let failure) = outcome { reasons.insert(failure.reason) }
    }
    #expect(reasons == [.noAnswer])
  }

  @Test func `each pass asks anew`() async throws {
    let provider = ScriptedProvider { questions, sink in
      sink.deliver(questions.map(Self.located))
      return .finished
    }
    let sequence = provider.answers(for: addresses)
    for try await _ in sequence {}
    for try await _ in sequence {}
    #expect(provider.asked.withLock { $0.count } == 100)
  }
}
