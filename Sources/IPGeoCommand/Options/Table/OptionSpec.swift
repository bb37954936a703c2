/// What is to be said of an option, for parsing, help, man pages and completions alike.
struct OptionFacts: Sendable {
  /// The groups that help lists options in, in that order.
  enum Group: String, CaseIterable, Sendable {
    case input = "Input"
    case output = "Output"
    case asking = "Asking"
    case known = "Known answers"
    case run = "The run"
    case help = "Help"
  }

  /// What the value is, so that a shell can complete it.
  enum Completion: Hashable, Sendable {
    /// Nothing to offer.
    case none
    /// One of these words.
    case words([String])
    /// A file's path.
    case file
    /// A file's path; those that end so, after a dot, are offered before all others.
    case files(ending: [String])
    /// A comma-separated list of columns.
    case fields
    /// The words that lead to a command.
    case commands
    /// A page of the manual.
    case pages
  }

  /// The long name without dashes.
  let name: String
  /// The letter of the short form.
  var short: Character?
  /// What help calls the value; nil for a flag, which takes none.
  var placeholder: String?
  /// Whether it may come again, and each counts.
  var repeats = false
  /// Whether the empty text is a value, too.
  var takesEmpty = false
  /// What the value is.
  var completion = Completion.none
  /// Where help lists it.
  let group: Group
  /// One line for `-h`, no full stop.
  var summary: String
  /// More sentences for `--help` and the man page; may be empty.
  var details = ""
  /// What holds without the option, in words; nil where there is nothing to say.
  var standard: String?

  /// `--name`, as messages write it.
  var longForm: String { "--" + name }
}

/// One option of a command: its facts, and what it does to the options that were typed.
struct OptionSpec<Typed>: Sendable {
  /// What an occurrence does.
  ///
  /// A later one overrides an earlier one.
  enum Update: Sendable {
    /// A flag: its mere presence counts.
    case flag(@Sendable (inout Typed) -> Void)
    /// An option with a value; an empty one only where the facts say so.
    case value(@Sendable (inout Typed, String) throws(ValueFault) -> Void)
    /// Ends the parsing: the caller is to show something instead, by the form that was typed.
    case stop(long: EarlyEnd, short: EarlyEnd)
  }

  let facts: OptionFacts
  let update: Update

  init(_ facts: OptionFacts, _ update: Update) {
    self.facts = facts
    self.update = update
  }
}

/// What is shown instead of running.
enum EarlyEnd: Hashable, Sendable {
  case shortHelp, longHelp, version
}

extension OptionSpec {
  /// The same option where what it sets is part of something larger: of a command that shares it.
  func lifted<Whole>(_ part: any WritableKeyPath<Whole, Typed> & Sendable) -> OptionSpec<Whole> {
    switch update {
    case .flag(let update): OptionSpec<Whole>(facts, .flag { update(&$0[keyPath: part]) })
    case .value(let update):
      OptionSpec<Whole>(
        facts,
        .value { (whole, text) throws(ValueFault) in try update(&whole[keyPath: part], text) })
    case .stop(let long, let short): OptionSpec<Whole>(facts, .stop(long: long, short: short))
    }
  }

  /// An option whose value is one of the words of `Choice`.
  static func choice<Choice: OptionChoice>(
    _ facts: OptionFacts, _ path: any WritableKeyPath<Typed, Choice?> & Sendable
  ) -> OptionSpec {
    var facts = facts
    facts.completion = .words(Choice.words)
    if facts.placeholder == nil { facts.placeholder = Choice.words.joined(separator: "|") }
    return value(facts, path) { (text) throws(ValueFault) in try Choice.parse(text) }
  }

  /// An option whose value `read` makes of the text.
  static func value<Value>(
    _ facts: OptionFacts, _ path: any WritableKeyPath<Typed, Value?> & Sendable,
    _ read: @escaping @Sendable (String) throws(ValueFault) -> Value
  ) -> OptionSpec {
    OptionSpec(
      facts,
      .value { (typed, text) throws(ValueFault) in typed[keyPath: path] = try read(text) })
  }

  /// A flag that sets `path`.
  static func flag(
    _ facts: OptionFacts, _ path: any WritableKeyPath<Typed, Bool> & Sendable
  ) -> OptionSpec {
    OptionSpec(facts, .flag { $0[keyPath: path] = true })
  }

  /// An option that may come again: each adds what `read` makes of its text.
  static func values<Value>(
    _ facts: OptionFacts, _ path: any WritableKeyPath<Typed, [Value]> & Sendable,
    _ read: @escaping @Sendable (String) throws(ValueFault) -> [Value]
  ) -> OptionSpec {
    var facts = facts
    facts.repeats = true
    return OptionSpec(
      facts,
      .value { (typed, text) throws(ValueFault) in typed[keyPath: path] += try read(text) })
  }
}
