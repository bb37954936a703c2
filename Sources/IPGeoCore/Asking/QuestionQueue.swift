internal import Synchronization

/// The questions that wait for a provider: one side adds while it reads, one provider takes.
///
/// Waiting questions collect into full batches. `release()` says that what waits now may also leave
/// in a part-filled one: the reader is idle, blocked, or done.
public final class QuestionQueue: Sendable {
  /// How much waits, at one moment.
  public struct Level: Hashable, Sendable {
    /// Questions that wait.
    public var waiting = 0
    /// How many of them, from the front, may leave in a part-filled batch.
    public var released = 0
    /// Nothing more will be added.
    public var isFinished = false
    /// Set when asking must end: every question that is not under way gets this failure.
    public var closing: Failure?
  }

  private struct State {
    var questions: [Question] = []
    var head = 0
    var level = Level()
    var onChange: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Makes an empty queue.
  public init() {}

  /// How much waits now.
  public var level: Level { state.withLock { $0.level } }

  /// Adds questions at the back.
  public func add(_ questions: [Question]) {
    if questions.isEmpty { return }
    change { state in
      state.questions.append(contentsOf: questions)
      state.level.waiting += questions.count
    }
  }

  /// Says that what waits now may leave in a part-filled batch.
  public func release() {
    change { $0.level.released = $0.level.waiting }
  }

  /// Says that nothing more will be added, and releases what waits.
  public func finish() {
    change { state in
      state.level.isFinished = true
      state.level.released = state.level.waiting
    }
  }

  /// Ends the asking: what waits, and what is added later, is to be delivered with `failure`.
  ///
  /// The first call wins. Requests under way go on.
  public func close(with failure: Failure) {
    change { state in
      if state.level.closing == nil { state.level.closing = failure }
    }
  }

  /// Takes up to `count` questions from the front; never waits.
  public func take(_ count: Int) -> [Question] {
    state.withLock { state in
      let end = state.head + min(max(count, 0), state.questions.count - state.head)
      let taken = Array(state.questions[state.head..<end])
      state.head = end
      state.level.waiting -= taken.count
      state.level.released = max(0, state.level.released - taken.count)
      if state.head > 4096, state.head * 2 > state.questions.count {
        state.questions.removeFirst(state.head)
        state.head = 0
      }
      return taken
    }
  }

  /// Calls `onChange` after every change by the adding side, from that side's thread; once now.
  ///
  /// There is one observer, the provider; it must only note the change and return.
  public func observe(_ onChange: @escaping @Sendable () -> Void) {
    state.withLock { $0.onChange = onChange }
    onChange()
  }

  private func change(_ body: (inout sending State) -> Void) {
    let onChange = state.withLock { state in
      body(&state)
      return state.onChange
    }
    onChange?()
  }
}
