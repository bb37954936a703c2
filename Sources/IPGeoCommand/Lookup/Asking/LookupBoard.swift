internal import IPGeoCore
internal import Synchronization

/// Where the answers of a look-up come in, by their questions' marks.
final class LookupBoard: AnswerSink {
  private let answers = Mutex<[UInt32: Answer]>([:])
  private let onEvent: @Sendable (ProviderEvent) -> Void

  init(_ onEvent: @escaping @Sendable (ProviderEvent) -> Void) { self.onEvent = onEvent }

  func deliver(_ new: [Answer]) {
    answers.withLock { answers in
      for answer in new { answers[answer.tag] = answer }
    }
  }

  func report(_ event: ProviderEvent) { onEvent(event) }

  /// The answer to a question; nil while there is none.
  subscript(tag: UInt32) -> Answer? { answers.withLock { $0[tag] } }
}
