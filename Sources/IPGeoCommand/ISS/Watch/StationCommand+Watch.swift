internal import Dispatch
internal import IPGeoByteStreams

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension StationCommand {
  /// Runs `--watch` until something ends it.
  func watch() async throws(CommandFault) -> RunEnding {
    // Only to find out now that it cannot be made.
    try openMap()?.discard()
    let mail: WatchMail
    do throws(SystemError) {
      mail = try WatchMail()
    } catch {
      throw CommandFault(.unexpected, error.description)
    }
    let form = watchForm
    let watches = signalWatches(mail, form)
    defer { for watch in watches { watch.cancel() } }
    return await withCheckedContinuation { continuation in
      DispatchQueue(label: "ipgeo.watch").async {
        var loop = WatchLoop(self, mail: mail, form: form)
        continuation.resume(returning: loop.run())
      }
    }
  }

  private var watchForm: WatchLoop.Form {
    format == .text && Terminal.isScreen(1, environment: environment) ? .screen : .lines(format)
  }

  private func signalWatches(_ mail: WatchMail, _ form: WatchLoop.Form) -> [SignalWatch] {
    let signals = SignalSequence(clock: Clock.boottimeNanoseconds)
    // Ctrl-\ would leave the screen as it is, and under Swift's own report of a crash.
    let kinds = [SIGINT, SIGTERM, SIGHUP] + (form == .screen ? [SIGQUIT] : [])
    let ends = SignalWatch(kinds) { signal, _ in
      switch signals.take(signal) {
      case .interrupt:
        mail.post { $0.signal = signal }
        if form == .screen { Terminal.resumeOutput(1) }
        Watchdog.start(seconds: 1.6) { ProcessEnd.now(by: signal) {} }
      case .end: ProcessEnd.now(by: signal) {}
      case .ignore: break
      }
    }
    guard form == .screen else { return [ends] }
    return [
      ends,
      SignalWatch([SIGTSTP]) { _, _ in mail.post { $0.isToStop = true } },
      SignalWatch([SIGWINCH, SIGCONT]) { _, _ in mail.bell.signal() },
    ]
  }
}
