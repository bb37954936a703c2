public import IPGeoRecords

/// A summary for people, with bars.
public enum SummaryText {
  /// No line is narrower than this many columns, whatever the look: there is room for any number.
  static let narrowest = 20

  /// The lines, without line ends; none is wider than the look's columns.
  ///
  /// Of those it takes 20 at least, and no digit of a number is ever cut off.
  public static func lines(of summary: Summary, look: TextLook) -> [String] {
    var look = look
    look.columns = max(narrowest, look.columns)
    var lines = wrapped([SummaryWords.total(summary)], look).map { bold($0, look) }
    let statuses = SummaryWords.statuses(summary)
    if !statuses.isEmpty {
      var words = statuses.map { "\($0.word) \($0.sums.hits.groupedDigits)" }
      if summary.unplaced > 0 {
        words.append("without a position \(summary.unplaced.groupedDigits)")
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

  /// A list with commas between its items, in lines that break between items, and where one is
  /// wider than a line, between its words.
  private static func wrapped(_ items: [String], _ look: TextLook) -> [String] {
    var lines: [String] = []
    var line = ""
    func add(_ piece: String) {
      if !line.isEmpty, line.utf8.count + 1 + piece.utf8.count > look.columns {
        lines.append(line)
        line = piece
      } else {
        line += line.isEmpty ? piece : " " + piece
      }
    }
    for (place, item) in items.enumerated() {
      let piece = place + 1 < items.count ? item + "," : item
      if piece.utf8.count <= look.columns {
        add(piece)
      } else {
        for word in piece.split(separator: " ") {
          add(Self.number(String(word), in: look.columns))
        }
      }
    }
    return lines + [line]
  }

  /// A number in so many columns: without its commas, where there is no room for them.
  static func number(_ digits: String, in columns: Int) -> String {
    digits.utf8.count <= columns ? digits : digits.filter { $0 != "," }
  }

  static func bold(_ text: String, _ look: TextLook) -> String {
    look.usesColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text
  }
}
