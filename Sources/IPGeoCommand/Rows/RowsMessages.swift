internal import IPGeoByteStreams
internal import IPGeoCore
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
    if name == "-" { return "... | ipgeo batch | \(end)" }
    return EventReporter.command("ipgeo batch FILE | \(end)", name)
  }

  /// Advice for batch that ends in a pipe, for the command.
  private func piped(_ advice: String, throughBatch: Bool) -> String {
    let end = "| ipgeo batch"
    guard advice.hasSuffix(end) else { return advice }
    return throughBatch
      ? "\(advice) | \(command)" : "\(advice.dropLast(end.utf8.count))| \(command)"
  }

  /// What is told of rows that were left out.
  static func losses(_ report: RowsReport) -> [String] {
    let unreadable = Reason.allCases.compactMap { reason in
      report.unreadableReasons[reason].flatMap { line($0, Self.unreadable(reason), "lines") }
    }
    let other = line(
      report.otherForm,
      "this is of another form than the rows before it, and left out; give each file by itself")
    return unreadable + [other].compactMap { $0 }
  }

  /// What is told of rows that were read all the same.
  static func warnings(_ report: RowsReport) -> [String] {
    var lines = [
      line(
        report.withoutFields,
        "this row has none of the fields that the first ones have: it counts, and nothing is known "
          + "of it; give each file by itself, or name what is meant with --prefix or --nest"),
      line(
        report.withoutNumbers,
        "lat and lon are no plain numbers, and the row counts without a place; write them as 39.03"),
      line(
        report.offTheGlobe, "lat and lon are no place on the globe; the row counts without one"),
      line(
        report.withCommas,
        "lat and lon have a comma for their point, and the row counts without a place; write them "
          + "as 39.03"),
      line(
        report.uncounted,
        "hits is no whole number of up to \(Int64.max); the row counts once"),
    ].compactMap { $0 }
    if report.lacksClients {
      lines.append(
        "addresses are not counted, as rows do not hold them: write ip among --fields of batch")
    }
    return lines
  }

  /// What is wrong with some rows, where the first of them is, and how many there are.
  private static func line(
    _ fault: RowsReport.Fault, _ text: String, _ noun: String = "rows"
  ) -> String? {
    if fault.count == 0 { return nil }
    let more = fault.count == 1 ? "" : " (\(fault.count.groupedDigits) \(noun) are so)"
    return "\(EventReporter.shown(fault.name)):\(fault.line): \(text)\(more)"
  }

  /// Why a row is left out, and what helps.
  private static func unreadable(_ reason: Reason) -> String {
    switch reason {
    case .lineTooLong:
      "this row is longer than --max-line allows, and left out; allow more, as --max-line 16m"
    case .unclosedQuote: "nothing closes a quote of this row, and it is left out; mend it"
    case .truncatedRecord: "this line is JSON that breaks off, and left out; write the file anew"
    case .invalidJSON:
      "this line is no JSON, and left out; mend it, or give what is of another form by itself"
    case .invalidUTF8: "this line is no UTF-8, and left out; write the file anew"
    default:
      "this line is JSON, and no object as rows are, and left out; write each row as one object"
    }
  }
}
