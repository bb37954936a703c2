internal import Dispatch

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Ends the process without waiting for anything: the second signal, or a clean-up that hangs.
enum ProcessEnd {
  static func now(by signal: Int32, after abandonment: () -> Void) {
    abandonment()
    let status = SignalWatch.dieOf(signal)
    _exit(status)
  }
}

/// Calls back when a clean-up takes too long, as when nobody takes the rows off a full pipe.
enum Watchdog {
  static func start(seconds: Double, _ body: @escaping @Sendable () -> Void) {
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: body)
  }
}
