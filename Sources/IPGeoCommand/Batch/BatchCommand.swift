internal import IPGeoAPI
internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoEnrichment
internal import IPGeoRateLimit
internal import IPGeoRecords

/// `ipgeo batch`: from checked options to an ending.
struct BatchCommand {
  private let options: BatchOptions
  private let fields: [Field]
  private let environment: [String: String]
  private let diagnostics: Diagnostics
  private let startedAt = Clock.wallSeconds()
  private let start = Clock.boottimeNanoseconds()

  /// Checks what can be checked without opening anything.
  init(
    _ options: BatchOptions, environment: [String: String], diagnostics: Diagnostics
  ) throws(CommandFault) {
    self.options = options
    self.environment = environment
    self.diagnostics = diagnostics
    do throws(FieldListError) {
      fields =
        if let list = options.fields {
          try Field.parse(list: list, unique: options.isUnique)
        } else {
          Field.defaults(unique: options.isUnique)
        }
    } catch {
      throw CommandFault(.usage, "--fields: \(error.description)")
    }
    if let fault = SameFileCheck.fault(options) { throw CommandFault(.usage, fault) }
  }

  /// Runs to the end.
  func run() async -> RunEnding {
    do throws(CommandFault) {
      let reporter = EventReporter(diagnostics, clock: Clock.boottimeNanoseconds)
      let files = try openFiles()
      let shared = SharedFiles(options, environment: environment, diagnostics: diagnostics)
      let run = try batchRun(provider(shared), shared, reporter)
      return await self.run(run, files, shared, reporter)
    } catch {
      diagnostics.error(error.message)
      return .code(error.code)
    }
  }

  private func openFiles() throws(CommandFault) -> OutputFiles {
    do throws(SystemError) {
      return try OutputFiles(options)
    } catch {
      throw CommandFault(.cannotCreate, "\(error.description)")
    }
  }

  private var wantsReverse: Bool { fields.contains(.reverse) }

  private func provider(_ shared: SharedFiles) -> any Provider {
    if options.asking.isOff {
      return SilentProvider(
        source: IPAPIProvider.name,
        failure: Failure(.notKnown, message: "not known from earlier runs, and nothing is asked"))
    }
    return DeferredProvider(source: IPAPIProvider.name) { [options, wantsReverse] in
      IPAPIProvider(options.asking.configuration(wantsReverse: wantsReverse)) {
        shared.ledger($0, $1)
      }
    }
  }

  private func batchRun(
    _ provider: any Provider, _ shared: SharedFiles, _ reporter: EventReporter
  ) throws(CommandFault) -> BatchRun {
    do throws(SystemError) {
      return try BatchRun(
        configuration, provider: provider,
        memory: shared.memory(wantsReverse: wantsReverse)
      ) { reporter.take($0) }
    } catch {
      throw CommandFault(.unexpected, error.description)
    }
  }

  private func run(
    _ run: BatchRun, _ files: OutputFiles, _ shared: SharedFiles, _ reporter: EventReporter
  ) async -> RunEnding {
    FirstUseNotice.sayOnce(
      asking: options.asking, environment: environment, isTerminal: Terminal.isTerminal(2),
      diagnostics: diagnostics)
    if options.readsStandardInputUnasked, Terminal.isTerminal(0) {
      diagnostics.note("reading addresses from the terminal, one a line; Ctrl-D ends the list")
    }
    let signals = SignalSequence(clock: Clock.boottimeNanoseconds)
    let abandonment = files.abandonment
    let watch = SignalWatch { signal, _ in
      switch signals.take(signal) {
      case .interrupt:
        run.interrupt()
        Watchdog.start(seconds: 1.6) { ProcessEnd.now(by: signal, after: abandonment) }
      case .end: ProcessEnd.now(by: signal, after: abandonment)
      case .ignore: break
      }
    }
    let progress = ProgressDriver(
      progressStyle, on: diagnostics, clock: Clock.boottimeNanoseconds,
      state: { Self.state(run.progress, reporter) })
    let log = files.failureSink.map { FailureLog(sink: $0) }
    let report = await run.run(to: files.rowSink, failures: log)
    shared.close { signals.first != nil }
    progress.stop()
    watch.cancel()
    return finish(report, files, signal: signals.first)
  }

  private var configuration: BatchRun.Configuration {
    var reading = ReadingOptions()
    reading.format = options.inputFormat
    reading.maximumLine = options.maximumLine
    return BatchRun.Configuration(
      inputs: options.inputs, reading: reading, selection: selection, fields: fields,
      format: options.format,
      writesHeader: options.writesHeader, isCSVSafe: options.isCSVSafe)
  }

  private var selection: RowSelection {
    options.isUnique
      ? .distinct(byHits: options.sortsByHits, top: options.top) : .everyRecord
  }

  private var progressStyle: ProgressStyle {
    Terminal.progressStyle(
      options.progress, level: diagnostics.level, errorIsTerminal: Terminal.isTerminal(2),
      outputIsTerminal: options.output == nil && Terminal.isTerminal(1), environment: environment)
  }

  private static func state(_ progress: RunProgress, _ reporter: EventReporter) -> ProgressState {
    var state = ProgressState()
    state.answered = progress.settled
    state.known = progress.addresses
    state.inputHasEnded = progress.isInputAtEnd
    state.nextWindowNanoseconds = reporter.waitLeft
    return state
  }
}

extension BatchCommand {
  /// Decides the ending, gives the files their names, and tells of the run.
  private func finish(
    _ report: RunReport, _ files: OutputFiles, signal: Int32?
  ) -> RunEnding {
    var ending = BatchEnding(
      report: report, signal: signal, isStrict: options.isStrict, failAbove: options.failAbove)
    if let error = report.outputError, !error.isBrokenPipe { diagnostics.error(error.description) }
    if let error = report.failuresError { diagnostics.error(error.description) }
    attempt(&ending) { () throws(SystemError) in
      if report.failuresError == nil { try files.finishFailures() } else { files.discardFailures() }
    }
    var summary = RunSummary(
      report: report, ending: ending.ending,
      elapsedMilliseconds: (Clock.boottimeNanoseconds() &- start) / 1_000_000,
      startedAt: startedAt)
    attempt(&ending) { () throws(SystemError) in try files.writeSummary(summary.json) }
    let expected = ending.ending
    if report.outputError == nil || options.output != nil {
      attempt(&ending) { () throws(SystemError) in
        try files.finishRows(whole: expected.finishesOutput)
      }
    }
    if ending.ending != expected {
      summary.ending = ending.ending
      attempt(&ending) { () throws(SystemError) in try files.rewriteSummary(summary.json) }
    }
    attempt(&ending) { () throws(SystemError) in try files.finishSummary() }
    let messages = EndMessages(
      summary: summary, ending: ending, isQuiet: diagnostics.level == .quiet,
      rowsLeftIn: files.rowsLeftIn)
    for line in messages.lines {
      diagnostics.say(line.text, as: line.gravity)
    }
    return ending.ending
  }

  private func attempt(
    _ ending: inout BatchEnding, _ body: () throws(SystemError) -> Void
  ) {
    do throws(SystemError) {
      try body()
    } catch {
      ending.hasWriteError = true
      diagnostics.error(error.description)
    }
  }
}
