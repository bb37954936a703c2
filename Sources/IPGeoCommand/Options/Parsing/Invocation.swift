internal import IPGeoAddresses
internal import IPGeoRecords

/// What a command line asks for.
enum Invocation: Hashable, Sendable {
  /// Text for standard output, exit 0.
  case show(String)
  /// Text for standard error, exit 64: nothing was asked for.
  case showUsage(String)
  /// `ipgeo batch`.
  case batch(RawBatchOptions)

  /// Reads the arguments without the program's own name.
  static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    guard let first = arguments.first else { return .showUsage(Help.program(isLong: false)) }
    switch first {
    case "batch": return try batch(arguments.dropFirst())
    case "help": return try help(arguments.dropFirst())
    default: break
    }
    if first.hasPrefix("-"), first != "-" {
      return try program(arguments[...])
    }
    throw unknown(first)
  }

  private static func program(_ arguments: ArraySlice<String>) throws(UsageError) -> Invocation {
    let short = Help.program(isLong: false)
    do {
      switch try ArgumentParser.parse(arguments, by: ProgramTable.table, from: .init()) {
      case .early(let end): return .show(text(end, short: short, long: Help.program(isLong: true)))
      case .run: return .showUsage(short)
      }
    } catch {
      if case .unknownOption(let given, _, _) = error, BatchTable.table.knows(given) {
        throw .optionBeforeCommand(given)
      }
      throw error
    }
  }

  private static func batch(_ arguments: ArraySlice<String>) throws(UsageError) -> Invocation {
    switch try ArgumentParser.parse(arguments, by: BatchTable.table, from: RawBatchOptions()) {
    case .run(var options, let operands):
      options.inputs = operands
      return .batch(options)
    case .early(let end):
      return .show(text(end, short: Help.batch(isLong: false), long: Help.batch(isLong: true)))
    }
  }

  private static func help(_ arguments: ArraySlice<String>) throws(UsageError) -> Invocation {
    guard let topic = arguments.first else { return .show(Help.program(isLong: true)) }
    if arguments.count > 1, let second = arguments.last {
      throw .unexpectedOperand(second, command: "ipgeo help")
    }
    switch topic {
    case "batch": return .show(Help.batch(isLong: true))
    case "help", "-h", "--help": return .show(Help.program(isLong: true))
    default: throw unknown(topic)
    }
  }

  private static func text(_ end: EarlyEnd, short: String, long: String) -> String {
    switch end {
    case .shortHelp: short
    case .longHelp: long
    case .version: Version.line + "\n"
    }
  }

  private static func unknown(_ word: String) -> UsageError {
    if ProgramTable.laterCommands.contains(word) { return .laterCommand(word) }
    if IPAddress(word) != nil { return .addressAsCommand(word) }
    if word == "-" || word.contains("/") || word.contains(".") { return .pathAsCommand(word) }
    return .unknownCommand(
      word, nearest: NearestName.of(word, among: ProgramTable.commands.map(\.name) + ["--version"]))
  }
}
