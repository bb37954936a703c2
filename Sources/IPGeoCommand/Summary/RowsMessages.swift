internal import IPGeoByteStreams
internal import IPGeoRecords
internal import IPGeoSummaries

/// Words what is wrong with inputs that are read for their rows.
struct RowsMessages {
  /// What the user types to get here, as `ipgeo map`.
  let command: String

  /// What ends a run over an input.
  func fault(_ error: InputError, of name: String) -> CommandFault {
    if case .layout(let layout) = error, layout.isOfUsage {
      return CommandFault(.usage, text(error, name))
    }
    return CommandFault(error.isOfContent ? .badInput : .unreadableInput, text(error, name))
  }

  private func text(_ error: InputError, _ name: String) -> String {
    let shown = EventReporter.shown(name)
    switch error {
    case .system(let error): return error.description
    case .notText(let kind, let advice):
      let isOfAddresses = ["a packet capture", "a systemd journal", "a PDF document"].contains {
        kind.hasPrefix($0)
      }
      return "\(shown): this is \(kind), which is not read; "
        + EventReporter.command(piped(advice, throughBatch: isOfAddresses), name)
    case .changed: return "\(shown): it is not what it was when the run began; run it again"
    case .layout(.rows(.notRows(let kind, holdsAddresses: true))):
      let fault = RowsFault.notRows(kind: kind, holdsAddresses: true)
      return "\(shown): \(fault.message); write: \(pipe(name))"
    case .layout(.rows(let fault)):
      if case .noPosition = fault, command != "ipgeo summary" {
        return "\(shown): \(fault.message); \(fault.advice), or count them with ipgeo summary"
      }
      return "\(shown): \(fault.message); \(fault.advice)"
    case .layout(let error):
      return "\(shown): \(error.message); "
        + EventReporter.command(piped(error.advice, throughBatch: false), name)
    case .unpacking(let error):
      return "\(shown): \(error.message); "
        + EventReporter.command(piped(error.advice, throughBatch: false), name)
    }
  }

  /// The command line that makes rows of what batch reads, and hands them on.
  private func pipe(_ name: String) -> String {
    let end = command == "ipgeo map" ? "\(command) -o out.html" : command
    // Standard input is a pipe's end: batch takes this one's place in it.
    if name == "-" { return "… | ipgeo batch | \(end)" }
    return EventReporter.command("ipgeo batch FILE | \(end)", name)
  }

  /// Advice for batch that ends in a pipe, for the command.
  private func piped(_ advice: String, throughBatch: Bool) -> String {
    let end = "| ipgeo batch"
    guard advice.hasSuffix(end) else { return advice }
    return throughBatch
      ? "\(advice) | \(command)" : "\(advice.dropLast(end.utf8.count))| \(command)"
  }

  /// What is told of rows that were read all the same, or left out.
  static func warnings(_ report: RowsReport) -> [String] {
    var lines: [String] = []
    func add(_ fault: RowsReport.Fault, _ text: String) {
      if fault.count == 0 { return }
      let more = fault.count == 1 ? "" : " (\(fault.count.grouped) rows are so)"
      lines.append("\(EventReporter.shown(fault.name)):\(fault.line): \(text)\(more)")
    }
    add(report.unreadable, "this is no row, as of a quote that nothing closes; it is left out")
    add(report.offTheGlobe, "lat and lon are no place on the globe; the row counts without one")
    add(report.uncounted, "hits is no whole number; the row counts once")
    if report.lacksClients {
      lines.append(
        "addresses are not counted, as rows do not hold them: write ip among --fields of batch")
    }
    return lines
  }
}
