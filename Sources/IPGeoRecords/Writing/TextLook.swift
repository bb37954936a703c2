/// How text for people is to look where it goes, as in a terminal.
public struct TextLook: Hashable, Sendable {
  /// Width of the window in columns.
  public var columns: Int
  /// Whether UTF-8 is shown there; else all is to be of ASCII.
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
