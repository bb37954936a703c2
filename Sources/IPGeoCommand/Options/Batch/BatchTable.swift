/// The options of `ipgeo batch`.
enum BatchTable {
  typealias Spec = OptionSpec<RawBatchOptions>

  /// Parsing, help, man page and completions all come from here.
  static let table = OptionTable(
    command: "ipgeo batch", options: input + output + asking + known + run + help,
    takesOperands: true)

  private static let known: [Spec] = [
    .flag(
      OptionFacts(
        name: "no-cache", group: .known, summary: "neither use nor keep answers of other runs",
        details: "Accepted so that scripts can say it today; this version keeps no answers yet."),
      \.ignoresCache)
  ]

  private static let run: [Spec] = [
    .value(
      OptionFacts(
        name: "fail-above", placeholder: "PCT", group: .run,
        summary: "exit 2 if more than this share of look-ups failed",
        details: "Takes 2 and 2%, with up to four decimals. 100 never fails.", standard: "0"),
      \.failAbove, { (text) throws(ValueFault) in try Percentage(parsing: text) }),
    .value(
      OptionFacts(
        name: "summary-file", placeholder: "FILE", completion: .file, group: .run,
        summary: "write the run's sums to FILE, as JSON"),
      \.summaryFile, { $0 }),
    .choice(
      OptionFacts(
        name: "progress", group: .run, summary: "show progress on stderr",
        details: """
          auto shows it on a terminal while stdout is not one; always does so too where stdout is \
          a terminal, and on a stderr that is none writes a plain line now and then. -q wins over it.
          """, standard: "auto"),
      \.progress),
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
        name: "quiet", short: "q", group: .run,
        summary: "say nothing but errors, and that there were no records",
        details: "Of -q and -v the last one counts."),
      .flag { $0.verbosity = .quiet }),
    Spec(
      OptionFacts(
        name: "verbose", short: "v", group: .run,
        summary: "say more: the sums, the limit's pauses",
        details: "Of -q and -v the last one counts."),
      .flag { $0.verbosity = .verbose }),
  ]

  private static let help: [Spec] = CommonOptions.specs()
}

/// What every command and the program itself answer to.
enum CommonOptions {
  static func specs<Typed>() -> [OptionSpec<Typed>] {
    [
      OptionSpec(
        OptionFacts(
          name: "help", short: "h", group: .help, summary: "-h a short help, --help all of it"),
        .stop(long: .longHelp, short: .shortHelp)),
      OptionSpec(
        OptionFacts(name: "version", group: .help, summary: "show the version"),
        .stop(long: .version, short: .version)),
    ]
  }
}
