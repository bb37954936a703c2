/// The help of one command: what is said around its options.
struct HelpPage: Sendable {
  /// A part of the whole help that follows the options.
  enum Section: Sendable {
    /// Names and what is said of them, beside each other.
    case entries(String, [HelpTopics.Entry])
    /// Wrapped text.
    case paragraph(String, String)
    /// Lines as they are, a little further in.
    case lines(String, [String])
  }

  /// The line after `Usage:`.
  let usage: String
  /// One sentence.
  let purpose: String
  /// More of it, for the whole help; may be empty.
  var introduction = ""
  /// The commands that may follow, in both helps.
  var commands: [Command] = []
  /// What follows the options in the whole help.
  var sections: [Section] = []
  /// What ends the short help.
  let more: String

  /// The text, with those options.
  func text(_ options: [OptionFacts], isLong: Bool) -> String {
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
    for section in sections { add(section, to: &text) }
    return text.result
  }

  private func add(_ section: Section, to text: inout HelpText) {
    switch section {
    case .entries(let title, let entries):
      text.section(title)
      for entry in entries { text.entry(entry.name, entry.meaning) }
    case .paragraph(let title, let paragraph):
      text.section(title)
      text.paragraph(paragraph)
    case .lines(let title, let lines):
      text.section(title)
      for line in lines { text.line("  " + line) }
    }
  }
}
