internal import IPGeoByteStreams
internal import IPGeoEnrichment
internal import IPGeoRecords
internal import IPGeoSummaries

/// Reads the rows of a command's inputs, and tells of what is wrong with them.
struct RowsInput {
  let options: RowsOptions
  /// What the user types to get here, as `ipgeo map`.
  let command: String
  let diagnostics: Diagnostics

  /// Reads all inputs; the first that cannot be read ends it, so that nothing is missing silently.
  /// - Parameter keepsAddresses: Whether cells shall name their addresses.
  /// - Returns: What the rows came to.
  /// - Throws: Over the first input that cannot be read, and where no row can be.
  func read(keepsAddresses: Bool) throws(CommandFault) -> Tallied {
    if options.readsStandardInputUnasked, Terminal.isTerminal(0) {
      diagnostics.note(
        "reading rows of ipgeo batch from the terminal; Ctrl-D ends them")
    }
    var reading = RowsReading(options.choice, keepsAddresses: keepsAddresses)
    for input in options.inputs {
      do throws(InputError) {
        try reading.read(
          try Self.open(input), name: input.name, maximumLine: options.maximumLine)
      } catch {
        throw RowsMessages(command: command).fault(error, of: input.name)
      }
      if let dialect = reading.dialect {
        diagnostics.detail("\(EventReporter.shown(input.name)): read as \(dialect)")
      }
    }
    let report = reading.report
    let tallied = reading.finish()
    // What is missing in the sums is said to whoever reads nothing else, too.
    for line in RowsMessages.losses(report) { diagnostics.error(line) }
    for line in RowsMessages.warnings(report) { diagnostics.warning(line) }
    if tallied.total.records == 0 {
      if report.unreadable.count > 0 || report.otherForm.count > 0 {
        throw CommandFault(.badInput, "no row could be read: nothing to do")
      }
      diagnostics.warning("no rows in the input")
    }
    return tallied
  }

  private static func open(_ input: InputSource) throws(InputError) -> ByteSource {
    do throws(SystemError) {
      return switch input {
      case .standardInput: ByteSource(descriptor: 0, name: "standard input")
      case .file(let path): try ByteSource(path: path)
      }
    } catch {
      throw .system(error)
    }
  }
}
