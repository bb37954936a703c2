internal import IPGeoRecords

/// What stands below a terminal map that shows hits: the sizes of its marks, and the sums.
struct MapLegend {
  /// A run of signs that stays on one line.
  private struct Item {
    var sign: Unicode.Scalar?
    var words: String
    /// Blanks before it, but at the start of a line.
    var gap: Int
    var columns: Int { words.utf8.count + (sign == nil ? 0 : 2) }
  }

  private var items: [Item] = []

  /// Makes a legend of the hits on the map and beside it, and of their addresses where they are told.
  init(scale: HitScale, hits: HitCells, addresses: Int?, signs: MapSigns, columns: Int) {
    for bound in scale.bounds.reversed() where hits.shown > 0 {
      let sign = signs.hits[min(signs.hits.count - 1, scale.size(of: bound))]
      items.append(Item(sign: sign, words: Self.short(bound) + "+", gap: 2))
    }
    var parts = [(hits.shown, "\(hits.shown == 1 ? "hit" : "hits") on the map")]
    if hits.unplaced > 0 { parts.append((hits.unplaced, "without a position")) }
    if let addresses {
      parts.append((UInt64(max(0, addresses)), addresses == 1 ? "address" : "addresses"))
    }
    for (place, (number, words)) in parts.enumerated() {
      let isLast = place == parts.count - 1
      append(number, words + (isLast ? "" : ","), columns, gap: place == 0 ? 2 : 1)
    }
  }

  private mutating func append(_ number: UInt64, _ words: String, _ columns: Int, gap: Int) {
    let grouped = number.groupedDigits
    items.append(Item(words: grouped.utf8.count < columns ? grouped : String(number), gap: gap))
    items += words.split(separator: " ").map { Item(words: String($0), gap: 1) }
  }

  /// The legend's lines.
  func lines(columns: Int, usesColor: Bool) -> [String] {
    var lines: [String] = []
    var line = InkedLine(usesColor: usesColor)
    for item in items {
      if line.columns > 0, line.columns + item.gap + item.columns > columns {
        lines.append(line.finished)
        line = InkedLine(usesColor: usesColor)
      }
      if line.columns > 0 { line.append(String(repeating: " ", count: item.gap)) }
      if let sign = item.sign {
        line.append(sign, .hits)
        line.append(" ")
      }
      line.append(item.words)
    }
    return lines + [line.finished]
  }

  /// A number of one digit and noughts with its thousands as a letter: `200`, `5k`, `20M`.
  private static func short(_ number: UInt64) -> String {
    var rest = number
    var letters = ["", "k", "M", "G", "T", "P", "E"][...]
    while rest >= 1000, letters.count > 1 {
      rest /= 1000
      letters.removeFirst()
    }
    return String(rest) + (letters.first ?? "")
  }
}
