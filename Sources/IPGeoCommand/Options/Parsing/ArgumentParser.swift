/// What parsing a command's arguments came to.
enum Parsed<Typed: Sendable>: Sendable {
  /// Options as typed, and the words that are none.
  case run(Typed, operands: [String])
  /// Something is to be shown instead.
  case early(EarlyEnd)
}

/// Reads arguments by a table: `--name value`, `--name=value`, `-n value`, `-nvalue`, `-n=value`,
/// combined letters, options after operands, and `--` before words that are all operands.
///
/// Arguments are read from left to right: the first error ends the reading, and so does help. An
/// option that stands twice counts where it stands last.
struct ArgumentParser<Typed: Sendable> {
  private let table: OptionTable<Typed>
  private var rest: ArraySlice<String>
  private var typed: Typed
  private var operands: [String] = []
  private var early: EarlyEnd?

  private init(_ table: OptionTable<Typed>, _ arguments: ArraySlice<String>, _ typed: Typed) {
    self.table = table
    self.rest = arguments
    self.typed = typed
  }

  /// Reads `arguments`, which do not hold the command's own name, over the options of `start`.
  static func parse(
    _ arguments: ArraySlice<String>, by table: OptionTable<Typed>, from start: Typed
  )
    throws(UsageError) -> Parsed<Typed>
  {
    var parser = ArgumentParser(table, arguments, start)
    while let argument = parser.rest.popFirst() {
      if argument == "--" {
        for word in parser.rest { try parser.takeOperand(word) }
        break
      }
      try parser.take(argument)
      if let early = parser.early { return .early(early) }
    }
    return .run(parser.typed, operands: parser.operands)
  }

  private mutating func take(_ argument: String) throws(UsageError) {
    if argument.hasPrefix("--") { return try takeLong(argument.dropFirst(2)) }
    // A lone dash is standard input.
    if argument.hasPrefix("-"), argument.utf8.count > 1 {
      return try takeShort(argument.dropFirst())
    }
    try takeOperand(argument)
  }

  private mutating func takeOperand(_ word: String) throws(UsageError) {
    guard table.takesOperands else {
      throw .unexpectedOperand(word, command: table.command)
    }
    if word.isEmpty { throw table.emptyOperand }
    if word == "-", operands.contains("-") { throw .repeatedStandardInput }
    operands.append(word)
  }

  private mutating func takeLong(_ body: Substring) throws(UsageError) {
    let equals = body.utf8.firstIndex(of: UInt8(ascii: "="))
    let name = equals.map { body[..<$0] } ?? body
    let value = equals.map { String(body[body.utf8.index(after: $0)...]) }
    guard let option = table.option(named: name) else {
      throw .unknownOption(
        "--\(name)", nearest: table.nearest(toLong: name), command: table.command)
    }
    let form = option.facts.longForm
    if option.facts.placeholder == nil {
      if let value { throw .valueForFlag(option: form, value: value) }
      return applyFlag(option, isShort: false)
    }
    try apply(option, value, as: form)
  }

  private mutating func takeShort(_ letters: Substring) throws(UsageError) {
    let word = letters.prefix { $0 != "=" }
    if word.utf8.count > 1, table.option(named: word) != nil {
      throw .singleDash("-\(letters)", command: table.command)
    }
    var letters = letters
    while let letter = letters.popFirst() {
      guard let option = table.option(short: letter) else {
        throw .unknownOption(
          "-\(letter)", nearest: table.nearest(toShort: letter), command: table.command)
      }
      let form = "-\(letter)"
      if option.facts.placeholder != nil {
        let hasEquals = letters.first == "="
        let value = letters.isEmpty ? nil : String(hasEquals ? letters.dropFirst() : letters)
        return try apply(option, value, as: form)
      }
      if letters.first == "=" {
        throw .valueForFlag(option: form, value: String(letters.dropFirst()))
      }
      applyFlag(option, isShort: true)
      if early != nil { return }
    }
  }

  private mutating func applyFlag(_ option: OptionSpec<Typed>, isShort: Bool) {
    switch option.update {
    case .flag(let update): update(&typed)
    case .stop(let long, let short): early = isShort ? short : long
    case .value: break
    }
  }

  private mutating func apply(_ option: OptionSpec<Typed>, _ attached: String?, as form: String)
    throws(UsageError)
  {
    guard case .value(let update) = option.update else { return }
    let placeholder = option.facts.placeholder ?? ""
    let value: String
    if let attached {
      value = attached
    } else {
      let next = rest.first
      guard let next, !isOption(next) else {
        throw .missingValue(
          option: form, placeholder: placeholder, next: next, command: table.command)
      }
      value = next
      rest.removeFirst()
    }
    if value.isEmpty, !option.facts.takesEmpty {
      throw .emptyValue(option: form, placeholder: placeholder)
    }
    do {
      try update(&typed, value)
    } catch {
      throw .badValue(origin: form, value: value, error)
    }
  }

  /// Whether a word that could be a value is a known option.
  ///
  /// `-zip` is none: `--fields -zip` drops a column.
  private func isOption(_ word: String) -> Bool {
    word == "--" || table.knows(word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : word)
  }
}
