/// A line of a terminal, with colours or without; blanks at its end are left out.
struct InkedLine {
  private static let reset = "\u{1B}[0m"

  private let usesColor: Bool
  private var ink = MapInk.plain
  private var blanks = 0
  private(set) var columns = 0
  private var text: [UInt8] = []

  init(usesColor: Bool) { self.usesColor = usesColor }

  /// The line; colours are off at its end.
  var finished: String {
    String(decoding: text, as: UTF8.self) + (ink == .plain ? "" : Self.reset)
  }

  mutating func append(_ sign: Unicode.Scalar, _ newInk: MapInk = .plain) {
    columns += 1
    if sign == " " {
      blanks += 1
      return
    }
    text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: blanks))
    blanks = 0
    if usesColor, newInk != ink {
      ink = newInk
      text += (ink == .plain ? Self.reset : "\u{1B}[0;\(ink.rawValue)m").utf8
    }
    text += UTF8.encode(sign) ?? UTF8.encodedReplacementCharacter
  }

  mutating func append(_ words: String, _ newInk: MapInk = .plain) {
    for sign in words.unicodeScalars { append(sign, newInk) }
  }
}
