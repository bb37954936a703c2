/// The manual: a page of the program, and one of each command.
enum Manual {
  /// The name of the program's own page.
  static let program = ProgramTable.program.command

  /// All pages, in the order of help.
  static let pages: [ManualPage] =
    [
      ManualPage(
        name: program, command: program, summary: "find the places of IP addresses",
        page: ProgramTable.program.page())
    ]
    + ProgramTable.program.members.filter(\.hasOwnPage).map { member in
      ManualPage(
        name: program + "-" + member.name, command: program + " " + member.name,
        summary: member.summary, page: member.page(), members: member.group?.members ?? [])
    }

  /// The page of that name, with or without the program's before it.
  static func page(_ name: String) -> ManualPage? {
    pages.first { $0.name == name } ?? pages.first { $0.name == program + "-" + name }
  }
}
