/// Waiters in the order of their arrival; any of them may leave at any time.
struct WaitingLine: Sendable {
  /// Those who left stay here until the front reaches them or they are half of it.
  private var line: [UInt64] = []
  private var head = 0
  private var waiting: Set<UInt64> = []

  var count: Int { waiting.count }

  /// Who is next.
  var first: UInt64? { head < line.count ? line[head] : nil }

  /// Adds a waiter at the back; one who waits already keeps the place.
  mutating func append(_ waiter: UInt64) {
    if waiting.insert(waiter).inserted { line.append(waiter) }
  }

  mutating func removeFirst() {
    if let first { _ = remove(first) }
  }

  /// Takes a waiter out; false when there is no such waiter.
  mutating func remove(_ waiter: UInt64) -> Bool {
    guard waiting.remove(waiter) != nil else { return false }
    while head < line.count, !waiting.contains(line[head]) { head += 1 }
    if line.count > 2 * waiting.count + 64 {
      line = line[head...].filter { waiting.contains($0) }
      head = 0
    }
    return true
  }
}
