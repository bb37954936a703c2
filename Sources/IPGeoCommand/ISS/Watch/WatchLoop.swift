internal import IPGeoByteStreams
internal import IPGeoISS
internal import IPGeoMaps

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Watches until a signal, a reader that leaves or a write that fails ends it.
///
/// It blocks in writes and waits, so that it has a thread of its own; others reach it by its mail.
struct WatchLoop {
  /// What it shows.
  enum Form: Hashable, Sendable {
    /// One picture that is redrawn in place.
    case screen
    /// A line for each position.
    case lines(StationFormat)
  }

  /// The age of a position on a screen counts on by so much; also no wait is longer than a minute,
  /// as the time that a machine sleeps does not count in it.
  private static let tick: Int64 = 1_000_000_000
  private static let longestWait: Int64 = 60_000_000_000

  private let command: StationCommand
  private let mail: WatchMail
  private let form: Form
  private let sink: ByteSink
  private let look: (isUnicode: Bool, usesColor: Bool)
  private var watch: StationWatch
  private var drawn: ScreenFrame.DrawnMap?
  private var hasScreen = false
  private var wasStale = false
  private var mapFault: String?
  private var hasMap = false

  /// Prepares a watch; `output` is where it shows, a screen or not.
  init(_ command: StationCommand, mail: WatchMail, form: Form, output: Int32 = 1) {
    self.command = command
    sink = ByteSink(descriptor: output, name: "standard output", closeOnEnd: false)
    self.mail = mail
    self.form = form
    let look = command.look(columns: 0)
    self.look = (look.isUnicode, look.usesColor)
    watch = StationWatch(every: command.options.every)
  }

  /// Runs to the end; the screen is given back then.
  mutating func run() -> RunEnding {
    do throws(SystemError) {
      while true {
        if let ending = try turn() { return ending }
      }
    } catch {
      if error.isBrokenPipe { return .signal(SIGPIPE) }
      // The terminal has gone; its signal may be on the way yet.
      if form == .screen, error.code == EIO { return .signal(SIGHUP) }
      try? leaveScreen()
      command.diagnostics.error(error.description)
      return .code(.writeFailed)
    }
  }

  /// One look at what has come, and the wait for more; an ending ends the watch.
  private mutating func turn() throws(SystemError) -> RunEnding? {
    let news = mail.take()
    if let signal = news.signal {
      try leaveScreen()
      return .signal(signal)
    }
    if news.isToStop {
      try leaveScreen()
      JobStop.now()
    }
    let now = Clock.boottimeNanoseconds()
    if let outcome = news.outcome {
      watch.take(outcome, now: now)
      try tell(outcome)
    }
    if watch.begins(now: now) { ask() }
    if form == .screen { try draw() }
    switch sink.wait(mail.bell, milliseconds: wait(now)) {
    case .readerGone: return .signal(SIGPIPE)
    case .woken, .timedOut: return nil
    }
  }

  private func wait(_ now: Int64) -> Int32 {
    let longest = form == .screen ? Self.tick : Self.longestWait
    // Rounded up: a wait that ends before its time would begin again at once.
    let wait = min(watch.pause(now: now) ?? longest, longest) / 1_000_000 + 1
    return Int32(truncatingIfNeeded: wait)
  }

  private func ask() {
    let (service, mail, timeout) = (command.service, mail, command.options.timeout)
    Task.detached {
      let outcome: Result<StationFix, StationFault>
      do throws(StationFault) {
        // The next request is the other try.
        outcome = .success(try await service.fix(withinNanoseconds: timeout, mayRetry: false))
      } catch {
        outcome = .failure(error)
      }
      mail.post { $0.outcome = outcome }
    }
  }

  // MARK: Lines

  private mutating func tell(_ outcome: Result<StationFix, StationFault>) throws(SystemError) {
    switch outcome {
    case .success(let fix):
      let report = StationReport(fix: fix, now: Clock.wallSeconds())
      if case .lines(let format) = form {
        var line = format == .json ? report.json : report.line(isUnicode: look.isUnicode)
        line += "\n"
        try write(line)
        // Once, until it is fresh again: a service that stands still does so for days.
        if let warning = report.warning, !wasStale { command.diagnostics.warning(warning) }
        wasStale = report.warning != nil
      }
      writeMap(report)
    case .failure(let fault):
      if form == .screen { return }
      let message = StationMessages.commandFault(fault, url: command.options.url).message
      command.diagnostics.warning(message)
    }
  }

  private func write(_ text: String) throws(SystemError) {
    var buffer = ByteBuffer(capacity: max(16, text.utf8.count))
    buffer.append(text)
    try sink.append(buffer)
    try sink.flush()
  }

  private mutating func writeMap(_ report: StationReport) {
    guard let map = command.options.map else { return }
    let file = StationPicture.file(report, ways: watch.track.ways, as: map.format)
    do throws(SystemError) {
      try SmallFile.replace(map.path, with: file, isFirst: !hasMap)
      hasMap = true
      mapFault = nil
    } catch {
      if mapFault == nil, form != .screen {
        command.diagnostics.warning("--map: \(error.description); the watch goes on")
      }
      mapFault = "--map: \(error.description)"
    }
  }

  // MARK: The screen

  private mutating func draw() throws(SystemError) {
    // In the background the window is somebody else's.
    guard Terminal.isForeground(sink.descriptor) else { return }
    let window = Terminal.window(sink.descriptor)
    let frame = ScreenFrame(
      watch: watch, now: Clock.wallSeconds(), window: window, isUnicode: look.isUnicode,
      usesColor: look.usesColor, mapFault: mapFault)
    let picture = ScreenText.draw(frame.lines(&drawn), rows: window.rows)
    try write(hasScreen ? picture : ScreenText.enter + picture)
    hasScreen = true
  }

  private mutating func leaveScreen() throws(SystemError) {
    guard hasScreen else { return }
    hasScreen = false
    try write(ScreenText.leave)
  }
}
