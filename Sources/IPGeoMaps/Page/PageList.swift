/// One of the page's lists: what its rows are called, and what they add up to.
struct PageList {
  /// A row; its place in the list is the number that cells name it by.
  struct Row {
    /// What it is called.
    let name: String
    /// What tells it from others of its name: code, region and country, number.
    let note: String
    var hits: UInt64 = 0
    var addresses: UInt64 = 0
  }

  private(set) var rows: [Row] = []
  /// What cells add up to whose row is not known.
  private(set) var unknown = Row(name: "not known", note: "")
  /// The row of each cell; -1 where it is not known.
  private(set) var column: [Int32] = []

  /// Adds a row, of which nothing has been seen so far.
  mutating func add(name: String, note: String) -> Int32 {
    rows.append(Row(name: PageEscape.label(name), note: PageEscape.label(note)))
    return Int32(truncatingIfNeeded: rows.count - 1)
  }

  /// Counts the next cell.
  mutating func count(row: Int32?, hits: UInt64, addresses: UInt64) {
    column.append(row ?? -1)
    if let row, rows.indices.contains(Int(row)) {
      rows[Int(row)].hits.addUpTo(hits)
      rows[Int(row)].addresses.addUpTo(addresses)
    } else {
      unknown.hits.addUpTo(hits)
      unknown.addresses.addUpTo(addresses)
    }
  }

  /// Takes back what was counted more than once: the addresses that several cells of a row have.
  /// - Parameter shared: For each such address the cells that have it, in the order of counting.
  mutating func dropRepeats(_ shared: [[Int]]) {
    for cells in shared {
      var seen: Set<Int32> = []
      for cell in cells where column.indices.contains(cell) {
        let row = column[cell]
        if seen.insert(row).inserted { continue }
        if rows.indices.contains(Int(row)) {
          rows[Int(row)].addresses -= min(1, rows[Int(row)].addresses)
        } else {
          unknown.addresses -= min(1, unknown.addresses)
        }
      }
    }
  }

  /// The busiest rows first, as the tables show them; what is not known is the last of its equals.
  var ordered: [(row: Row, isKnown: Bool)] {
    var all = rows.map { (row: $0, isKnown: true) }
    if unknown.hits > 0 { all.append((row: unknown, isKnown: false)) }
    return all.enumerated()
      .sorted { ($1.element.row.hits, $0.offset) < ($0.element.row.hits, $1.offset) }
      .map(\.element)
  }
}
