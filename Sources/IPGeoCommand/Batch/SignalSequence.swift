internal import Synchronization

/// What each signal of a run means: the first one asks for an end, a second one for an end at once.
///
/// `timeout` sends its signal to the process and again to its group, so a repetition within a tenth
/// of a second is the same one.
final class SignalSequence: Sendable {
  /// What is to be done about a signal.
  enum Action: Hashable, Sendable {
    case interrupt, end, ignore
  }

  private struct State {
    var first: Int32?
    var firstAt: Int64 = 0
  }

  private static let repetition: Int64 = 100_000_000
  private let clock: @Sendable () -> Int64
  private let state = Mutex(State())

  /// - Parameter clock: Nanoseconds of a clock that does not step.
  init(clock: @escaping @Sendable () -> Int64) { self.clock = clock }

  /// The signal that the run ends with; `nil` while none has come.
  var first: Int32? { state.withLock { $0.first } }

  /// Takes a signal as it comes.
  func take(_ signal: Int32) -> Action {
    let now = clock()
    return state.withLock { state in
      guard let first = state.first else {
        state.first = signal
        state.firstAt = now
        return .interrupt
      }
      return first == signal && now &- state.firstAt < Self.repetition ? .ignore : .end
    }
  }
}
