/// Someone who answers questions: a service, a database, a table in a test.
public protocol Provider: Sendable {
  /// What the `source` column says of its answers, as `ip-api`.
  var source: String { get }

  /// Answers every question of the queue, each exactly once, until the queue ends.
  ///
  /// Answers go to `sink` in any order. When the provider stops asking (refused, unreachable), it
  /// still takes every further question and delivers it as `failed`. When the surrounding task is
  /// cancelled, requests under way end at once and what is unanswered is delivered as
  /// `failed/interrupted`.
  /// - Parameters:
  ///   - questions: Where to take questions from; this provider is the only taker.
  ///   - sink: Where answers and events go; called from any thread.
  /// - Returns: How the asking ended.
  func answer(_ questions: QuestionQueue, to sink: any AnswerSink) async -> ProviderEnd
}

/// Where a provider's answers and events go.
public protocol AnswerSink: Sendable {
  /// Takes answers, each question's once. It must not block for long.
  func deliver(_ answers: [Answer])
  /// Takes news for people and counters. It must not block for long.
  func report(_ event: ProviderEvent)
  /// Returns when all that was delivered before is where it outlives the process; at once where
  /// nothing is kept.
  ///
  /// A provider that waits for it before it asks on has no more at stake than it may have requests
  /// under way: no more is asked again after a kill or a power cut.
  func settled() async
}

extension AnswerSink {
  /// Returns at once: nothing is kept.
  public func settled() async {}
}

/// How a provider's asking ended.
public enum ProviderEnd: Hashable, Sendable {
  /// Every question was asked as far as it could be.
  case finished
  /// The provider stopped asking before the end; the failure says why (exit 69).
  case stopped(Failure)
}

/// What happens while a provider works, for progress and the summary.
public enum ProviderEvent: Hashable, Sendable {
  /// A request went out with that many addresses.
  case requestSent(addresses: Int)
  /// Nothing can be sent for about that many milliseconds: the limit, or the service's own word.
  case waiting(milliseconds: Int64, cause: WaitCause)
  /// Something that is said once in a run, ready for a person.
  case notice(String)
  /// Look-ups have failed for good, and with this reason for the first time in the run.
  case lookUpsFailed(Failure)

  /// Why nothing is sent.
  public enum WaitCause: Hashable, Sendable {
    /// Our own window is used up.
    case limit
    /// The service said so: 429, `X-Rl: 0`, `Retry-After`.
    case hold
    /// A pause after a failed attempt; what happened to it, for a person.
    case retry(String)
  }
}
