/// Options in mdoc.
enum ManualOptions {
  /// Adds them under the headings of help.
  static func addGroups(_ options: [OptionFacts], to mdoc: inout MdocText) {
    for group in OptionFacts.Group.allCases {
      let members = options.filter { $0.group == group }
      if members.isEmpty { continue }
      mdoc.macro("Ss", MdocText.escape(group.rawValue))
      addList(members, to: &mdoc)
    }
  }

  /// Adds them as a list; nothing where there are none.
  static func addList(_ options: [OptionFacts], to mdoc: inout MdocText) {
    if options.isEmpty { return }
    mdoc.macro("Bl", "-tag -width Ds")
    for option in options {
      mdoc.macro("It", form(option))
      mdoc.text(HelpText.said(option, isLong: true))
    }
    mdoc.macro("El")
  }

  private static func form(_ option: OptionFacts) -> String {
    let value = option.placeholder.map { " Ar " + MdocText.argument($0) } ?? ""
    let short = option.short.map { "Fl " + MdocText.argument("\($0)") + value + " , " } ?? ""
    return short + "Fl \\-" + MdocText.escape(option.name) + value
  }
}
