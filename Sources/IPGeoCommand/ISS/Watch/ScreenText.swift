/// The bytes that make a window of its own and give it back (ECMA-48, and xterm's private modes).
enum ScreenText {
  /// The other screen, without a cursor.
  static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[H\u{1B}[J"
  /// All as it was: plain letters, a cursor, the screen from before.
  ///
  /// It is emptied first, for terminals that have one screen only.
  static let leave = "\u{1B}[0m\u{1B}[H\u{1B}[J\u{1B}[?25h\u{1B}[?1049l"

  /// Draws lines over what stands there; rows without one are emptied.
  ///
  /// Each row is emptied before it is written: behind a full line the cursor still stands on its last
  /// column. The last one has no line end, which would scroll the window.
  static func draw(_ lines: [String], rows: Int) -> String {
    let empty = [String](repeating: "", count: max(0, rows - lines.count))
    return "\u{1B}[H" + (lines + empty).map { "\u{1B}[K" + $0 }.joined(separator: "\r\n")
  }
}
