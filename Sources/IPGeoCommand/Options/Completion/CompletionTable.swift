internal import IPGeoRecords

/// The options of `ipgeo completion`.
enum CompletionTable {
  /// Parsing, help, man page and completions all come from here.
  static let table = OptionTable<NoOptions>(
    command: "ipgeo completion", options: CommonOptions.specs(), takesOperands: true,
    emptyOperand: .noShell)

  /// What the words after the options ask for: one shell.
  static func invocation(_ operands: [String]) throws(UsageError) -> Invocation {
    guard let name = operands.first else { throw .noShell }
    guard let shell = Shell(rawValue: name) else {
      throw .unknownShell(name, nearest: NearestName.of(name, among: Shell.words))
    }
    if operands.count > 1 {
      throw .unexpectedOperand(operands[1], command: table.command)
    }
    return .show(shell.script(CompletionNode.all))
  }
}

/// The shells that can complete words of `ipgeo`.
enum Shell: String, OptionChoice {
  case bash, zsh, fish

  /// What it is to read, to complete by these.
  func script(_ nodes: [CompletionNode]) -> String {
    switch self {
    case .bash: BashScript.text(nodes)
    case .zsh: ZshScript.text(nodes)
    case .fish: FishScript.text(nodes)
    }
  }
}
