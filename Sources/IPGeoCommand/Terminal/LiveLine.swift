/// The line at a terminal's bottom that is replaced in place: what to write to change it.
///
/// Pure: it answers with the bytes, and is told how wide the terminal is each time, since a window may
/// have been made narrower with the line in it. Some terminals then wrap what stands there onto more
/// rows, and all of these have to go; others cut it off, and the rows above are somebody else's.
struct LiveLine: Hashable, Sendable {
  /// Whether the terminal wraps old lines anew when it is made narrower.
  var rewraps = true
  /// The line as wanted: printable, each character one column wide, without a line end.
  private(set) var text = ""
  /// What of it was written.
  private var drawn = ""

  /// Makes an empty line.
  init(rewraps: Bool = true) { self.rewraps = rewraps }

  /// Changes the line to `new`, which may be empty; nothing is to be written where it is the same.
  mutating func show(_ new: String, columns: Int?) -> String {
    text = new
    let before = drawn
    let clear = clear(columns)
    let after = draw(columns)
    return after == before ? "" : clear + after
  }

  /// Puts a message, which ends its line, above the line.
  mutating func put(_ message: String, columns: Int?) -> String {
    if text.isEmpty { return message }
    return clear(columns) + message + draw(columns)
  }

  private func clear(_ columns: Int?) -> String {
    let length = drawn.unicodeScalars.count
    let rowsAbove = rewraps ? max(0, length - 1) / max(1, columns ?? .max) : 0
    return rowsAbove > 0 ? "\u{1B}[\(rowsAbove)A\r\u{1B}[J" : "\r\u{1B}[K"
  }

  /// The line as far as it fits; the last column stays free, as some terminals wrap once it is full.
  private mutating func draw(_ columns: Int?) -> String {
    drawn = String(text.prefix(columns.map { max(1, $0) - 1 } ?? .max))
    return drawn
  }
}
