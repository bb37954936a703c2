internal import IPGeoCore

/// Makes a provider when there is something to ask: a run in which all is known, or local, opens
/// neither the limit file nor a connection.
struct DeferredProvider: Provider {
  let source: String
  /// Makes the provider, once.
  let make: @Sendable () -> any Provider

  /// Waits for a question or the queue's end, and leaves the rest to the provider.
  func answer(_ questions: QuestionQueue, to sink: any AnswerSink) async -> ProviderEnd {
    let (changes, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    questions.observe { signal.yield() }
    for await _ in changes {
      let level = questions.level
      if level.waiting > 0 { return await make().answer(questions, to: sink) }
      if level.isFinished { break }
    }
    return .finished
  }
}
