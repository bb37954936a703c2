internal import IPGeoByteStreams
internal import IPGeoRecords
internal import IPGeoStore

/// `ipgeo cache`: from checked options to an ending.
///
/// Signals have their default actions: what is deleted or taken in stands in whole transactions.
struct CacheCommand: Sendable {
  private let options: CacheOptions
  private let path: String
  private let diagnostics: Diagnostics

  /// Checks that there is a place for a store; nothing is opened.
  init(_ options: CacheOptions, diagnostics: Diagnostics) throws(CommandFault) {
    guard let path = options.path else {
      throw CommandFault(
        .cannotCreate,
        "there is no place for the store, as neither XDG_CACHE_HOME nor HOME is an absolute path: "
          + "set one of them or IPGEO_CACHE, or name a file with --cache")
    }
    self.options = options
    self.path = path
    self.diagnostics = diagnostics
  }

  /// Runs to the end.
  func run() throws(CommandFault) -> RunEnding {
    switch options.action {
    case .path: return ProgramStart.show(path + "\n", 1, diagnostics)
    case .stats: return try showStatistics()
    case .prune: return try prune()
    case .clear: return try clear()
    case .export:
      return try ExportRun(path: path, output: options.output, diagnostics: diagnostics).run()
    case .import:
      if options.readsStandardInputUnasked, Terminal.isTerminal(0) {
        diagnostics.note("reading answers from the terminal, one a line; Ctrl-D ends them")
      }
      return try ImportRun(path: path, inputs: options.inputs, diagnostics: diagnostics).run()
    }
  }

  private func showStatistics() throws(CommandFault) -> RunEnding {
    var report = StatisticsReport(path: path)
    var ending = RunEnding.code(.done)
    if let store = try OpenStore.existing(path, for: .reading, diagnostics) {
      report.statistics = try store.use { (store) throws(StoreError) in try store.statistics() }
      if store.wasDamaged { ending = .code(.badInput) }
    } else {
      diagnostics.note("there is no store at \(path) yet")
    }
    let text = options.format == .json ? report.json : report.text
    return ExitCode.first(of: [ending, ProgramStart.show(text, 1, diagnostics)])
  }

  private func prune() throws(CommandFault) -> RunEnding {
    guard let store = try OpenStore.existing(path, for: .writing, diagnostics) else {
      return nothingToDo()
    }
    let (horizon, underflow) = Clock.wallSeconds().subtractingReportingOverflow(
      options.olderThanSeconds)
    // The store deletes what was asked before the instant that it is given.
    let (end, overflow) = horizon.addingReportingOverflow(1)
    let deleted = try store.use { (store) throws(StoreError) in
      underflow || overflow ? 0 : try store.prune(before: end)
    }
    diagnostics.note("\(Self.answers(deleted)) deleted from \(path)")
    return .code(.done)
  }

  private func clear() throws(CommandFault) -> RunEnding {
    guard let store = try OpenStore.existing(path, for: .writing, diagnostics) else {
      return nothingToDo()
    }
    let deleted = try store.use { (store) throws(StoreError) in try store.clear() }
    diagnostics.note("\(Self.answers(deleted)) deleted from \(path); the limit is kept elsewhere")
    return .code(.done)
  }

  private func nothingToDo() -> RunEnding {
    diagnostics.note("there is no store at \(path): nothing to delete")
    return .code(.done)
  }

  /// How many answers, in words.
  static func answers(_ count: Int) -> String {
    "\(count.groupedDigits) \(count == 1 ? "answer" : "answers")"
  }
}
