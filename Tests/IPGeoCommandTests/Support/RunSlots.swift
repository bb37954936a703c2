import Foundation
import Synchronization

/// Runs blocking work on a thread of its own, so that no thread of the cooperative pool waits.
@discardableResult
func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread { continuation.resume(returning: work()) }.start()
  }
}

/// How many tests may have processes running at once.
///
/// All tests start together; without a gate the deadlines of the last would be used up while the
/// first still hold the processors.
final class RunSlots: Sendable {
  static let shared = RunSlots(count: 8)

  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(count: Int) { state = Mutex(State(free: count)) }

  func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.free > 0 {
          state.free -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  func leave() {
    let next: CheckedContinuation<Void, Never>? = state.withLock { state in
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}
