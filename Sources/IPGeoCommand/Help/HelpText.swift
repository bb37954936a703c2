/// Lays help out: sections, entries in two columns, paragraphs wrapped to the width.
struct HelpText {
  private(set) var result = ""

  /// Where an entry's second column starts.
  private static let column = 30

  /// Adds a line as it is.
  mutating func line(_ text: String = "") {
    result += text + "\n"
  }

  /// Starts a section.
  mutating func section(_ title: String) {
    line()
    line(title + ":")
  }

  /// Adds wrapped text.
  mutating func paragraph(_ text: String, indent: Int = 2) {
    let margin = String(repeating: " ", count: indent)
    for piece in Self.wrap(text, to: Help.width - indent) { line(margin + piece) }
  }

  /// Adds an entry: what it is, and what is said of it beside it.
  mutating func entry(_ name: String, _ text: String) {
    var lead = "  " + name
    let margin = String(repeating: " ", count: Self.column)
    if lead.count > Self.column - 2 {
      line(lead)
      lead = margin
    } else {
      lead += String(repeating: " ", count: Self.column - lead.count)
    }
    for piece in Self.wrap(text, to: Help.width - Self.column) {
      line(lead + piece)
      lead = margin
    }
  }

  /// Adds the options by group; details only where `isLong`.
  mutating func options(_ facts: [OptionFacts], isLong: Bool) {
    for group in OptionFacts.Group.allCases {
      let members = facts.filter { $0.group == group }
      if members.isEmpty { continue }
      section(group.rawValue)
      for option in members { entry(Self.form(option), Self.said(option, isLong: isLong)) }
    }
  }

  private static func form(_ option: OptionFacts) -> String {
    let short = option.short.map { "-\($0), " } ?? "    "
    return short + option.longForm + (option.placeholder.map { " " + $0 } ?? "")
  }

  static func said(_ option: OptionFacts, isLong: Bool) -> String {
    guard isLong else {
      return option.summary + (option.standard.map { " (default: \($0))" } ?? "")
    }
    var said = option.summary + "."
    if !option.details.isEmpty { said += " " + option.details }
    if let standard = option.standard { said += " Default: \(standard)." }
    return said
  }

  /// Breaks at blanks into lines of at most `width` characters; a longer word stands alone.
  static func wrap(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    var current = ""
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if current.isEmpty {
        current = String(word)
      } else if current.count + 1 + word.count <= width {
        current += " " + word
      } else {
        lines.append(current)
        current = String(word)
      }
    }
    if !current.isEmpty { lines.append(current) }
    return lines
  }
}
