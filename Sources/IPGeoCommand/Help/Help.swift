/// The texts of `--help`, made from the tables.
///
/// They are wrapped to 80 columns wherever they go, so that they are the same everywhere.
enum Help {
  static let width = 80

  /// `ipgeo -h`, and `ipgeo --help`.
  static var program: HelpPage {
    HelpPage(
      usage: "ipgeo COMMAND [OPTION…] [FILE…]",
      purpose: "Gives IP addresses back with place, network and time zone, from ip-api.com.",
      commands: ProgramTable.program.members,
      sections: [
        .lines("Example", ["cat ips.txt | ipgeo batch -o places.csv"]),
        .paragraph("What leaves the machine", HelpTopics.privacy),
        .entries("Environment", HelpTopics.environment).inManual,
        .entries("Files", HelpTopics.files).inManual,
        .entries("Exit codes", HelpTopics.exitCodes),
      ],
      options: CommandGroup.options,
      more: "'ipgeo batch --help' explains the options, 'ipgeo --help' says more.")
  }

  /// `ipgeo batch -h`, and `ipgeo batch --help`.
  static var batch: HelpPage {
    HelpPage(
      usage: "ipgeo batch [OPTION…] [FILE…]",
      purpose: "Enriches logs, CSV, JSON lines and lists: one record in, one row out, in order.",
      introduction: HelpTopics.batch,
      sections: [
        .entries("Columns", HelpTopics.columns).inHelp,
        .entries("Columns", HelpTopics.usualColumns).inManual,
        .entries("Further columns", HelpTopics.furtherColumns).inManual,
        .entries("Statuses", HelpTopics.statuses).inHelp,
        .entries("Statuses", HelpTopics.statusMeanings).inManual,
        .entries("Reasons", HelpTopics.reasons).inManual,
        .paragraph("Special addresses", HelpTopics.blocks).inManual,
        .paragraph("Values", HelpTopics.values),
        .entries("Environment", HelpTopics.environment),
        .entries("Files", HelpTopics.files).inManual,
        .entries("Exit codes", HelpTopics.exitCodes),
        .lines("Examples", HelpTopics.batchExamples),
        .paragraph("What leaves the machine", HelpTopics.privacy),
      ],
      options: BatchTable.table.facts,
      more: "'ipgeo batch --help' says all of them.")
  }
}
