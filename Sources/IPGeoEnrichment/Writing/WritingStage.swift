import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore
import IPGeoRecords

/// What writing came to.
struct WritingReport: Sendable {
  var rows = 0
  var error: SystemError?
  /// For each address whether `--top N` left it out; empty where none was.
  var isRest: [Bool] = []
}

/// The write stage: what the writer's thread does.
struct WritingStage {
  let configuration: BatchRun.Configuration
  let source: String
  let control: RunControl
  let board: AnswerBoard
  let resolving: Resolving
  let queue: ChunkQueue
  let ledger: RecordLedger
  let addresses: SlabArray<IPAddress>
  let sink: ByteSink
  /// Ends the asking at once: nobody will read the answers.
  let cancelAsking: @Sendable () -> Void

  /// Writes until the input has ended; when a write fails, everything else is told to end.
  func run() -> WritingReport {
    var report = WritingReport()
    do throws(SystemError) {
      try write(into: &report)
    } catch {
      report.error = error
      control.stopReading()
      queue.abandon()
      resolving.close(with: Failure(.interrupted, message: "the output could not be written"))
      resolving.finish()
      cancelAsking()
    }
    return report
  }

  private func write(into report: inout WritingReport) throws(SystemError) {
    let renderer = RowRenderer(
      fields: configuration.fields, format: configuration.format,
      csvSafe: configuration.isCSVSafe)
    var output = RowOutput(
      renderer: renderer, sink: sink, board: board, addresses: addresses, control: control,
      source: source)
    if configuration.writesHeader { output.appendHeader() }
    switch configuration.selection {
    case .everyRecord:
      var rows = RecordRows(queue: queue, ledger: ledger, output: output)
      report.rows = try rows.run()
    case .distinct:
      var rows = DistinctRows(
        selection: configuration.selection, queue: queue, resolving: resolving, board: board,
        ledger: ledger, addresses: addresses, output: output)
      report.rows = try rows.run()
      report.isRest = rows.isRest
    }
  }
}
