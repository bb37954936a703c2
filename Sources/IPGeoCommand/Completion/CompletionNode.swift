internal import IPGeoRecords

/// A place on a command line, after some words that lead to a command, and what may stand there.
struct CompletionNode: Sendable {
  /// The words so far without the program's own name; empty at its beginning.
  let path: [String]
  /// The words of which one may follow.
  var commands: [Named] = []
  /// The options.
  var options: [OptionFacts] = []
  /// What may follow besides.
  var operands = OptionFacts.Completion.none

  /// A word, and what is said of it.
  struct Named: Hashable, Sendable {
    var name: String
    var meaning: String
  }

  /// The path as shells compare it.
  var place: String { path.joined(separator: " ") }

  /// All places, those that words follow before the words.
  static let all = nodes(ProgramTable.program, [])

  /// All columns, which lists of fields name.
  static let fields = Field.allCases.map { Named(name: $0.name, meaning: $0.meaning) }

  private static func nodes(_ group: CommandGroup, _ path: [String]) -> [CompletionNode] {
    let words = group.members.map { Named(name: $0.name, meaning: $0.summary) }
    let own = CompletionNode(path: path, commands: words, options: CommandGroup.options)
    return [own] + group.members.flatMap { nodes($0, path + [$0.name]) }
  }

  private static func nodes(_ command: Command, _ path: [String]) -> [CompletionNode] {
    switch command.kind {
    case .group(let group): nodes(group, path)
    case .run(_, .commands, _): helped(ProgramTable.program, path)
    case .run(let options, let operands, _):
      [CompletionNode(path: path, options: options, operands: settled(operands))]
    }
  }

  /// The words that lead to a command whose help is wanted.
  private static func helped(_ group: CommandGroup, _ path: [String]) -> [CompletionNode] {
    let words = group.members.map { Named(name: $0.name, meaning: $0.summary) }
    return [CompletionNode(path: path, commands: words)]
      + group.members.flatMap { member in
        member.group.map { helped($0, path + [member.name]) } ?? []
      }
  }

  private static func settled(_ operands: OptionFacts.Completion) -> OptionFacts.Completion {
    operands == .pages ? .words(Manual.pages.map(\.name)) : operands
  }
}
