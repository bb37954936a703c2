/// The texts of `--help`, made from the tables.
///
/// They are wrapped to 80 columns wherever they go, so that they are the same everywhere.
enum Help {
  static let width = 80

  /// `ipgeo -h`, and `ipgeo --help`.
  static func program(isLong: Bool) -> String {
    HelpPage(
      usage: "ipgeo COMMAND [OPTION…] [FILE…]",
      purpose: "Gives IP addresses back with place, network and time zone, from ip-api.com.",
      commands: ProgramTable.program.members,
      sections: [
        .lines("Example", ["cat ips.txt | ipgeo batch -o places.csv"]),
        .paragraph("What leaves the machine", HelpTopics.privacy),
        .entries("Exit codes", HelpTopics.exitCodes),
      ],
      more: "'ipgeo batch --help' explains the options, 'ipgeo --help' says more."
    ).text(CommandGroup.options, isLong: isLong)
  }

  /// `ipgeo batch -h`, and `ipgeo batch --help`.
  static func batch(isLong: Bool) -> String {
    HelpPage(
      usage: "ipgeo batch [OPTION…] [FILE…]",
      purpose: "Enriches logs, CSV, JSON lines and lists: one record in, one row out, in order.",
      introduction: HelpTopics.batch,
      sections: [
        .entries("Columns", HelpTopics.columns),
        .paragraph("Values", HelpTopics.values),
        .entries("Environment", HelpTopics.environment),
        .entries("Exit codes", HelpTopics.exitCodes),
        .lines("Examples", HelpTopics.batchExamples),
        .paragraph("What leaves the machine", HelpTopics.privacy),
      ],
      more: "'ipgeo batch --help' says all of them."
    ).text(BatchTable.table.facts, isLong: isLong)
  }
}
