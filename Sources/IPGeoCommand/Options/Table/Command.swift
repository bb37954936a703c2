/// A word of the command line that leads to a run or to further words, and what help says of it.
///
/// A command is a table of options, a parse and a run: the entry here knows the first two, and the
/// invocation that it makes leads `ProgramStart` to the third.
struct Command: Sendable {
  /// What follows the word.
  enum Kind: Sendable {
    /// Options and operands, of which `operands` says what a shell can offer.
    case run(options: [OptionFacts], operands: OptionFacts.Completion, parse: Parse)
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
  /// What is said of it.
  let page: @Sendable () -> HelpPage
  /// Whether the manual has a page of it, and not that of the program only.
  var hasOwnPage = true
  let kind: Kind

  /// Reads what follows the word.
  func parse(_ arguments: ArraySlice<String>) throws(UsageError) -> Invocation {
    switch kind {
    case .run(_, _, let parse): try parse(arguments)
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
    from start: Typed, operands: OptionFacts.Completion = .none,
    page: @escaping @Sendable () -> HelpPage,
    invoke: @escaping @Sendable (Typed, [String]) throws(UsageError) -> Invocation
  ) {
    let parse: Parse = { (arguments) throws(UsageError) in
      switch try ArgumentParser.parse(arguments, by: table, from: start) {
      case .run(let typed, let operands): try invoke(typed, operands)
      case .early(let end): .show(end.text(page()))
      }
    }
    self.init(
      name: name, synopsis: synopsis, summary: summary, page: page,
      kind: .run(options: table.facts, operands: operands, parse: parse))
  }

  /// A word that is followed by one of the words of `group`.
  init(_ name: String, synopsis: String, summary: String, group: CommandGroup) {
    self.init(
      name: name, synopsis: synopsis, summary: summary, page: group.page, kind: .group(group))
  }
}

extension EarlyEnd {
  /// What is shown of a command with that page.
  func text(_ page: HelpPage) -> String {
    switch self {
    case .shortHelp: page.text(isLong: false)
    case .longHelp: page.text(isLong: true)
    case .version: Version.line + "\n"
    }
  }
}
