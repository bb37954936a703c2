internal import IPGeoRecords

/// The options of one command: the one place that parsing, help, man pages and completions read.
struct OptionTable<Typed: Sendable>: Sendable {
  /// What the user types to get here, as `ipgeo batch`.
  let command: String
  /// The options, in the order of help.
  let options: [OptionSpec<Typed>]
  /// Whether words that are no options are taken.
  let takesOperands: Bool
  /// What is wrong with an operand that is the empty text.
  var emptyOperand = UsageError.emptyOperand

  /// The option of that long name.
  func option(named name: some StringProtocol) -> OptionSpec<Typed>? {
    options.first { $0.facts.name == name }
  }

  /// The option of that letter.
  func option(short: Character) -> OptionSpec<Typed>? {
    options.first { $0.facts.short == short }
  }

  /// Whether `form`, as `--top` or `-u`, is one of the options.
  func knows(_ form: String) -> Bool { facts.knows(form) }

  /// What can be said of the options, in the order of help.
  var facts: [OptionFacts] { options.map(\.facts) }

  /// The long form that looks most like `name`; nil only for a table without options.
  func nearest(toLong name: some StringProtocol) -> String? {
    NearestName.of(name, among: facts.map(\.name)).map { "--" + $0 }
  }

  /// The form that looks most like the unknown letter: its other case, else a long name's start.
  func nearest(toShort letter: Character) -> String? {
    let lowered = letter.lowercased()
    if let other = facts.compactMap(\.short).first(where: { $0.lowercased() == lowered }) {
      return "-\(other)"
    }
    // The shortest is the one that may be remembered by its first letter.
    return facts.filter { $0.name.hasPrefix(lowered) }
      .min { $0.name.utf8.count < $1.name.utf8.count }?.longForm
  }
}

extension [OptionFacts] {
  /// Whether `form`, as `--top` or `-u`, is one of them.
  func knows(_ form: String) -> Bool {
    if form.hasPrefix("--") { return contains { $0.name == form.dropFirst(2) } }
    guard form.hasPrefix("-"), form.utf8.count == 2, let letter = form.last else { return false }
    return contains { $0.short == letter }
  }
}
