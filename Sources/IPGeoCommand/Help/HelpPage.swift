/// What is said of one command: its help and its page of the manual are made of it.
struct HelpPage: Sendable {
  /// A part that follows the options.
  struct Section: Sendable {
    /// What it holds.
    enum Body: Sendable {
      /// Names and what is said of them, beside each other.
      case entries([HelpTopics.Entry])
      /// Wrapped text.
      case paragraph(String)
      /// Lines as they are, a little further in.
      case lines([String])
    }

    let title: String
    let body: Body
    /// Whether the whole help has it.
    var isInHelp = true
    /// Whether the manual has it.
    var isInManual = true
  }

  /// The line after `Usage:`.
  let usage: String
  /// One sentence.
  let purpose: String
  /// More of it, for the whole help; may be empty.
  var introduction = ""
  /// The commands that may follow, in both helps.
  var commands: [Command] = []
  /// What follows the options in the whole help and in the manual.
  var sections: [Section] = []
  /// The options, in the order of help.
  let options: [OptionFacts]
  /// What ends the short help.
  let more: String

  /// The whole help, or the short one.
  func text(isLong: Bool) -> String {
    var text = HelpText()
    text.line("Usage: " + usage)
    text.line(purpose)
    if isLong, !introduction.isEmpty {
      text.line()
      text.paragraph(introduction)
    }
    if !commands.isEmpty {
      text.section("Commands")
      for command in commands { text.entry(command.synopsis, command.summary) }
    }
    // Those of a list of commands speak for themselves.
    text.options(options, isLong: isLong && commands.isEmpty)
    guard isLong else {
      text.line()
      text.line(more)
      return text.result
    }
    for section in sections where section.isInHelp { add(section, to: &text) }
    return text.result
  }

  private func add(_ section: Section, to text: inout HelpText) {
    text.section(section.title)
    switch section.body {
    case .entries(let entries):
      for entry in entries { text.entry(entry.name, entry.meaning) }
    case .paragraph(let paragraph): text.paragraph(paragraph)
    case .lines(let lines):
      for line in lines { text.line("  " + line) }
    }
  }
}

extension HelpPage.Section {
  /// Names and what is said of them.
  static func entries(_ title: String, _ entries: [HelpTopics.Entry]) -> Self {
    Self(title: title, body: .entries(entries))
  }

  /// Wrapped text.
  static func paragraph(_ title: String, _ text: String) -> Self {
    Self(title: title, body: .paragraph(text))
  }

  /// Lines as they are.
  static func lines(_ title: String, _ lines: [String]) -> Self {
    Self(title: title, body: .lines(lines))
  }

  /// The same for help alone: the manual says more in another one.
  var inHelp: Self {
    var section = self
    section.isInManual = false
    return section
  }

  /// The same for the manual alone: too much for help.
  var inManual: Self {
    var section = self
    section.isInHelp = false
    return section
  }
}
