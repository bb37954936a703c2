internal import IPGeoSummaries

/// The options of `ipgeo summary`.
enum SummaryTable {
  typealias Spec = OptionSpec<RawSummaryOptions>

  /// Parsing, help and completions all come from here.
  static let table = OptionTable(
    command: "ipgeo summary",
    options: RowsTable.input.map { $0.lifted(\.rows) } + output
      + RowsTable.run(colored: "the summary").map { $0.lifted(\.rows) } + CommonOptions.specs(),
    takesOperands: true)

  private static let output: [Spec] = [
    .value(
      OptionFacts(
        name: "output", short: "o", placeholder: "FILE", completion: .file, group: .output,
        summary: "write the summary to FILE, all or nothing",
        details: "FILE takes its name when all is written; otherwise it is left as it was.",
        standard: "stdout"),
      \.output, { $0 }),
    .choice(
      OptionFacts(
        name: "format", group: .output, summary: "form of the summary",
        details: """
          text is tables with bars, as wide as the terminal. json is one object; csv one table, \
          whose column group says what a row tells of; markdown a table for each subject.
          """,
        standard: "by the output's extension .txt, .json, .csv or .md, else text"),
      \.format),
    .value(
      OptionFacts(
        name: "top", placeholder: "N", group: .output,
        summary: "the N busiest of each table, the others as one; 0 is all",
        standard: "\(SummaryOptions.standardTop)"),
      \.top, { (text) throws(ValueFault) in try WholeNumber.parse(text, in: 0...1_000_000_000) }),
    .choice(
      OptionFacts(
        name: "by", group: .output, summary: "what is compared: records, or distinct addresses",
        standard: "hits"),
      \.measure),
    .flag(
      OptionFacts(
        name: "csv-safe", group: .output,
        summary: "keep spreadsheets from running cells as formulas",
        details: """
          A cell of csv that starts with =, +, -, @, a tab or a carriage return gets a quote (').
          """),
      \.isCSVSafe),
  ]
}

/// The options of `ipgeo summary` as they were typed: each is nil or false where it was not.
struct RawSummaryOptions: Hashable, Sendable {
  var rows = RawRowsOptions()
  var output: String?
  var format: SummaryFormat?
  var top: Int?
  var measure: Summary.Measure?
  var isCSVSafe = false
}

/// The forms of a summary.
enum SummaryFormat: String, OptionChoice {
  case text, json, csv, markdown

  /// Reads a name's extension; nil for one that names no form.
  init?(path: String) {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    switch name[name.index(after: dot)...].lowercased() {
    case "txt": self = .text
    case "json": self = .json
    case "csv": self = .csv
    case "md", "markdown": self = .markdown
    default: return nil
    }
  }
}

extension Summary.Measure: OptionChoice {}
