/// A section of a page that follows its options.
struct ManualSection: Sendable {
  /// As `EXIT STATUS`.
  let title: String
  private var body: HelpPage.Section.Body

  /// The sections that pages have by convention, in the order in which they stand.
  private static let usual = ["ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES"]

  /// What those of help are called in a manual, where that is not the same.
  private static let names = [
    "Exit codes": "EXIT STATUS", "Example": "EXAMPLES",
  ]

  /// Those of a page and of the words that follow its command, which are told apart where they
  /// say different things.
  static func sections(
    _ page: HelpPage, members: [(name: String, page: HelpPage)]
  ) -> [ManualSection] {
    var sections = page.sections.filter(\.isInManual).map(ManualSection.init)
    let known = Set(sections.map(\.title))
    let theirs = members.map { member in
      (member.name, member.page.sections.filter(\.isInManual).map(ManualSection.init))
    }
    var added: [String] = []
    for title in theirs.flatMap({ $0.1.map(\.title) })
    where !known.contains(title) && !added.contains(title) {
      added.append(title)
      sections.append(joined(title, theirs))
    }
    let own = sections.filter { !usual.contains($0.title) }
    return own + usual.flatMap { title in sections.filter { $0.title == title } }
  }

  private init(_ section: HelpPage.Section) {
    title = Self.names[section.title] ?? section.title.uppercased()
    body = section.body
  }

  private init(title: String, entries: [HelpTopics.Entry]) {
    self.title = title
    body = .entries(entries)
  }

  /// The entries of several words under one title, each name once.
  private static func joined(
    _ title: String, _ theirs: [(String, [ManualSection])]
  ) -> ManualSection {
    var entries: [(name: String, said: [(meaning: String, by: [String])])] = []
    var holders = 0
    for (word, sections) in theirs {
      guard let section = sections.first(where: { $0.title == title }),
        case .entries(let list) = section.body
      else { continue }
      holders += 1
      for entry in list { add(entry, of: word, to: &entries) }
    }
    if entries.allSatisfy({ Int($0.name) != nil }) {
      entries.sort { Int($0.name) ?? 0 < Int($1.name) ?? 0 }
    }
    return ManualSection(
      title: title,
      entries: entries.map { entry in
        HelpTopics.Entry(name: entry.name, meaning: told(entry.said, of: holders))
      })
  }

  private static func add(
    _ entry: HelpTopics.Entry, of word: String,
    to entries: inout [(name: String, said: [(meaning: String, by: [String])])]
  ) {
    guard let place = entries.firstIndex(where: { $0.name == entry.name }) else {
      entries.append((entry.name, [(entry.meaning, [word])]))
      return
    }
    if let same = entries[place].said.firstIndex(where: { $0.meaning == entry.meaning }) {
      entries[place].said[same].by.append(word)
    } else {
      entries[place].said.append((entry.meaning, [word]))
    }
  }

  private static func told(_ said: [(meaning: String, by: [String])], of count: Int) -> String {
    if let only = said.first, said.count == 1, only.by.count == count { return only.meaning }
    return said.map { "\($0.by.joined(separator: ", ")): \($0.meaning)" }.joined(separator: ". ")
  }

  /// Adds it to a page.
  func add(to mdoc: inout MdocText) {
    mdoc.macro("Sh", MdocText.escape(title))
    switch body {
    case .entries(let entries):
      mdoc.macro("Bl", "-tag -width Ds")
      for entry in entries {
        mdoc.macro("It", name(entry.name))
        mdoc.text(entry.meaning)
      }
      mdoc.macro("El")
    case .paragraph(let text): mdoc.text(text)
    case .lines(let lines): mdoc.literal(lines)
    }
  }

  private func name(_ name: String) -> String {
    switch title {
    case "ENVIRONMENT":
      name.split(separator: ", ").map { "Ev " + MdocText.argument($0) }.joined(separator: " , ")
    case "FILES": "Pa " + MdocText.argument(name)
    default: "Sy " + MdocText.argument(name)
    }
  }
}
