/// Follows a quoted cell over the end of its line, and further ones, to the record's end.
struct QuotedSpan {
  /// What came of it.
  enum Result {
    /// The record ends with this line, whose start is that of the record.
    case ends(TableLine)
    /// All that is there was searched; the rest is to come.
    case goesOn
    /// A quote is never closed; what lies before `searched` need not be searched once more.
    case unclosed(searched: Int)
  }

  private let bytes: UnsafeRawBufferPointer
  private let delimiter: UInt8
  /// Where the record starts.
  private let start: Int
  /// How far it may reach.
  private let limit: Int
  private let mayGoOn: Bool

  /// Follows the record that starts with a line; all that is not too long of it is there, or else
  /// it may go on.
  init(
    bytes: UnsafeRawBufferPointer, delimiter: UInt8, firstLine: Range<Int>, maximum: Int,
    mayGoOn: Bool
  ) {
    self.bytes = bytes
    self.delimiter = delimiter
    start = firstLine.lowerBound
    limit = Hole.text(of: firstLine, in: bytes).lowerBound + maximum
    self.mayGoOn = mayGoOn
  }

  /// Goes on within a quoted cell at `position`.
  ///
  /// The outcome does not depend on where the input was cut: what is longer than the longest line
  /// is not closed, wherever its quote may be.
  func follow(from position: Int, _ lines: inout TableLines) -> Result {
    var position = position
    // A line behind all lines is there where it is too long, so that nothing else is to come.
    let known = mayGoOn ? lines.end : bytes.count
    while true {
      let end = min(known, limit + 1)
      guard position < end,
        let close = CellCutter.closing(in: bytes, from: position, end: end).index
      else {
        return mayGoOn && known <= limit ? .goesOn : .unclosed(searched: limit)
      }
      let behind = close + 1
      guard isProperEnd(behind, known) else { return .unclosed(searched: min(close, limit)) }
      if close >= lines.end { return .unclosed(searched: limit) }
      let line = lines.line(from: behind)
      let stop = line.range.upperBound
      if stop > limit { return .unclosed(searched: limit) }
      if !hasOpenCell(from: behind, to: stop) {
        return .ends(TableLine(range: start..<stop, next: line.next, end: line.end))
      }
      position = stop
    }
  }

  private func isProperEnd(_ index: Int, _ end: Int) -> Bool {
    guard index < end else { return true }
    let byte = bytes[index]
    return byte == delimiter || byte == LineCutter.feed || byte == LineCutter.carriageReturn
  }

  /// Whether the last cell of a line is open; `start` is a delimiter or the line's end.
  private func hasOpenCell(from start: Int, to stop: Int) -> Bool {
    var delimiter = start
    while delimiter < stop {
      let cell = CellCutter.cell(
        at: delimiter + 1, in: bytes, end: stop, delimiter: self.delimiter)
      if cell.isOpen { return true }
      delimiter = cell.raw.upperBound
    }
    return false
  }
}
