internal import IPGeoCore
internal import IPGeoRecords

/// How a summary looks in a terminal.
public struct SummaryLook: Hashable, Sendable {
  /// Width of the window in columns; lines are 20 wide at least.
  public var columns: Int
  /// Whether the terminal shows UTF-8: bars of block elements, else of `#`.
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

/// A summary for people, with bars.
public enum SummaryText {
  /// The lines, without line ends; none is wider than the look's columns.
  public static func lines(of summary: Summary, look: SummaryLook) -> [String] {
    var look = look
    look.columns = max(20, look.columns)
    var lines = [bold(fitted(SummaryWords.total(summary), look), look)]
    let statuses = SummaryWords.statuses(summary)
    if !statuses.isEmpty {
      var words = statuses.map { "\($0.word) \(SummaryWords.grouped($0.sums.hits))" }
      if summary.unplaced > 0 {
        words.append("without a position \(SummaryWords.grouped(summary.unplaced))")
      }
      lines += wrapped(words, look)
    }
    for table in summary.tables where !isBare(table) {
      lines.append("")
      lines += BarTable(table, of: summary, look: look).lines
    }
    return lines
  }

  /// Whether a table says nothing: nothing is known of its subject.
  private static func isBare(_ table: Summary.Table) -> Bool {
    table.groups.allSatisfy(\.isUnknown) && table.rest == nil
  }

  private static func wrapped(_ words: [String], _ look: SummaryLook) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in words {
      if !line.isEmpty, line.utf8.count + 2 + word.utf8.count > look.columns {
        lines.append(line + ",")
        line = word
      } else {
        line += line.isEmpty ? word : ", " + word
      }
    }
    return (lines + [line]).map { fitted($0, look) }
  }

  static func fitted(_ text: String, _ look: SummaryLook) -> String {
    DisplayWidth.cut(text, to: look.columns, mark: look.isUnicode ? "…" : "~")
  }

  static func bold(_ text: String, _ look: SummaryLook) -> String {
    look.usesColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text
  }
}
