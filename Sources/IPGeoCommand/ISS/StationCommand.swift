internal import IPGeoByteStreams
internal import IPGeoISS
internal import IPGeoMaps
internal import IPGeoTransport

/// `ipgeo iss`: from checked options to an ending.
struct StationCommand: Sendable {
  let options: StationOptions
  let environment: [String: String]
  let diagnostics: Diagnostics
  let service: StationService

  /// Prepares; nothing is opened.
  init(_ options: StationOptions, environment: [String: String], diagnostics: Diagnostics) {
    self.options = options
    self.environment = environment
    self.diagnostics = diagnostics
    service = StationService(
      url: options.url,
      transport: CurlTransport(
        userAgent: "ipgeo/\(Version.number)", bodyLimit: StationService.bodyLimit,
        connectTimeoutNanoseconds: StationService.longestNanoseconds),
      clock: Clock.boottimeNanoseconds)
  }

  /// Runs to the end.
  func run() async throws(CommandFault) -> RunEnding {
    if let fault = SameFileCheck.fault(options) { throw CommandFault(.usage, fault) }
    return options.watches ? try await watch() : try await once()
  }

  /// What is printed.
  var format: StationFormat { options.format ?? (Terminal.isTerminal(1) ? .text : .json) }

  /// Whether what is printed is coloured.
  var usesColor: Bool {
    Terminal.usesColor(
      options.color, isTerminal: Terminal.isTerminal(1), environment: environment)
  }

  /// How the map is drawn in a window of that width.
  func look(columns: Int) -> TerminalLook {
    TerminalLook(
      columns: columns, isUnicode: Terminal.isUnicode(environment), usesColor: usesColor)
  }

  /// Opens the map's file beside its place, before anything is asked.
  func openMap() throws(CommandFault) -> ReplacedFile? {
    do throws(SystemError) {
      return try options.map.map { (map) throws(SystemError) in
        try ReplacedFile(path: map.path)
      }
    } catch {
      throw CommandFault(.cannotCreate, error.description)
    }
  }

  private func once() async throws(CommandFault) -> RunEnding {
    let file = try openMap()
    let diagnostics = diagnostics
    let watch = SignalWatch { signal, _ in
      // For a terminal that takes nothing.
      Watchdog.start(seconds: 1.6) { ProcessEnd.now(by: signal) {} }
      ProcessEnd.now(by: signal) {
        diagnostics.show(progress: nil)
        file?.abandon(leavingPartial: false)
      }
    }
    defer { watch.cancel() }
    let fix: StationFix
    do throws(CommandFault) {
      fix = try await fetch()
    } catch {
      file?.discard()
      throw error
    }
    let report = StationReport(fix: fix, now: Clock.wallSeconds())
    if let warning = report.warning { diagnostics.warning(warning) }
    let shown = ProgramStart.show(text(report), 1, diagnostics)
    return ExitCode.first(of: [shown, write(report, to: file)])
  }

  private func fetch() async throws(CommandFault) -> StationFix {
    let waits = Terminal.progressStyle(
      .auto, level: diagnostics.level, errorIsTerminal: Terminal.isTerminal(2),
      outputIsTerminal: false, environment: environment)
    if waits == .moving {
      diagnostics.show(progress: StationPicture.fetching(Terminal.isUnicode(environment)))
    }
    defer { diagnostics.show(progress: nil) }
    do throws(StationFault) {
      return try await service.fix(withinNanoseconds: options.timeout) { [diagnostics] fault in
        diagnostics.detail("\(fault.message); trying again")
      }
    } catch {
      throw StationMessages.commandFault(error, url: options.url)
    }
  }

  private func text(_ report: StationReport) -> String {
    if format == .json { return report.json + "\n" }
    let look = look(columns: Terminal.window(1).columns)
    let lines =
      [
        StationPicture.name, report.place(isUnicode: look.isUnicode),
        report.ground(isUnicode: look.isUnicode),
      ] + StationPicture.lines(StationPicture.picture(report), look: look)
    return lines.joined(separator: "\n") + "\n"
  }

  private func write(_ report: StationReport, to file: ReplacedFile?) -> RunEnding {
    guard let file, let map = options.map else { return .code(.done) }
    let sink = ByteSink(descriptor: file.descriptor, name: map.path, closeOnEnd: false)
    do throws(SystemError) {
      try sink.append(StationPicture.file(report, as: map.format))
      try sink.flush()
      try file.commit()
      if format == .text { diagnostics.note("the map is in \(map.path)") }
      return .code(.done)
    } catch {
      diagnostics.error(error.description)
      return .code(.writeFailed)
    }
  }
}
