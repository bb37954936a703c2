internal import IPGeoRecords

/// Words of which one is to follow: those of the program itself, or of `ipgeo cache`.
struct CommandGroup: Sendable {
  /// What the user types to get here, as `ipgeo` or `ipgeo cache`.
  let command: String
  /// The words, in the order of help.
  let members: [Command]
  /// What is said of it.
  let page: @Sendable () -> HelpPage
  /// What is wrong with a word that is none of the members; nil for the usual error.
  var stranger: @Sendable (_ word: String) -> UsageError? = { _ in nil }
  /// Forms that a mistyped word may have been meant for besides the members.
  var alternatives: [String] = []

  /// The options that the words may follow, which end the run.
  static let options: [OptionFacts] = table("").facts

  private static func table(_ command: String) -> OptionTable<NoOptions> {
    OptionTable(command: command, options: CommonOptions.specs(), takesOperands: false)
  }

  /// Reads what follows the group's own word.
  func parse(_ arguments: ArraySlice<String>) throws(UsageError) -> Invocation {
    guard let first = arguments.first else { return .showUsage(page().text(isLong: false)) }
    if let member = member(first) { return try member.parse(arguments.dropFirst()) }
    if first.hasPrefix("-"), first != "-" { return try parseOptions(arguments) }
    throw unknown(first)
  }

  /// The command of that name.
  func member(_ name: String) -> Command? { members.first { $0.name == name } }

  /// The error for a word that is none of the members.
  func unknown(_ word: String) -> UsageError {
    if let error = stranger(word) { return error }
    let names = members.map(\.name) + alternatives
    return .unknownCommand(word, nearest: NearestName.of(word, among: names), group: command)
  }

  private func parseOptions(
    _ arguments: ArraySlice<String>
  ) throws(UsageError) -> Invocation {
    do throws(UsageError) {
      switch try ArgumentParser.parse(arguments, by: Self.table(command), from: NoOptions()) {
      case .early(let end): return .show(end.text(page()))
      case .run: return .showUsage(page().text(isLong: false))
      }
    } catch {
      if case .unknownOption(let given, _, _) = error, let owner = owner(of: given) {
        throw .optionBeforeCommand(given, command: owner)
      }
      throw error
    }
  }

  /// The first command that has the option, in the words that follow `ipgeo`.
  private func owner(of option: String) -> String? {
    for member in members {
      switch member.kind {
      case .run(let options, _, _):
        let words = command.split(separator: " ").dropFirst() + [Substring(member.name)]
        if options.knows(option) { return words.joined(separator: " ") }
      case .group(let group):
        if let owner = group.owner(of: option) { return owner }
      }
    }
    return nil
  }
}
