/// The texts of `--help`, made from the tables.
///
/// They are wrapped to 80 columns wherever they go, so that they are the same everywhere.
enum Help {
  static let width = 80

  /// `ipgeo -h`, and `ipgeo --help`.
  static func program(isLong: Bool) -> String {
    var text = HelpText()
    text.line("Usage: ipgeo COMMAND [OPTION…] [FILE…]")
    text.line("Gives IP addresses back with place, network and time zone, from ip-api.com.")
    text.section("Commands")
    for command in ProgramTable.commands { text.entry(command.synopsis, command.summary) }
    text.options(ProgramTable.table.facts, isLong: false)
    guard isLong else {
      text.line()
      text.line("'ipgeo batch --help' explains the options, 'ipgeo --help' says more.")
      return text.result
    }
    text.section("Example")
    text.line("  cat ips.txt | ipgeo batch -o places.csv")
    text.section("What leaves the machine")
    text.paragraph(HelpTopics.privacy)
    exitCodes(&text)
    return text.result
  }

  /// `ipgeo batch -h`, and `ipgeo batch --help`.
  static func batch(isLong: Bool) -> String {
    var text = HelpText()
    text.line("Usage: ipgeo batch [OPTION…] [FILE…]")
    text.line("Enriches lists of addresses: one record in, one row out, in input order.")
    if isLong {
      text.line()
      text.paragraph(HelpTopics.batch)
    }
    text.options(BatchTable.table.facts, isLong: isLong)
    guard isLong else {
      text.line()
      text.line("'ipgeo batch --help' says all of them.")
      return text.result
    }
    text.section("Columns")
    for list in HelpTopics.columns { text.entry(list.name, list.meaning) }
    text.section("Values")
    text.paragraph(HelpTopics.values)
    text.section("Environment")
    for variable in HelpTopics.environment { text.entry(variable.name, variable.meaning) }
    exitCodes(&text)
    text.section("Examples")
    for example in HelpTopics.batchExamples { text.line("  " + example) }
    text.section("What leaves the machine")
    text.paragraph(HelpTopics.privacy)
    return text.result
  }

  private static func exitCodes(_ text: inout HelpText) {
    text.section("Exit codes")
    for code in ExitCode.allCases { text.entry("\(code.rawValue)", code.meaning) }
    text.entry(
      "signal",
      "SIGINT, SIGTERM, SIGHUP and a closed pipe end it as signals do: 130, 143, 129, 141")
  }
}
