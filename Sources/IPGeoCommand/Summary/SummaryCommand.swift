internal import IPGeoByteStreams
internal import IPGeoRecords
internal import IPGeoSummaries

/// `ipgeo summary`: from checked options to an ending.
struct SummaryCommand: Sendable {
  let options: SummaryOptions
  let environment: [String: String]
  let diagnostics: Diagnostics

  /// Runs to the end.
  func run() throws(CommandFault) -> RunEnding {
    let output = try WholeOutput(options.output, inputs: options.rows.inputs)
    defer { output.close() }
    let rows = RowsInput(
      options: options.rows, command: SummaryTable.table.command, diagnostics: diagnostics)
    let tallied = try rows.read(keepsAddresses: false)
    if options.measure == .addresses, !tallied.knowsAddresses {
      throw CommandFault(
        .badInput,
        "--by addresses: rows do not hold their addresses; write ip among --fields of batch, or "
          + "compare hits")
    }
    let summary = Summary(tallied, by: options.measure, top: options.top)
    return output.write(text(summary), diagnostics)
  }

  private func text(_ summary: Summary) -> ByteBuffer {
    var out = ByteBuffer()
    switch options.format {
    case .text:
      for line in SummaryText.lines(of: summary, look: look) {
        out.append(line)
        out.append("\n")
      }
    case .json: SummaryJSON.append(summary, to: &out)
    case .csv: SummaryCSV.append(summary, isSafe: options.isCSVSafe, to: &out)
    case .markdown: SummaryMarkdown.append(summary, to: &out)
    }
    return out
  }

  private var look: TextLook {
    Terminal.look(options.rows.color, isWritten: options.output != nil, environment)
  }
}
