internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoEnrichment
internal import IPGeoRecords

/// What people are told at the end of a run, line by line: pure, so that each line has its test.
struct EndMessages {
  /// A line and how grave it is.
  struct Line: Hashable {
    var gravity: Diagnostics.Gravity
    var text: String
  }

  let summary: RunSummary
  /// The decision that `summary.ending` came from.
  let ending: BatchEnding
  /// Whether records without an address were not told of one by one.
  var isQuiet = false
  /// Whether nothing was asked, because only a plan was wanted.
  var isPlan = false
  /// Where rows are that did not get their final name.
  var rowsLeftIn: String?
  /// What became of the page of `--report`.
  var reportEnd: ReportPage.End?

  private var report: RunReport { summary.report }

  /// The lines in the order in which they are said.
  var lines: [Line] {
    var lines = repeated + longRows
    // A reader that left early, as `head` does, wants no more of us.
    if report.outputError?.isBrokenPipe == true { return lines }
    lines += stop.map { [Line(gravity: .error, text: $0)] } ?? []
    lines += failures.map { [$0] } ?? []
    lines += inputFaults.map { Line(gravity: .error, text: $0) }
    if let rowsLeftIn {
      lines.append(
        Line(gravity: .warning, text: "the output is left alone; the rows are in \(rowsLeftIn)"))
    }
    if isEmpty {
      lines.append(Line(gravity: .error, text: "no records in the input: nothing to do"))
    } else if !isPlan, report.counts.records > 0 || isCutShort {
      // The sums of what was done hold, too, and would pass for those of a whole run.
      let interrupted = report.wasInterrupted ? "interrupted: " : ""
      lines.append(Line(gravity: .note, text: interrupted + summary.line))
    }
    if isPlan { return lines }
    lines += page.map { [$0] } ?? []
    return lines + summary.sums.map { Line(gravity: .detail, text: $0) }
  }

  /// Where the report is, or of what run.
  private var page: Line? {
    switch reportEnd {
    case .written(let path): Line(gravity: .note, text: "the report is in \(path)")
    case .left(let path):
      Line(
        gravity: .warning,
        text:
          "the report in \(path) is of an earlier run: this one did not come to its end; run it "
          + "again")
    case .notMade(let path):
      Line(
        gravity: .warning,
        text: "no report in \(path): the run did not come to its end; run it again")
    case nil: nil
    }
  }

  /// How many of each reason were not told of one by one.
  private var repeated: [Line] {
    Reason.allCases.compactMap { reason in
      guard reason.status == .invalid else { return nil }
      let more = (report.counts.reasons[reason.rawValue] ?? 0) - RunReport.toldOfEachReason
      if more <= 0 { return nil }
      return Line(
        gravity: .warning, text: "\(reason.rawValue): and \(more.groupedDigits) more like it")
    }
  }

  /// The rows that have more cells than their header, named once for each input.
  private var longRows: [Line] {
    report.longRows.map { input in
      let rows = input.rows
      let more = rows.count == 1 ? "" : "; \(rows.count.groupedDigits) rows are so"
      return Line(
        gravity: .warning,
        text: "\(EventReporter.shown(input.name)):\(rows.line): the row has "
          + "\(rows.cells.groupedDigits) cells and the header \(rows.columns.groupedDigits); all are "
          + "kept, and ours stand behind them\(more)")
    }
  }

  /// Why the asking stopped before the end.
  private var stop: String? {
    guard case .stopped(let failure) = report.providerEnd else { return nil }
    let unasked =
      report.counts.unasked == 0 ? "" : "; \(report.counts.unasked.groupedDigits) not asked"
    return "stopped asking: \(failure.message)\(unasked); run it again later"
  }

  /// Why look-ups failed, and what it makes of the exit code.
  private var failures: Line? {
    let counts = report.counts
    guard counts.failedAddresses > 0, !isCutShort, !isPlan, report.providerEnd == .finished else {
      return nil
    }
    if ending.ending == .code(.budget) {
      let unasked = counts.reasons[Reason.budget.rawValue] ?? 0
      let records = unasked == 1 ? "record" : "records"
      return Line(
        gravity: .error,
        text:
          "stopped by a budget: \(unasked.groupedDigits) \(records) not answered; run it again to "
          + "carry on")
    }
    let reasons = Reason.allCases.filter { reason in
      reason.status == .failed && counts.reasons[reason.rawValue] != nil
    }
    let share =
      "\(counts.failedAddresses.groupedDigits) of \(ending.lookUps.groupedDigits) look-ups failed"
    let why = reasons.map(\.rawValue).joined(separator: ", ")
    let verdict = ending.failsTooOften ? ", more than --fail-above allows" : ""
    return Line(
      gravity: ending.failsTooOften ? .error : .warning,
      text: "\(share) (\(why))\(verdict); --failures FILE says why of each")
  }

  private var inputFaults: [String] {
    let counts = report.counts
    var faults: [String] = []
    if counts.records > 0, counts.invalid == counts.records {
      let first = report.firstInvalid.map(EventReporter.text).joined(separator: "; ")
      faults.append(
        "no record held an address: read as \(report.dialects.joined(separator: " and "))"
          + (isQuiet ? "; the first: \(first)" : "")
          + "; tell the form with --input-format, or where the address is with --ip-field")
    } else if ending.isStrict, counts.invalid > 0 {
      let records = counts.invalid == 1 ? "record is" : "records are"
      faults.append("\(counts.invalid.groupedDigits) \(records) invalid, and --strict allows none")
    }
    if !counts.sumsHold, report.outputError == nil {
      faults.append("the sums do not hold: this is a bug")
    }
    return faults
  }

  private var isCutShort: Bool { report.outputError != nil || report.wasInterrupted }

  /// Whether the input was read to its end and held nothing.
  private var isEmpty: Bool {
    report.counts.records == 0 && report.inputErrors.isEmpty && report.refusal == nil
      && !isCutShort
  }
}
