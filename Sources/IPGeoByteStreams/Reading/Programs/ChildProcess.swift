internal import Synchronization

/// A process that this one has started: it is ended and reaped when the object goes.
final class ChildProcess: Sendable {
  private let number: Int32
  private let ending = Mutex<ProcessEnding?>(nil)

  /// Starts a program without a shell; what it says on its stderr is lost.
  ///
  /// The descriptors are copied, and stay the caller's.
  init(
    _ path: String, _ arguments: [String], environment: [String], input: Int32, output: Int32
  ) throws(SystemError) {
    let errors = try System.openSink()
    defer { System.release(errors) }
    number = try System.spawn(
      path, arguments, environment: environment, input: input, output: output, errors: errors)
  }

  deinit { stop() }

  /// How it ended; `nil` while it lives.
  var end: ProcessEnding? {
    ending.withLock { ending in
      if ending == nil { ending = System.reap(number, waits: false) }
      return ending
    }
  }

  /// Ends it, unless it has ended, by the signal that no process can ignore.
  func stop() {
    ending.withLock { ending in
      // While it is not reaped, its number is no other's.
      if ending == nil { ending = System.reap(number, waits: false) }
      if ending != nil { return }
      System.end(number)
      ending = System.reap(number, waits: true)
    }
  }
}
