/// How a terminal map is drawn.
public struct TerminalLook: Hashable, Sendable {
  /// Width of the window in columns; a map is as wide, but 20 at least and 400 at most.
  public var columns: Int
  /// Whether the terminal shows UTF-8: Braille dots, else ASCII.
  public var isUnicode: Bool
  /// Whether ANSI colours are written.
  public var usesColor: Bool

  /// Makes a look.
  public init(columns: Int, isUnicode: Bool, usesColor: Bool) {
    self.columns = columns
    self.isUnicode = isUnicode
    self.usesColor = usesColor
  }
}
