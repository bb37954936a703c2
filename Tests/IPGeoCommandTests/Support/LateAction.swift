import IPGeoStandIn
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Something that a server's callback is told after the server was made.
final class LateAction: Sendable {
  private let action = Mutex<(@Sendable (LoggedRequest) -> Void)?>(nil)

  func set(_ new: @escaping @Sendable (LoggedRequest) -> Void) { action.withLock { $0 = new } }

  /// What a configuration's `onRequest` is set to.
  func run(_ request: LoggedRequest) {
    let current = action.withLock { $0 }
    current?(request)
  }
}

/// Writes over a file where it lies, without cutting it.
func overwrite(_ path: String, from start: Int, _ count: Int, with byte: UInt8) {
  let descriptor = open(path, O_WRONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return }
  let junk = [UInt8](repeating: byte, count: count)
  pwrite(descriptor, junk, count, off_t(start))
  close(descriptor)
}
