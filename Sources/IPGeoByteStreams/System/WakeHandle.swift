/// A bell that ends waits: a thread that waits for bytes is woken by any other.
///
/// A signal stays until it is cleared, so that it is not missed by one who waits later. It is a
/// pipe: Linux's event descriptors are not in Swift's view of glibc, and one more descriptor is cheap.
public final class WakeHandle: Sendable {
  /// What becomes readable when the bell rings; for `poll(2)`.
  public let descriptor: Int32
  private let signalled: Int32

  /// Makes a silent bell.
  /// - Throws: When no descriptor is left (EMFILE, ENFILE).
  public init() throws(SystemError) {
    (descriptor, signalled) = try System.makeWakeEnds()
  }

  deinit {
    System.release(descriptor)
    System.release(signalled)
  }

  /// Wakes who waits now or next; never blocks, and may be called in a signal handler.
  public func signal() { System.signalWake(signalled) }

  /// Takes all signals back.
  public func clear() { System.clearWake(descriptor) }

  /// Whether it is signalled; does not clear it.
  public var isSignalled: Bool {
    let events = try? System.wait(
      -1, for: .nothing, wake: descriptor, milliseconds: 0, name: "")
    return events?.isWoken ?? false
  }
}
