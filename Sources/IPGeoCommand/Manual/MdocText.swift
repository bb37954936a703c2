/// Text in mdoc, the language of manual pages: macros, and text with nothing in it that mandoc or
/// groff would take for one.
struct MdocText: Sendable {
  private(set) var result = ""

  /// How long a line of text may be: mandoc's own check complains beyond 80.
  private static let width = 76

  /// Adds a macro with what follows it, which is mdoc already.
  mutating func macro(_ name: String, _ rest: String = "") {
    result += "." + name + (rest.isEmpty ? "" : " " + rest) + "\n"
  }

  /// Adds a paragraph: each sentence on lines of its own, as mdoc wants it.
  mutating func text(_ paragraph: String) {
    for sentence in Self.sentences(paragraph) {
      let words = sentence.split(separator: " ").map { Self.unbroken($0) + Self.escape($0) }
      for line in HelpText.wrap(words.joined(separator: " "), to: Self.width) { add(line) }
    }
  }

  /// What keeps groff from hyphenating a word that is to be copied, as an option or a path.
  private static func unbroken(_ word: Substring) -> String {
    word.contains { "-_/=".contains($0) } ? "\\%" : ""
  }

  /// Adds lines as they are.
  mutating func literal(_ lines: [String]) {
    macro("Bd", "-literal -offset indent")
    for line in lines { add(Self.escape(line)) }
    macro("Ed")
  }

  // Of the two that begin a macro, the quote is escaped wherever it stands.
  private mutating func add(_ line: String) {
    result += (line.hasPrefix(".") ? "\\&" : "") + line + "\n"
  }

  /// The text with nothing in it that is special within a line.
  ///
  /// What looks like ASCII stays ASCII where it is shown: a hyphen is `\-`, so that options can be
  /// copied from the page. Line ends and tabs become blanks, other control characters nothing.
  static func escape(_ text: some StringProtocol) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case "\"": escaped += "\\(dq"
      case "\n", "\t": escaped += " "
      case " "..."~": escaped.unicodeScalars.append(scalar)
      case "\u{A0}"...: escaped += "\\[u\(number(scalar))]"
      default: break
      }
    }
    return escaped
  }

  /// The text as one argument of a macro: not taken for a macro itself, nor for punctuation.
  static func argument(_ text: some StringProtocol) -> String {
    let escaped = escape(text)
    let shielded = isCallable(text) || isPunctuation(text) ? "\\&" + escaped : escaped
    return shielded.isEmpty || shielded.contains(" ") ? "\"\(shielded)\"" : shielded
  }

  /// Splits after full stops, question and exclamation marks that a blank follows.
  static func sentences(_ text: some StringProtocol) -> [String] {
    var sentences: [String] = []
    var words: [Substring] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }).map({ Substring($0) }) {
      words.append(word)
      let bare = word.last.map { ")'\"".contains($0) } == true ? word.dropLast() : word
      if let end = bare.last, ".?!".contains(end) {
        sentences.append(words.joined(separator: " "))
        words = []
      }
    }
    if !words.isEmpty { sentences.append(words.joined(separator: " ")) }
    return sentences
  }

  private static func number(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }

  /// Macros are a capital with one or two small letters, or a per cent sign with a capital.
  private static func isCallable(_ text: some StringProtocol) -> Bool {
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    let rest = text.utf8.dropFirst()
    guard let first = text.utf8.first, (1...2).contains(rest.count) else { return false }
    if first == UInt8(ascii: "%") { return rest.allSatisfy(capitals.contains) }
    let small = UInt8(ascii: "a")...UInt8(ascii: "z")
    return capitals.contains(first) && rest.allSatisfy(small.contains)
  }

  private static func isPunctuation(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 1 && ".,:;()[]?!|".contains(text)
  }
}
