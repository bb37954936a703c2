/// A line of a terminal, with colours or without; blanks at its end are left out.
struct InkedLine {
  private static let reset = "\u{1B}[0m"

  private let usesColor: Bool
  private var ink = MapInk.plain
  private var blanks = 0
  private(set) var columns = 0
  private var text = ""

  init(usesColor: Bool) { self.usesColor = usesColor }

  /// The line; colours are off at its end.
  var finished: String { ink == .plain ? text : text + Self.reset }

  mutating func append(_ sign: Character, _ newInk: MapInk = .plain) {
    columns += 1
    if sign == " " {
      blanks += 1
      return
    }
    text.append(contentsOf: repeatElement(" ", count: blanks))
    blanks = 0
    if usesColor, newInk != ink {
      ink = newInk
      text += ink == .plain ? Self.reset : "\u{1B}[0;\(ink.rawValue)m"
    }
    text.append(sign)
  }

  mutating func append(_ words: String, _ newInk: MapInk = .plain) {
    for sign in words { append(sign, newInk) }
  }
}
