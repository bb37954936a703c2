#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Stops the process as Ctrl-Z does where nobody watches for it.
enum JobStop {
  /// Stops by SIGTSTP's default action, and returns when the process is continued.
  ///
  /// For whoever took the signal through a `SignalWatch`. Where no shell could continue the process
  /// the system does not stop it.
  static func now() {
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, SIGTSTP)
    _ = signal(SIGTSTP, SIG_DFL)
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    raise(SIGTSTP)
    pthread_sigmask(SIG_BLOCK, &mask, nil)
    _ = signal(SIGTSTP, SIG_IGN)
  }
}
