internal import IPGeoByteStreams

/// The files that a run writes, from their opening to their final names.
///
/// All are opened before anything is asked: one that cannot be made is found out then, not after a
/// night's run.
final class OutputFiles {
  /// A file beside its place, and the sink that fills it.
  private struct Target {
    var file: ReplacedFile
    var sink: ByteSink

    init(_ path: String) throws(SystemError) {
      file = try ReplacedFile(path: path)
      sink = ByteSink(descriptor: file.descriptor, name: path, closeOnEnd: false)
    }
  }

  /// Where rows go.
  let rowSink: ByteSink
  private let rows: ReplacedFile?
  private let packer: RowPacker?
  private let failures: Target?
  private let report: Target?
  private var summary: Target?

  /// Makes the temporaries; the files that they will replace are not touched.
  ///
  /// Where one cannot be made, or there is no program to pack the rows, those made before vanish
  /// again.
  init(_ options: BatchOptions) throws(CommandFault) {
    let name = options.output ?? "standard output"
    let program = try options.packing.map { (packing) throws(CommandFault) in
      (packing: packing, path: try RowPacker.find(packing, for: name))
    }
    do throws(SystemError) {
      rows = try options.output.map { (path) throws(SystemError) in try ReplacedFile(path: path) }
      failures = try options.failures.map { (path) throws(SystemError) in try Target(path) }
      report = try options.report.map { (path) throws(SystemError) in try Target(path) }
      summary = try options.summaryFile.map { (path) throws(SystemError) in try Target(path) }
      let descriptor = rows?.descriptor ?? 1
      packer = try program.map { (program) throws(SystemError) in
        try RowPacker(program.packing, path: program.path, into: descriptor, name: name)
      }
      rowSink = ByteSink(
        descriptor: packer?.descriptor ?? descriptor, name: name, closeOnEnd: false)
    } catch {
      throw CommandFault(.cannotCreate, error.description)
    }
  }

  /// What is left to do where the process ends at once: no temporary stays behind.
  var abandonment: @Sendable () -> Void {
    let (rows, packer, failures, summary) = (rows, packer, failures?.file, summary?.file)
    let report = report?.file
    return {
      rows?.abandon(leavingPartial: true)
      // Into a file it packs to their end what rows it has, even when this process is gone; with
      // nobody to take them off a pipe it would stay.
      if rows?.isDirect ?? true { packer?.abandon() }
      failures?.abandon(leavingPartial: false)
      report?.abandon(leavingPartial: false)
      summary?.abandon(leavingPartial: false)
    }
  }

  /// Where failure records go.
  var failureSink: ByteSink? { failures?.sink }

  /// Puts the failure records in their place, whatever else happened: they are whole.
  func finishFailures() throws(SystemError) {
    guard let failures else { return }
    try failures.sink.flush()
    try failures.file.commit()
  }

  /// Forgets the failure records: not all of them could be written.
  func discardFailures() { failures?.file.discard() }

  /// Why the packed rows are not whole, after `finishPacking`.
  private(set) var packingFault: RowPacker.Fault?

  /// Lets the program that packs the rows come to its end; this takes as long as it does.
  /// - Parameter error: Why not all rows could be written; nil when all are.
  /// - Returns: Why the output is not whole; nil when it is.
  func finishPacking(after error: SystemError?) -> SystemError? {
    guard let packer else { return error }
    packingFault = packer.finish(after: error)
    return packingFault?.error
  }

  /// Where rows are that did not get their final name.
  private(set) var rowsLeftIn: String?

  /// Gives the rows, which are flushed, their final name, or leaves them beside it.
  func finishRows(whole: Bool) throws(SystemError) {
    guard let rows else { return try rowSink.flush() }
    if whole { return try rows.commit() }
    try rows.leavePartial()
    if !rows.isDirect { rowsLeftIn = ReplacedFile.partialPath(for: rows.path) }
  }

  /// Writes the report beside its place.
  func writeReport(_ page: borrowing ByteBuffer) throws(SystemError) {
    guard let report else { return }
    try report.sink.append(page.bytes)
    try report.sink.flush()
  }

  /// What became of the report; nil while nothing has, and where none is wanted.
  private(set) var reportEnd: ReportPage.End?

  /// Puts the report in its place where it is that of a whole run, and else forgets it.
  func finishReport(whole: Bool) throws(SystemError) {
    guard let report else { return }
    let path = report.sink.name
    if whole, report.sink.failure == nil {
      try report.file.commit()
      reportEnd = .written(path)
    } else {
      report.file.discard()
      reportEnd = FileIdentity.ofRegularFile(path: path) == nil ? .notMade(path) : .left(path)
    }
  }

  /// Writes the summary beside its place: a full disk is to show before the rows get their name.
  func writeSummary(_ text: borrowing ByteBuffer) throws(SystemError) {
    guard let summary else { return }
    try summary.sink.append(text.bytes)
    try summary.sink.flush()
  }

  /// Writes another summary in place of the one written: the run ends otherwise than expected.
  func rewriteSummary(_ text: borrowing ByteBuffer) throws(SystemError) {
    guard let old = summary else { return }
    summary = try Target(old.sink.name)
    old.file.discard()
    try writeSummary(text)
  }

  /// Puts the summary in its place, where it could be written.
  func finishSummary() throws(SystemError) {
    guard let summary else { return }
    if summary.sink.failure == nil { try summary.file.commit() } else { summary.file.discard() }
  }
}
