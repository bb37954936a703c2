/// The options of `ipgeo database`.
enum DatabaseTable {
  typealias Spec = OptionSpec<RawDatabaseOptions>

  /// Parsing, help and completions all come from here.
  static let table = OptionTable(
    command: "ipgeo database", options: own + CommonOptions.specs(), takesOperands: true,
    emptyOperand: .noDatabase(isEmpty: true))

  private static let own: [Spec] = [
    .flag(
      OptionFacts(
        name: "verify", group: .run,
        summary: "look at every byte that counts, and say nothing else",
        details: """
          The whole tree, every record and what the file says of itself. The first fault is told \
          with its place, and ends that FILE.
          """),
      \.verifies),
    .choice(
      OptionFacts(
        name: "format", group: .output, summary: "lines for people, or a JSON object for each FILE",
        standard: "text"),
      \.format),
    .choice(
      OptionFacts(
        name: "color", group: .run, summary: "colour messages on stderr",
        details: """
          auto colours on a terminal, unless NO_COLOR is set and not empty, or TERM is dumb or not \
          set.
          """, standard: "auto"),
      \.color),
    Spec(
      OptionFacts(
        name: "quiet", short: "q", group: .run, summary: "say nothing but errors on stderr"),
      .flag { $0.verbosity = .quiet }),
  ]
}

/// The options of `ipgeo database` as they were typed: each is nil or false where it was not.
struct RawDatabaseOptions: Hashable, Sendable {
  var files: [String] = []
  var verifies = false
  var format: ReportFormat?
  var color: WhenChoice?
  var verbosity: RawBatchOptions.Verbosity?
}

/// The form of what `ipgeo database` says.
enum ReportFormat: String, OptionChoice {
  case text, json
}
