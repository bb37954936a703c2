internal import Dispatch
internal import IPGeoCore
internal import Synchronization

/// Makes a provider when there is something to ask: a run in which all is known, or local, opens
/// neither the limit file nor a connection.
final class DeferredProvider<Made: Provider>: Provider {
  let source: String
  private let make: @Sendable () -> Made
  private let once = Mutex<Made?>(nil)

  /// - Parameters:
  ///   - source: What the provider calls itself.
  ///   - make: Makes the provider, once at most.
  init(source: String, make: @escaping @Sendable () -> Made) {
    self.source = source
    self.make = make
  }

  /// The provider; nil while nobody had a question.
  var made: Made? { once.withLock { $0 } }

  /// Waits for a question or the queue's end, and leaves the rest to the provider.
  func answer(_ questions: QuestionQueue, to sink: any AnswerSink) async -> ProviderEnd {
    let (changes, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    questions.observe { signal.yield() }
    for await _ in changes {
      let level = questions.level
      if let closing = level.closing {
        // There is nothing to ask any more.
        questions.deliverAll(failing: closing, to: sink)
      } else if level.waiting > 0 {
        let provider = await makeElsewhere()
        once.withLock { $0 = provider }
        return await provider.answer(questions, to: sink)
      }
      if level.isFinished, questions.level.waiting == 0 { break }
    }
    if Task.isCancelled { questions.deliverAll(failing: .interrupted, to: sink) }
    return .finished
  }

  /// Opening files may have to wait for others who hold them, and the cooperative pool must not.
  private func makeElsewhere() async -> Made {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: self.make()) }
    }
  }
}
