internal import IPGeoRecords

/// The options of `ipgeo manual`.
enum ManualTable {
  /// Parsing, help, man page and completions all come from here.
  static let table = OptionTable<RawManualOptions>(
    command: "ipgeo manual",
    options: [
      .flag(
        OptionFacts(
          name: "list", group: .output, summary: "print the names of all pages, one a line"),
        \.lists)
    ] + CommonOptions.specs(),
    takesOperands: true, emptyOperand: .unknownPage("", nearest: nil))

  /// What they ask for: the names of all pages, or one page; that of the program where none is named.
  static func invocation(
    _ options: RawManualOptions, _ operands: [String]
  ) throws(UsageError) -> Invocation {
    if operands.count > 1 {
      throw .unexpectedOperand(operands[1], command: table.command)
    }
    if options.lists {
      if let name = operands.first { throw .excludes("--list", name) }
      return .show(Manual.pages.map { $0.name + "\n" }.joined())
    }
    let name = operands.first ?? Manual.program
    guard let page = Manual.page(name) else {
      throw .unknownPage(name, nearest: nearest(to: name))
    }
    return .show(page.text)
  }

  /// The page that looks most like it, by its whole name or by its command's.
  private static func nearest(to name: String) -> String? {
    let names = Manual.pages.map(\.name) + ProgramTable.program.members.map(\.name)
    return NearestName.of(name, among: names).flatMap { Manual.page($0)?.name ?? Manual.program }
  }
}

/// The options of `ipgeo manual` as they were typed.
struct RawManualOptions: Hashable, Sendable {
  var lists = false
}
