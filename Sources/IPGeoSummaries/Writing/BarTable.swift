internal import IPGeoRecords

/// A table of a summary with its bars, as wide as a terminal.
struct BarTable {
  private struct Row {
    var label: String
    /// Of the longest bar; `nil` for what has none.
    var part: Double?
    var numbers: [String]
  }

  private let look: TextLook
  private let heading: String
  private var rows: [Row] = []
  private var names: [String]
  /// How many of the numbers are shown, from the left.
  private var shown: Int
  /// Whether numbers stand below their labels, as the window has no room for both in a line.
  private var isStacked = false
  private var labelWidth = 0
  private var barWidth = 0

  private static let gap = 2
  private static let narrowestLabel = 12
  /// Of a shorter part of a label nobody could tell what it is.
  private static let shortestLabel = 4
  private static let narrowestBar = 8
  private static let usualBar = 16
  private static let widestBar = 50

  init(_ table: Summary.Table, of summary: Summary, look: TextLook) {
    self.look = look
    heading = "\(table.subject.heading): \(table.knownCount.groupedDigits)"
    names =
      summary.measure == .hits ? ["hits", "share", "addresses"] : ["addresses", "share", "hits"]
    if !summary.knowsAddresses { names.removeAll { $0 == "addresses" } }
    shown = names.count
    let measures = table.groups.map { Self.measure($0.hits, $0.addresses, summary) }
    let most = measures.max() ?? 0
    for (group, measure) in zip(table.groups, measures) {
      let label = SummaryWords.label(group, table.subject)
      rows.append(
        Row(
          label: look.isUnicode ? label : VisibleText.ascii(label),
          part: most > 0 ? Double(measure) / Double(most) : 0,
          numbers: Self.numbers(group.hits, group.addresses, summary)))
    }
    if let rest = table.rest {
      rows.append(
        Row(
          label: SummaryWords.rest(rest), part: nil,
          numbers: Self.numbers(rest.hits, rest.addresses, summary)))
    }
    fit()
  }

  private static func measure(_ hits: UInt64, _ addresses: Int, _ summary: Summary) -> UInt64 {
    summary.measure == .hits ? hits : UInt64(max(0, addresses))
  }

  private static func numbers(
    _ hits: UInt64, _ addresses: Int, _ summary: Summary
  ) -> [String] {
    let share = SummaryWords.percent(summary.share(hits: hits, addresses: addresses))
    if !summary.knowsAddresses { return [hits.groupedDigits, share] }
    let counts = [hits.groupedDigits, SummaryWords.addresses(addresses, in: summary)]
    return summary.measure == .hits
      ? [counts[0], share, counts[1]] : [counts[1], share, counts[0]]
  }

  private func width(of number: Int) -> Int {
    max(names[number].utf8.count, rows.map { $0.numbers[number].utf8.count }.max() ?? 0)
  }

  private var numbersWidth: Int {
    (0..<shown).reduce(0) { $0 + Self.gap + width(of: $1) }
  }

  /// Gives labels what they need, bars what is left, and leaves out what has no room.
  private mutating func fit() {
    // Two blanks in front of labels.
    let room = look.columns - 2
    let widest = rows.map { DisplayWidth.of($0.label) }.max() ?? 0
    while shown > 1, numbersWidth + min(widest, Self.narrowestLabel) > room { shown -= 1 }
    let free = room - numbersWidth
    if free < min(widest, Self.shortestLabel) {
      isStacked = true
      labelWidth = room
      return
    }
    labelWidth = max(1, min(widest, free))
    let most = free - Self.gap - Self.narrowestBar
    guard most >= min(widest, Self.narrowestLabel) else { return }
    // Bars of a usual width tell enough; names in full tell more.
    labelWidth = min(widest, max(free - Self.gap - Self.usualBar, min(most, Self.narrowestLabel)))
    barWidth = min(Self.widestBar, free - Self.gap - labelWidth)
  }

  /// The heading with the names of the numbers, and a line for each group.
  var lines: [String] {
    if isStacked { return stackedLines }
    let lead = 2 + labelWidth + (barWidth > 0 ? Self.gap + barWidth : 0)
    let head = DisplayWidth.cut(heading, to: max(1, lead), mark: mark)
    var lines = [
      SummaryText.bold(head, look) + blanks(lead - DisplayWidth.of(head)) + numbers(names)
    ]
    for row in rows {
      let label = DisplayWidth.cut(row.label, to: labelWidth, mark: mark)
      var line = "  " + label + blanks(labelWidth - DisplayWidth.of(label))
      if barWidth > 0 {
        let bar = bar(row.part)
        line += blanks(Self.gap) + bar.text + blanks(barWidth - bar.width)
      }
      lines.append(line + numbers(row.numbers))
    }
    return lines
  }

  /// The same with two lines for each group, and its first number in the second one.
  private var stackedLines: [String] {
    func right(_ text: String) -> String { blanks(look.columns - text.utf8.count) + text }
    let head = DisplayWidth.cut(heading, to: look.columns, mark: mark)
    return [SummaryText.bold(head, look), right(names[0])]
      + rows.flatMap { row in
        [
          "  " + DisplayWidth.cut(row.label, to: labelWidth, mark: mark),
          right(SummaryText.number(row.numbers[0], in: look.columns)),
        ]
      }
  }

  private var mark: String { look.isUnicode ? "…" : "~" }

  private func numbers(_ texts: [String]) -> String {
    (0..<shown).reduce("") { line, number in
      line + blanks(Self.gap + width(of: number) - texts[number].utf8.count) + texts[number]
    }
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

  /// A bar, and how many columns it takes; what is more than nothing is to be seen.
  private func bar(_ part: Double?) -> (text: String, width: Int) {
    guard let part, part > 0 else { return ("", 0) }
    var text: String
    let width: Int
    if look.isUnicode {
      let eighths = min(barWidth * 8, max(1, Int((part * Double(barWidth * 8)).rounded())))
      text = String(repeating: "█", count: eighths / 8)
      if eighths % 8 > 0 { text.append(Self.blocks[eighths % 8 - 1]) }
      width = (eighths + 7) / 8
    } else {
      width = min(barWidth, max(1, Int((part * Double(barWidth)).rounded())))
      text = String(repeating: "#", count: width)
    }
    return (look.usesColor ? "\u{1B}[36m\(text)\u{1B}[0m" : text, width)
  }

  private static let blocks: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}
