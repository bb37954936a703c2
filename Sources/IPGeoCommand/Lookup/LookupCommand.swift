internal import IPGeoAPI
internal import IPGeoAddresses
internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoEnrichment
internal import IPGeoMaps
internal import IPGeoMaxMind
internal import IPGeoRecords

/// `ipgeo lookup`: from checked options to an ending.
struct LookupCommand: Sendable {
  let options: LookupOptions
  let environment: [String: String]
  let diagnostics: Diagnostics
  let fields: [Field]
  let format: LookupFormat
  let isTerminal = Terminal.isTerminal(1)

  /// Checks the list of columns, and refuses what would write over its own files; nothing is opened.
  init(
    _ options: LookupOptions, environment: [String: String], diagnostics: Diagnostics
  ) throws(CommandFault) {
    self.options = options
    self.environment = environment
    self.diagnostics = diagnostics
    let isForPeople = isTerminal && options.base.wishes.schema == .ipgeo
    format = options.format ?? (isForPeople ? .text : .jsonl)
    do throws(FieldListError) {
      fields =
        try options.fields.map { (list) throws(FieldListError) in
          try Field.parse(list: list)
        } ?? Field.defaults
    } catch {
      throw CommandFault(.usage, Self.shown("--fields: \(error.description)", environment))
    }
    if let fault = SameFileCheck.fault(options, environment: environment) {
      throw CommandFault(.usage, Self.shown(fault, environment))
    }
  }

  /// A message's text in letters that the locale can show.
  static func shown(_ text: String, _ environment: [String: String]) -> String {
    ShownText.escape(text, isUnicode: Terminal.isUnicode(environment))
  }

  /// Runs to the end.
  func run() async throws(CommandFault) -> RunEnding {
    let databases = try await openDatabases()
    let items = try await readItems()
    // Before anything is asked, and once no more keys are waited for.
    let map = try mapFile()
    let shared = SharedFiles(options.base, environment: environment, diagnostics: diagnostics)
    let signals = SignalSequence(clock: Clock.boottimeNanoseconds)
    let reporter = EventReporter(diagnostics, clock: Clock.boottimeNanoseconds)
    let line = FetchingLine(on: diagnostics)
    let task = Task {
      await answers(items, databases, shared, reporter) { begin($0, reporter, line) }
    }
    let watch = SignalWatch { signal, _ in
      let endNow = { @Sendable in
        ProcessEnd.now(by: signal) {
          map?.abandon()
          diagnostics.show(progress: nil)
        }
      }
      switch signals.take(signal) {
      case .interrupt:
        task.cancel()
        Watchdog.start(seconds: 1.6, endNow)
      case .end: endNow()
      case .ignore: break
      }
    }
    // While signals still end the process: a pipe may be full for ever.
    defer { watch.cancel() }
    let report = await task.value
    line.stop()
    await shared.close { signals.first != nil }
    let ending =
      signals.first == nil ? await BlockingWork.run { finish(report, map) } : .code(.done)
    guard let signal = signals.first else { return ending }
    map?.abandon()
    return .signal(signal)
  }

  /// The names' addresses, and then what is known of all.
  private func answers(
    _ items: [LookupItem], _ databases: MaxMindAnswers?, _ shared: SharedFiles,
    _ reporter: EventReporter, onAsking: @escaping @Sendable ([IPAddress?]) -> Void
  ) async -> LookupRun.Report {
    let resolved = options.resolvesNames ? await resolve(items) : items
    let run = LookupRun(
      options: options, databases: databases, shared: shared,
      wantsReverse: fields.contains(.reverse),
      onEvent: { event in
        // Each address says it of itself.
        if case .lookUpsFailed = event { return }
        reporter.take(.provider(event))
      }, onAsking: onAsking)
    return await run.run(resolved)
  }

  private func resolve(_ items: [LookupItem]) async -> [LookupItem] {
    let resolver = NameResolver(deadline: options.base.asking.timeoutNanoseconds)
    let items = await NamedItems.resolve(items, by: resolver)
    for item in items {
      guard let name = item.name, case .address(let address) = item.subject else { continue }
      diagnostics.detail("\(name) is \(address)")
    }
    return items
  }

  /// Says what goes out, and shows that it is waited for.
  private func begin(
    _ addresses: [IPAddress?], _ reporter: EventReporter, _ line: FetchingLine
  ) {
    FirstUseNotice.sayOnce(
      asking: options.base.asking, environment: environment, isTerminal: Terminal.isTerminal(2),
      diagnostics: diagnostics)
    if addresses.contains(nil) {
      diagnostics.note("asking \(options.base.asking.address) which address it sees you by")
    }
    let style = Terminal.progressStyle(
      .auto, level: diagnostics.level, errorIsTerminal: Terminal.isTerminal(2),
      outputIsTerminal: false, environment: environment)
    guard style == .moving else { return }
    let isUnicode = Terminal.isUnicode(environment)
    line.show(FetchingLine.words(addresses), ellipsis: isUnicode ? "…" : "...") {
      reporter.wait?.left
    }
  }

  private func openDatabases() async throws(CommandFault) -> MaxMindAnswers? {
    let opened = await BlockingWork.run { () -> Result<MaxMindAnswers?, CommandFault> in
      do throws(CommandFault) {
        return .success(try OpenDatabases.answers(options.base))
      } catch {
        return .failure(CommandFault(error.code, Self.shown(error.message, environment)))
      }
    }
    return try opened.get()
  }

  private func readItems() async throws(CommandFault) -> [LookupItem] {
    if options.addresses.contains("-"), Terminal.isTerminal(0) {
      diagnostics.note("reading addresses from the terminal, one a line; Ctrl-D ends the list")
    }
    let read = await BlockingWork.run { () -> Result<[LookupItem], CommandFault> in
      do throws(CommandFault) {
        return .success(try LookupInput.items(options))
      } catch {
        return .failure(error)
      }
    }
    return try read.get()
  }

  private func mapFile() throws(CommandFault) -> LookupMapFile? {
    guard options.map != nil || options.opensMap else { return nil }
    do throws(CommandFault) {
      return try LookupMapFile(options.map, environment: environment)
    } catch {
      throw CommandFault(error.code, Self.shown(error.message, environment))
    }
  }
}
