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
      while questions.level.waiting > 0 {
        let failure = questions.level.closing ?? failure
        sink.deliver(
          questions.take(1000).map {
            Answer(tag: $0.tag, outcome: .failed(failure), askedAt: 0)
          })
      }
      let level = questions.level
      if level.isFinished, level.waiting == 0 { break }
    }
    return .finished
  }
}
