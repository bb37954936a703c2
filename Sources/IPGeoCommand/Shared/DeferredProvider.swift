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
  ///
  /// Making it may take long, where others hold the files that it needs; a run that ends meanwhile
  /// does not wait for it.
  func answer(_ questions: QuestionQueue, to sink: any AnswerSink) async -> ProviderEnd {
    let (changes, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    questions.observe { signal.yield() }
    var isMaking = false
    for await _ in changes {
      let level = questions.level
      if let closing = level.closing {
        // There is nothing to ask any more.
        questions.deliverAll(failing: closing, to: sink)
      } else if level.waiting > 0 {
        if let made { return await made.answer(questions, to: sink) }
        if !isMaking { makeElsewhere { signal.yield() } }
        isMaking = true
      }
      if level.isFinished, questions.level.waiting == 0 { break }
    }
    if Task.isCancelled { questions.deliverAll(failing: .interrupted, to: sink) }
    return .finished
  }

  /// The cooperative pool must not wait for files.
  private func makeElsewhere(_ then: @escaping @Sendable () -> Void) {
    DispatchQueue.global().async {
      let provider = self.make()
      self.once.withLock { $0 = provider }
      then()
    }
  }
}
