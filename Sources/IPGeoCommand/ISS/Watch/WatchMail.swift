internal import IPGeoByteStreams
internal import IPGeoISS
internal import Synchronization

/// What other threads tell the one that watches.
final class WatchMail: Sendable {
  /// What has come since the last look.
  struct Content: Sendable {
    var outcome: Result<StationFix, StationFault>?
    /// The signal that ends the watch.
    var signal: Int32?
    /// Ctrl-Z was pressed.
    var isToStop = false
  }

  /// Rings when there is something, or a look at the window is due.
  let bell: WakeHandle
  private let content = Mutex(Content())

  /// - Throws: Where no descriptor is left.
  init() throws(SystemError) { bell = try WakeHandle() }

  /// Adds to what has come, and wakes who waits.
  func post(_ change: (inout Content) -> Void) {
    content.withLock { change(&$0) }
    bell.signal()
  }

  /// Takes what has come.
  func take() -> Content {
    // The bell first: what comes between the two rings it again.
    bell.clear()
    return content.withLock { content in
      defer { content = Content() }
      return content
    }
  }
}
