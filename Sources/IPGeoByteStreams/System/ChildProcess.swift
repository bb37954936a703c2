internal import Synchronization

/// A process that this one has started: it is ended and reaped when the object goes.
final class ChildProcess: Sendable {
  private let number: Int32
  private let ending = Mutex<ProcessEnding?>(nil)

  /// Starts a program without a shell, with hardly any environment.
  /// - Parameters:
  ///   - path: The program's file.
  ///   - arguments: Its arguments.
  ///   - input: Its stdin; the descriptors are copied, and stay the caller's.
  ///   - output: Its stdout.
  ///   - errors: Its stderr; `nil`: what it says there is lost.
  ///   - holdsSignals: Whether it is spared those that ask a process to end.
  /// - Throws: The reason of `posix_spawn(3)`, or why nothing swallows what it says.
  init(
    _ path: String, _ arguments: [String], input: Int32, output: Int32, errors: Int32? = nil,
    holdsSignals: Bool = false
  ) throws(SystemError) {
    let sink = errors == nil ? try System.openSink() : -1
    defer { if sink >= 0 { System.release(sink) } }
    number = try System.spawn(
      path, arguments, environment: Self.environment, input: input, output: output,
      errors: errors ?? sink, holdsSignals: holdsSignals)
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

  /// Ends it without waiting for anything, in a process that ends at once, too.
  func abandon() {
    _ = ending.withLockIfAvailable { ending in
      if ending == nil { System.end(number) }
    }
  }

  /// Keys and options of ours or of other programs are none of its business.
  private static var environment: [String] {
    ["PATH", "LD_LIBRARY_PATH", "TMPDIR"].compactMap { name in
      System.variable(name).map { "\(name)=\($0)" }
    } + ["LC_ALL=C"]
  }
}
