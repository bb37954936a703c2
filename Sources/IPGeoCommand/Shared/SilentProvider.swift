internal import IPGeoCore

/// Asks nobody: what was not known stays so (`--offline`, `--cache-only`, `--dry-run`).
struct SilentProvider: Provider {
  let source: String
  /// What becomes of every question.
  let failure: Failure

  /// Answers every question with the failure, until the queue ends.
  func answer(_ questions: QuestionQueue, to sink: any AnswerSink) async -> ProviderEnd {
    let (changes, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    questions.observe { signal.yield() }
    for await _ in changes {
      questions.deliverAll(failing: failure, to: sink)
      let level = questions.level
      if level.isFinished, level.waiting == 0 { break }
    }
    if Task.isCancelled { questions.deliverAll(failing: .interrupted, to: sink) }
    return .finished
  }
}

extension QuestionQueue {
  /// Takes all questions and delivers each with the failure that the queue was closed with, else
  /// with this one.
  func deliverAll(failing failure: Failure, to sink: any AnswerSink) {
    while level.waiting > 0 {
      let failure = level.closing ?? failure
      sink.deliver(take(1000).map { Answer(tag: $0.tag, outcome: .failed(failure), askedAt: 0) })
    }
  }
}

extension Failure {
  /// Of an address that nobody is asked about.
  static let notKnown = Failure(
    .notKnown, message: "not known from earlier runs, and nothing is asked")
  /// Of an address that was not asked because the run had to end.
  static let interrupted = Failure(.interrupted, message: "the run was interrupted")
}
