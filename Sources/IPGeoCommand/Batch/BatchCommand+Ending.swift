internal import IPGeoByteStreams
internal import IPGeoEnrichment

extension BatchCommand {
  /// Decides the ending, gives the files their names, and tells of the run.
  func finish(
    _ report: RunReport, _ files: OutputFiles, page: ReportPage?, signal: Int32?
  ) -> RunEnding {
    var ending = BatchEnding(
      report: report, signal: signal, isStrict: options.isStrict, failAbove: options.failAbove)
    if let refusal = report.refusal { diagnostics.error(refusal.message) }
    if let error = report.outputError, !error.isBrokenPipe {
      diagnostics.error(files.packingFault?.message ?? error.description)
    }
    if let error = report.failuresError { diagnostics.error(error.description) }
    attempt(&ending) { () throws(SystemError) in
      if report.failuresError == nil { try files.finishFailures() } else { files.discardFailures() }
    }
    if let page, ending.ending.finishesOutput {
      attempt(&ending) { () throws(SystemError) in
        try files.writeReport(page.content(report.counts))
      }
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
    let isWhole = ending.ending.finishesOutput
    attempt(&ending) { () throws(SystemError) in try files.finishReport(whole: isWhole) }
    if ending.ending != expected {
      summary.ending = ending.ending
      attempt(&ending) { () throws(SystemError) in try files.rewriteSummary(summary.json) }
    }
    attempt(&ending) { () throws(SystemError) in try files.finishSummary() }
    let messages = EndMessages(
      summary: summary, ending: ending, isQuiet: diagnostics.level == .quiet,
      rowsLeftIn: files.rowsLeftIn, reportEnd: files.reportEnd)
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
