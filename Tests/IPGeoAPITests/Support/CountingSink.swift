import IPGeoCore
import Synchronization

/// Counts what is delivered and said.
final class CountingSink: AnswerSink {
  private struct State {
    var answers: [UInt32: [Answer]] = [:]
    var events: [ProviderEvent] = []
  }

  private let state = Mutex(State())

  func deliver(_ answers: [Answer]) {
    state.withLock { state in
      for answer in answers { state.answers[answer.tag, default: []].append(answer) }
    }
  }

  func report(_ event: ProviderEvent) { state.withLock { $0.events.append(event) } }

  var events: [ProviderEvent] { state.withLock { $0.events } }

  /// How many questions have an answer.
  var count: Int { state.withLock { $0.answers.count } }

  /// Tags that were answered other than once.
  var repeated: [UInt32] {
    state.withLock { $0.answers.filter { $0.value.count != 1 }.map(\.key) }
  }

  /// The answer of a question.
  subscript(tag: UInt32) -> Answer? { state.withLock { $0.answers[tag]?.first } }

  var all: [Answer] { state.withLock { $0.answers.values.flatMap { $0 } } }

  var failures: [Failure] {
    all.compactMap { if case .failed(let failure) = $0.outcome { failure } else { nil } }
  }

  /// How many were located in the city that the scripted service gives their address.
  func located(_ questions: [Question]) -> Int {
    questions.count { question in
      guard case .located(let location)? = self[question.tag]?.outcome else { return false }
      return location.city == "C\(question.address)"
    }
  }

  var notices: [String] {
    events.compactMap { if case .notice(let text) = $0 { text } else { nil } }
  }

  /// Failures that were told of.
  var told: [Failure] {
    events.compactMap { if case .lookUpsFailed(let failure) = $0 { failure } else { nil } }
  }
}
