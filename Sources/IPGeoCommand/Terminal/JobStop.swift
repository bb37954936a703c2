#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Stops the process as Ctrl-Z does where nobody watches for it.
enum JobStop {
  /// Stops by SIGTSTP's default action, and returns when the process is continued.
  ///
  /// For whoever took the signal through a `SignalWatch`, which sees the next one as it saw this
  /// one. Where no shell could continue the process the system does not stop it.
  static func now() {
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, SIGTSTP)
    // Whatever is there is put back: libdispatch has a handler of its own on Linux, without which
    // a signal that reaches a thread where it is not held back is lost.
    var watching = sigaction()
    let isKnown = sigaction(SIGTSTP, nil, &watching) == 0
    _ = signal(SIGTSTP, SIG_DFL)
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    raise(SIGTSTP)
    pthread_sigmask(SIG_BLOCK, &mask, nil)
    if isKnown { sigaction(SIGTSTP, &watching, nil) }
  }
}
