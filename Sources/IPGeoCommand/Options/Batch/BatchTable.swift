/// The options of `ipgeo batch`.
enum BatchTable {
  typealias Spec = OptionSpec<RawBatchOptions>

  /// Parsing, help, man page and completions all come from here.
  static let table = OptionTable(
    command: "ipgeo batch", options: input + output + asking + known + run + help,
    takesOperands: true)

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
