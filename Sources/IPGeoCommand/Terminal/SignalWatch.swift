internal import Dispatch
internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Turns SIGINT, SIGTERM and SIGHUP into calls, so that a run can clean up before it dies of them.
///
/// A signal that was ignored when the program started, as under `nohup` or for a background job,
/// stays ignored. Calls come from a private serial queue, one for each signal noticed; signals of
/// one kind that come faster than they are handled may count as one. Make it early, on the first
/// thread.
final class SignalWatch: Sendable {
  // Set once; libdispatch allows to cancel a source from any thread.
  nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

  /// Starts watching; when it returns, none of `signals` ends the process by itself any more.
  /// - Parameters:
  ///   - signals: The signals to watch.
  ///   - onSignal: Gets the signal and how many came by now, of all kinds: 1 for the first.
  init(
    _ signals: [Int32] = [SIGINT, SIGTERM, SIGHUP],
    onSignal: @escaping @Sendable (_ signal: Int32, _ count: Int) -> Void
  ) {
    let queue = DispatchQueue(label: "ipgeo.signals")
    let counter = Counter()
    // Held back in this thread and those it starts, for good: none gets lost while the default
    // action is swapped for the source, and none ends a sleep or a wait of theirs early.
    var held = sigset_t()
    sigemptyset(&held)
    let watched = signals.filter { !Self.isIgnored($0) }
    for number in watched { sigaddset(&held, number) }
    pthread_sigmask(SIG_BLOCK, &held, nil)
    let registered = DispatchGroup()
    sources = watched.map { number in
      _ = signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { @Sendable in onSignal(number, counter.next()) }
      registered.enter()
      source.setRegistrationHandler { @Sendable in registered.leave() }
      source.activate()
      return source
    }
    registered.wait()
  }

  deinit { cancel() }

  /// Makes no more calls; the signals stay without effect.
  func cancel() {
    for source in sources { source.cancel() }
  }

  /// Makes writes to a closed pipe fail with EPIPE instead of ending the process half-way.
  static func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }

  /// Whether `number` is ignored now.
  static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    // Function pointers have no equality; SIG_IGN is a number in a pointer's place.
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Ends the process by the signal's default action, so that whoever waits for it sees that.
  ///
  /// It returns only where the system spares the process, as it does the first one of a container:
  /// then with the code that a shell would have shown.
  static func dieOf(_ number: Int32) -> Int32 {
    _ = signal(number, SIG_DFL)
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, number)
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    raise(number)
    return 128 &+ number
  }

  private final class Counter: Sendable {
    private let count = Atomic(0)
    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
  }
}
