/// A word of the command line that leads to a run or to further words, and what help says of it.
///
/// A command is a table of options, a parse and a run: the entry here knows the first two, and the
/// invocation that it makes leads `ProgramStart` to the third.
struct Command: Sendable {
  /// What follows the word.
  enum Kind: Sendable {
    /// Options and operands.
    case run(options: [OptionFacts], parse: Parse)
    /// One of further words.
    case group(CommandGroup)
  }

  /// Reads what follows the word.
  typealias Parse = @Sendable (ArraySlice<String>) throws(UsageError) -> Invocation

  let name: String
  /// The word with what may follow it, as lists of commands show it.
  let synopsis: String
  /// One line for those lists, no full stop.
  let summary: String
  /// The whole help, or the short one.
  let help: @Sendable (_ isLong: Bool) -> String
  let kind: Kind

  /// Reads what follows the word.
  func parse(_ arguments: ArraySlice<String>) throws(UsageError) -> Invocation {
    switch kind {
    case .run(_, let parse): try parse(arguments)
    case .group(let group): try group.parse(arguments)
    }
  }

  /// The further words that may follow; nil where options follow.
  var group: CommandGroup? {
    if case .group(let group) = kind { group } else { nil }
  }
}

extension Command {
  /// A command that runs with the options of `table`.
  ///
  /// `start` is the options where none is typed; `invoke` makes the invocation of the typed ones and
  /// the operands.
  init<Typed>(
    _ name: String, synopsis: String, summary: String, table: OptionTable<Typed>,
    from start: Typed, help: @escaping @Sendable (_ isLong: Bool) -> String,
    invoke: @escaping @Sendable (Typed, [String]) -> Invocation
  ) {
    let parse: Parse = { (arguments) throws(UsageError) in
      switch try ArgumentParser.parse(arguments, by: table, from: start) {
      case .run(let typed, let operands): invoke(typed, operands)
      case .early(let end): .show(end.text(help))
      }
    }
    self.init(
      name: name, synopsis: synopsis, summary: summary, help: help,
      kind: .run(options: table.facts, parse: parse))
  }

  /// A word that is followed by one of the words of `group`.
  init(_ name: String, synopsis: String, summary: String, group: CommandGroup) {
    self.init(
      name: name, synopsis: synopsis, summary: summary, help: group.help, kind: .group(group))
  }
}

extension EarlyEnd {
  /// What is shown of a command with that help.
  func text(_ help: (_ isLong: Bool) -> String) -> String {
    switch self {
    case .shortHelp: help(false)
    case .longHelp: help(true)
    case .version: Version.line + "\n"
    }
  }
}
