import Dispatch
import IPGeoAddresses
import IPGeoCore
import Synchronization
import Testing

@testable import IPGeoCommand

/// Collects what comes.
private final class Collected: AnswerSink {
  private let answers = Mutex<[Answer]>([])
  var all: [Answer] { answers.withLock { $0 } }
  func deliver(_ answers: [Answer]) { self.answers.withLock { $0 += answers } }
  func report(_ event: ProviderEvent) {}
}

private struct Located: Provider {
  let source = "test"
  func answer(_ questions: QuestionQueue, to sink: any AnswerSink) async -> ProviderEnd {
    sink.deliver(
      questions.take(.max / 2).map {
        Answer(tag: $0.tag, outcome: .located(Location()), askedAt: 1)
      })
    return .stopped(Failure(.refused, message: "as the provider says"))
  }
}

/// Those that stand in front of a provider keep to its contract: each question is answered once.
@Suite struct StandInProviderTests {
  private func questions(_ count: Int) -> [Question] {
    (0..<count).map {
      Question(tag: UInt32($0), address: IPAddress(ipv4: 0x0808_0000 + UInt32($0)))
    }
  }

  @Test func `nobody is asked, and every address is not known`() async {
    let queue = QuestionQueue()
    queue.add(questions(2500))
    queue.finish()
    let sink = Collected()
    let end = await SilentProvider(source: "s", failure: .notKnown).answer(queue, to: sink)
    #expect(end == .finished)
    #expect(sink.all.map(\.tag).sorted() == (0..<2500).map { UInt32($0) })
    #expect(sink.all.allSatisfy { $0.outcome == .failed(.notKnown) })
  }

  @Test func `a provider is made for the first question, and its end counts`() async {
    let made = Atomic(0)
    let deferred = DeferredProvider(source: "d") {
      made.add(1, ordering: .relaxed)
      return Located()
    }
    let empty = QuestionQueue()
    empty.finish()
    let sink = Collected()
    #expect(await deferred.answer(empty, to: sink) == .finished)
    #expect(made.load(ordering: .relaxed) == 0 && deferred.made == nil)
    let queue = QuestionQueue()
    queue.add(questions(3))
    queue.finish()
    let end = await deferred.answer(queue, to: sink)
    #expect(end == .stopped(Failure(.refused, message: "as the provider says")))
    #expect(made.load(ordering: .relaxed) == 1 && sink.all.count == 3)
  }

  @Test func `where asking has ended before it began nobody is made`() async {
    let deferred = DeferredProvider<Located>(source: "d") {
      Issue.record("made")
      return Located()
    }
    let budget = Failure(.budget, message: "the time is over")
    let queue = QuestionQueue()
    queue.close(with: budget)
    queue.add(questions(1500))
    queue.finish()
    let sink = Collected()
    #expect(await deferred.answer(queue, to: sink) == .finished)
    #expect(sink.all.count == 1500)
    #expect(sink.all.allSatisfy { $0.outcome == .failed(budget) })
  }

  @Test func `a run that ends does not wait for a provider that is still being made`() async {
    let gate = DispatchSemaphore(value: 0)
    let deferred = DeferredProvider<Located>(source: "d") {
      gate.wait()
      return Located()
    }
    let queue = QuestionQueue()
    queue.add(questions(3))
    let sink = Collected()
    async let end = deferred.answer(queue, to: sink)
    queue.close(with: .interrupted)
    queue.finish()
    #expect(await end == .finished)
    #expect(sink.all.map(\.outcome) == Array(repeating: .failed(.interrupted), count: 3))
    gate.signal()
  }

  @Test(arguments: [true, false])
  func `a cancelled task leaves no question behind`(isDeferred: Bool) async {
    let queue = QuestionQueue()
    let sink = Collected()
    let provider: any Provider =
      isDeferred
      ? DeferredProvider(source: "d") { Located() }
      : SilentProvider(source: "s", failure: .notKnown)
    let gate = AsyncStream<Void>.makeStream()
    let task = Task {
      for await _ in gate.stream {}
      return await provider.answer(queue, to: sink)
    }
    task.cancel()
    queue.add(questions(3))
    gate.continuation.finish()
    _ = await task.value
    #expect(sink.all.count == 3)
  }
}
