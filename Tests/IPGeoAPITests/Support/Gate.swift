import Synchronization

/// Holds tasks up until it is opened.
final class Gate: Sendable {
  private let isOpen = Atomic(false)

  func open() { isOpen.store(true, ordering: .releasing) }

  func wait() async {
    while !isOpen.load(ordering: .acquiring) { await Task.yield() }
  }
}
