internal import IPGeoAPI
internal import IPGeoRecords

/// A value that is one of a few words.
protocol OptionChoice: CaseIterable, RawRepresentable, Sendable where RawValue == String {
  /// What may be chosen, in the order of help; all cases unless a type leaves some out.
  static var choices: [Self] { get }

  /// Reads a word; a requirement, so that a type's own reading is the one that options use.
  static func parse(_ text: String) throws(ValueFault) -> Self
}

extension OptionChoice {
  static var choices: [Self] { Array(allCases) }

  /// The words, in the order of help.
  static var words: [String] { choices.map(\.rawValue) }

  /// Reads one of the words, exactly.
  static func parse(_ text: String) throws(ValueFault) -> Self {
    guard let choice = choices.first(where: { $0.rawValue == text }) else {
      throw ValueFault("is not known; known: \(words.joined(separator: ", "))")
    }
    return choice
  }
}

extension InputFormat: OptionChoice {
  /// A failures file is read by `--retry-failed`, which says so of a file of its own.
  static var choices: [InputFormat] { allCases.filter { $0 != .failures } }
}

extension RowFormat: OptionChoice {}

extension RowSchema: OptionChoice {}

extension ClientRule.Choice: OptionChoice {}

/// Something that is done where it makes sense, or by order.
enum WhenChoice: String, OptionChoice {
  case auto, always, never
}

/// Who is asked about what a database does not know.
enum FallbackChoice: String, OptionChoice {
  case ipAPI = "ip-api"
}

/// What the rows are sorted by.
enum SortChoice: String, OptionChoice {
  case hits
}

extension Language: OptionChoice {
  /// Reads a code without regard to case: `PT-br` is `pt-BR`.
  static func parse(_ text: String) throws(ValueFault) -> Language {
    let wanted = text.lowercased()
    guard let language = choices.first(where: { $0.rawValue.lowercased() == wanted }) else {
      throw ValueFault("is not known; known: \(words.joined(separator: ", "))")
    }
    return language
  }
}
