import Synchronization

/// A number that any thread may raise.
final class Counter: Sendable {
  private let count = Atomic(0)
  var value: Int { count.load(ordering: .sequentiallyConsistent) }
  func add() { count.add(1, ordering: .sequentiallyConsistent) }
}

/// Values that any thread may append to.
final class Collected<Value: Sendable>: Sendable {
  private let collected = Mutex<[Value]>([])
  var values: [Value] { collected.withLock { $0 } }
  func append(_ value: Value) { collected.withLock { $0.append(value) } }
}
