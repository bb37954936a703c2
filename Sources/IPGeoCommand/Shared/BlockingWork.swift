internal import Dispatch

/// Work that waits for a disk, a pipe or a person, away from the cooperative pool, which must not.
enum BlockingWork {
  /// Runs `body` elsewhere, and returns what it returned.
  static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: body()) }
    }
  }
}
