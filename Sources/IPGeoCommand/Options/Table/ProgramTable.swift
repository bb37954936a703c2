/// What the program itself answers to, before any command.
enum ProgramTable {
  /// Nothing is typed before a command but what ends the run.
  struct NoOptions: Hashable, Sendable {}

  /// A command as help lists it.
  struct Command: Sendable {
    let name: String
    let synopsis: String
    let summary: String
  }

  static let table = OptionTable<NoOptions>(
    command: "ipgeo", options: CommonOptions.specs(), takesOperands: false)

  static let commands = [
    Command(
      name: "batch", synopsis: "batch [FILE…]",
      summary: "enrich lists of addresses (standard input, or -)"),
    Command(name: "help", synopsis: "help [COMMAND]", summary: "show a command's whole help"),
  ]

  /// Commands of coming versions, so that their names are answered better than a typing error.
  static let laterCommands = [
    "lookup", "map", "summary", "iss", "database", "cache", "completion",
  ]
}
