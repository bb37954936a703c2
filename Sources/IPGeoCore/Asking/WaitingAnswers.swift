internal import Synchronization

/// Where answers wait, out of order, for the one reader who takes them in order.
///
/// An answer is kept until the reader has taken it as often as its address stands in the input.
final class WaitingAnswers: AnswerSink {
  private struct State {
    var outcomes: [UInt32: Outcome] = [:]
    var uses: [Int]
    var end: ProviderEnd?
    var awaited: UInt32?
    var reader: CheckedContinuation<Void, Never>?
  }

  private let state: Mutex<State>

  /// - Parameter uses: By tag, how often its answer will be taken.
  init(uses: [Int]) { state = Mutex(State(uses: uses)) }

  func deliver(_ answers: [Answer]) {
    wake { state in
      for answer in answers where state.outcomes[answer.tag] == nil {
        state.outcomes[answer.tag] = answer.outcome
      }
      return state.awaited.map { state.outcomes[$0] != nil } ?? false
    }
  }

  func report(_ event: ProviderEvent) {}

  func end(_ end: ProviderEnd) {
    wake { state in
      state.end = end
      return true
    }
  }

  /// The outcome of `tag`, as soon as it is there.
  func outcome(of tag: UInt32) async throws -> Outcome {
    while true {
      try Task.checkCancellation()
      let found: Outcome? = state.withLock { state in Self.take(tag, from: &state) }
      if let found { return found }
      await wait(for: tag)
    }
  }

  /// How the asking ended, as soon as it has.
  func wholeEnd() async -> ProviderEnd {
    while true {
      if let end = state.withLock({ $0.end }) { return end }
      if Task.isCancelled { return .finished }
      await wait(for: nil)
    }
  }

  private static func take(_ tag: UInt32, from state: inout State) -> Outcome? {
    guard let outcome = state.outcomes[tag] else {
      // A provider that ends without an answer breaks its promise; the reader must not hang on it.
      return state.end.map { _ in
        .failed(Failure(.noAnswer, message: "the provider ended without an answer"))
      }
    }
    let index = Int(tag)
    if state.uses.indices.contains(index) {
      state.uses[index] -= 1
      if state.uses[index] <= 0 { state.outcomes[tag] = nil }
    }
    return outcome
  }

  private func wait(for tag: UInt32?) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          let hasAnswer = tag.map { state.outcomes[$0] != nil } ?? false
          if state.end != nil || hasAnswer || Task.isCancelled { return true }
          state.awaited = tag
          state.reader = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      wake { _ in true }
    }
  }

  private func wake(_ change: (inout State) -> Bool) {
    let reader: CheckedContinuation<Void, Never>? = state.withLock { state in
      guard change(&state) else { return nil }
      let reader = state.reader
      state.reader = nil
      state.awaited = nil
      return reader
    }
    reader?.resume()
  }
}
