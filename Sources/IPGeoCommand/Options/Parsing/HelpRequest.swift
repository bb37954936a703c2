/// Reads `ipgeo help`, whose words are those of a command.
enum HelpRequest {
  /// The whole help of the command that the words lead to; of the program where there are none.
  static func text(_ words: ArraySlice<String>) throws(UsageError) -> String {
    var rest = words
    var group: CommandGroup? = ProgramTable.program
    var page = ProgramTable.program.page
    if let first = rest.first, first == "-h" || first == "--help" {
      rest.removeFirst()
      group = nil
    }
    while let word = rest.popFirst() {
      guard let here = group else { throw .unexpectedOperand(word, command: "ipgeo help") }
      guard let member = here.member(word) else { throw here.unknown(word) }
      group = member.group
      page = member.page
    }
    return page().text(isLong: true)
  }
}
