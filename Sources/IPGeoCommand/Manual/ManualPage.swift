/// One page of the manual, made of a command's help and options.
struct ManualPage: Sendable {
  /// As `ipgeo-batch`.
  let name: String
  /// What the user types, as `ipgeo batch`.
  let command: String
  /// One line for lists of pages, no full stop.
  let summary: String
  /// What is said of the command.
  let page: HelpPage
  /// The words that follow the command, which have no pages of their own.
  var members: [Command] = []

  /// The page in mdoc.
  var text: String {
    var mdoc = MdocText()
    addHead(to: &mdoc)
    mdoc.macro("Sh", "DESCRIPTION")
    mdoc.text(page.purpose)
    if !page.introduction.isEmpty {
      mdoc.macro("Pp")
      mdoc.text(page.introduction)
    }
    if members.isEmpty { addCommands(to: &mdoc) } else { addMembers(to: &mdoc) }
    mdoc.macro("Sh", "OPTIONS")
    ManualOptions.addGroups(commonOptions, to: &mdoc)
    let sections = ManualSection.sections(page, members: members.map { ($0.name, $0.page()) })
    for section in sections { section.add(to: &mdoc) }
    addOthers(to: &mdoc)
    return mdoc.result
  }

  private func addHead(to mdoc: inout MdocText) {
    mdoc.macro("Dd", Version.day)
    // Names of pages are letters and hyphens, and are looked for as they are.
    mdoc.macro("Dt", name.uppercased() + " 1")
    mdoc.macro("Os")
    mdoc.macro("Sh", "NAME")
    mdoc.macro("Nm", name)
    mdoc.macro("Nd", MdocText.escape(summary))
    mdoc.macro("Sh", "SYNOPSIS")
    mdoc.macro("Nm", MdocText.argument(command))
    for piece in ManualUsage.pieces(page.usage.dropFirst(command.count)) {
      mdoc.macro(piece.macro, piece.rest)
    }
  }

  private func addCommands(to mdoc: inout MdocText) {
    if page.commands.isEmpty { return }
    mdoc.macro("Sh", "COMMANDS")
    mdoc.macro("Bl", "-tag -width Ds")
    for command in page.commands {
      let pieces = ManualUsage.pieces(command.synopsis.dropFirst(command.name.count))
      let rest = pieces.map { " \($0.macro) \($0.rest)" }.joined()
      mdoc.macro("It", "Ic " + MdocText.argument(command.name) + rest)
      mdoc.text(command.summary)
    }
    mdoc.macro("El")
  }

  /// Each word that follows, with the options that it alone has.
  private func addMembers(to mdoc: inout MdocText) {
    mdoc.macro("Sh", "COMMANDS")
    let common = Set(commonOptions.map(\.name))
    for member in members {
      let page = member.page()
      let command = command + " " + member.name
      let usage = ManualUsage.pieces(page.usage.dropFirst(command.count))
      mdoc.macro("Ss", MdocText.escape(command))
      let rest = usage.map { " \($0.macro) \($0.rest)" }.joined()
      mdoc.macro("D1", "Ic " + MdocText.argument(command) + rest)
      mdoc.macro("Pp")
      mdoc.text(page.purpose)
      if !page.introduction.isEmpty {
        mdoc.macro("Pp")
        mdoc.text(page.introduction)
      }
      ManualOptions.addList(page.options.filter { !common.contains($0.name) }, to: &mdoc)
    }
  }

  /// The options that the command takes; of a group, those that all its words take.
  private var commonOptions: [OptionFacts] {
    guard let first = members.first?.page().options else { return page.options }
    return first.filter { option in
      members.allSatisfy { $0.page().options.contains { $0.name == option.name } }
    }
  }

  private func addOthers(to mdoc: inout MdocText) {
    mdoc.macro("Sh", "SEE ALSO")
    let names = Manual.pages.map(\.name).filter { $0 != name }.sorted()
    for (place, name) in names.enumerated() {
      let comma = place < names.count - 1 ? " ," : ""
      mdoc.macro("Xr", name + " 1" + comma)
    }
  }
}
