import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore
import IPGeoRecords

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What writing came to.
struct WritingReport: Sendable {
  var rows = 0
  var error: SystemError?
  /// For each address whether `--top N` left it out; empty where none was.
  var isRest: [Bool] = []
  /// Inputs whose dropped records could not be had again.
  var inputErrors: [RunReport.NamedInputError] = []
}

/// The write stage: what the writer's thread does.
struct WritingStage {
  let configuration: BatchRun.Configuration
  let plans: RowPlanning
  let source: String
  /// Whether addresses may share their answers.
  let hasBook: Bool
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
    guard let plan = try plan() else { return }
    var output = RowOutput(
      plan: plan, of: plans, fields: configuration.fields, look: configuration.wishes.look,
      sink: sink, board: board, addresses: addresses,
      control: control, queue: queue, source: source,
      hasBook: hasBook)
    output.begin()
    switch configuration.selection {
    case .everyRecord:
      var rows = RecordRows(queue: queue, ledger: ledger, output: output)
      defer { report.inputErrors = rows.inputErrors }
      report.rows = try rows.run()
    case .distinct:
      var rows = DistinctRows(
        selection: configuration.selection, queue: queue, resolving: resolving, board: board,
        ledger: ledger, addresses: addresses, output: output)
      report.rows = try rows.run()
      report.isRest = rows.isRest
    }
  }

  /// The form of the rows, as soon as the reader knows it; `nil` where there are to be none.
  private func plan() throws(SystemError) -> RowPlan? {
    while true {
      if let decided = plans.decided { return decided }
      if case .readerGone = sink.wait(control.writerWake, milliseconds: -1) {
        throw SystemError(code: EPIPE, operation: "write", path: sink.name)
      }
      control.writerWake.clear()
    }
  }
}
