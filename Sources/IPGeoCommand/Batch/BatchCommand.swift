internal import IPGeoAPI
internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoEnrichment
internal import IPGeoMaxMind
internal import IPGeoRateLimit
internal import IPGeoRecords

/// `ipgeo batch`: from checked options to an ending.
struct BatchCommand {
  let options: BatchOptions
  let environment: [String: String]
  let diagnostics: Diagnostics
  let startedAt = Clock.wallSeconds()
  let start = Clock.boottimeNanoseconds()

  /// Refuses what would write over what it reads, before anything is opened.
  init(
    _ options: BatchOptions, environment: [String: String], diagnostics: Diagnostics
  ) throws(CommandFault) {
    self.options = options
    self.environment = environment
    self.diagnostics = diagnostics
    if let fault = SameFileCheck.fault(options, environment: environment) {
      throw CommandFault(.usage, fault)
    }
  }

  /// Runs to the end.
  func run() async -> RunEnding {
    let reports = RunReports(options.running, diagnostics, start: start)
    do throws(CommandFault) {
      let fields = try fields()
      let databases = try OpenDatabases.answers(options)
      if options.running.isDry { return try await dryRun(fields, databases) }
      let lock = try await takeLock()
      defer { withExtendedLifetime(lock) {} }
      return try await wholeRun(fields, databases, reports)
    } catch {
      diagnostics.error(error.message)
      reports.end(.code(error.code), counts: nil)
      return .code(error.code)
    }
  }

  private func fields() throws(CommandFault) -> [Field] {
    let fields = try namedFields()
    if options.isUnique, fields.contains(.record) {
      throw CommandFault(
        .usage, "--fields: 'record' belongs to one record, and a row of --unique to an address")
    }
    return options.keepsLine && !fields.contains(.record) ? fields + [.record] : fields
  }

  private func namedFields() throws(CommandFault) -> [Field] {
    do throws(FieldListError) {
      let format = options.wishes.format
      return if let list = options.fields {
        try Field.parse(list: list, unique: options.isUnique, format: format)
      } else {
        Field.defaults(unique: options.isUnique, format: format)
      }
    } catch {
      throw CommandFault(.usage, "--fields: \(error.description)")
    }
  }

  private func takeLock() async throws(CommandFault) -> RunLock? {
    guard let path = options.running.lock else { return nil }
    return try await RunLock.take(
      path: path, waitNanoseconds: options.running.lockWait, onWait: { diagnostics.note($0) })
  }

  private func wholeRun(
    _ fields: [Field], _ databases: MaxMindAnswers?, _ reports: RunReports
  ) async throws(CommandFault) -> RunEnding {
    let files = try OutputFiles(options)
    let shared = SharedFiles(options, environment: environment, diagnostics: diagnostics)
    let reporter = EventReporter(diagnostics, clock: Clock.boottimeNanoseconds)
    let wantsReverse = fields.contains(.reverse)
    let asked = options.asking.isOff ? nil : asked(shared, wantsReverse)
    let silent = SilentProvider(source: IPAPIProvider.name, failure: .notKnown)
    let run = try batchRun(
      fields, asked ?? silent, databases, memory: shared.memory(wantsReverse: wantsReverse),
      reporter)
    let live = LiveRun(run: run, reporter: reporter, asked: asked, startedAt: startedAt)
    return await self.run(live, files, shared, reports)
  }

  /// Whom the run asks.
  private func asked(
    _ shared: SharedFiles, _ wantsReverse: Bool
  ) -> DeferredProvider<IPAPIProvider> {
    DeferredProvider(source: IPAPIProvider.name) { [options] in
      IPAPIProvider(
        options.asking.configuration(wantsReverse: wantsReverse), refusals: shared.refusals,
        ledger: { shared.ledger($0, $1) })
    }
  }

  /// Prepares the run; nothing is opened yet but what wakes its threads.
  func batchRun(
    _ fields: [Field], _ provider: any Provider, _ databases: MaxMindAnswers?,
    memory: (any AnswerMemory)?, _ reporter: EventReporter
  ) throws(CommandFault) -> BatchRun {
    do throws(SystemError) {
      return try BatchRun(
        configuration(fields), provider: provider, book: databases, memory: memory
      ) { reporter.take($0) }
    } catch {
      throw CommandFault(.unexpected, error.description)
    }
  }

  private func run(
    _ live: LiveRun, _ files: OutputFiles, _ shared: SharedFiles, _ reports: RunReports
  ) async -> RunEnding {
    let run = live.run
    FirstUseNotice.sayOnce(
      asking: options.asking, environment: environment, isTerminal: Terminal.isTerminal(2),
      diagnostics: diagnostics)
    if options.readsStandardInputUnasked, Terminal.isTerminal(0) {
      diagnostics.note("reading addresses from the terminal, one a line; Ctrl-D ends the list")
    }
    let signals = SignalSequence(clock: Clock.boottimeNanoseconds)
    let abandonment = files.abandonment
    let endNow: @Sendable (Int32) -> Void = { signal in
      ProcessEnd.now(by: signal) {
        abandonment()
        reports.endAtOnce(by: signal)
      }
    }
    let watch = SignalWatch { signal, _ in
      switch signals.take(signal) {
      case .interrupt:
        run.interrupt()
        Watchdog.start(seconds: 1.6) {
          diagnostics.note(live.unfinished)
          endNow(signal)
        }
      case .end: endNow(signal)
      case .ignore: break
      }
    }
    let deadline = DeadlineWatch(
      deadline, wallSeconds: { Clock.wallSeconds() }, bootNanoseconds: Clock.boottimeNanoseconds
    ) { reason in
      diagnostics.note(reason.message)
      run.stopAsking(with: Failure(.budget, message: reason.message))
    }
    reports.begin { live.status }
    let progress = ProgressDriver(
      progressStyle, on: diagnostics, clock: Clock.boottimeNanoseconds,
      state: { live.progress })
    let log = files.failureSink.map { FailureLog(sink: $0) }
    let page = options.report.map { _ in
      ReportPage(title: MapTitle.of(options.inputs), showsAddresses: options.showsAddresses)
    }
    var report = await run.run(
      to: files.rowSink, failures: log, eachAddress: page.map { page in { page.add($0) } })
    deadline.stop()
    await shared.close { signals.first != nil }
    // While signals still end the process: it may take for ever.
    report.outputError = files.finishPacking(after: report.outputError)
    progress.stop()
    watch.cancel()
    let ending = finish(report, files, page: page, signal: signals.first)
    reports.end(ending, counts: report.counts)
    return ending
  }

  private func configuration(_ fields: [Field]) -> BatchRun.Configuration {
    var configuration = BatchRun.Configuration(
      inputs: options.inputs, reading: options.reading, selection: selection, fields: fields,
      wishes: wishes)
    configuration.asksBeyondBook = options.asksBeyondDatabases
    configuration.shard = options.shard
    return configuration
  }

  private var wishes: RowWishes {
    var wishes = options.wishes
    let isTerminal = options.output == nil && Terminal.isTerminal(1)
    wishes.look.width = isTerminal ? Terminal.width(1) : nil
    wishes.look.isColored = Terminal.usesColor(
      options.color, isTerminal: isTerminal, environment: environment)
    return wishes
  }

  private var deadline: RunDeadline {
    RunDeadline(
      wallSeconds: startedAt, bootNanoseconds: start, maxTime: options.running.maximumTime,
      until: options.running.until, clock: .system)
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
}
