/// A shell script that is being made.
struct ScriptText: Sendable {
  private(set) var result = ""

  /// Adds lines as they are.
  mutating func add(_ lines: String) { result += lines + "\n" }

  /// The text in single quotes, as bash and zsh read it.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }

  /// Words with blanks between them, in single quotes.
  static func list(_ words: [String]) -> String { quoted(words.joined(separator: " ")) }
}

extension OptionFacts {
  /// The forms that can be typed: `-o`, `--output`.
  var forms: [String] { (short.map { ["-\($0)"] } ?? []) + [longForm] }
}
