internal import IPGeoRecords

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

  /// What a cell has instead of a row's number where its row is not known.
  static let notKnown: Int32 = -1
  /// The same for a cell that has none: it is no part of what the list tells of.
  static let outside: Int32 = -2

  /// In the order of their names once `finish` has run.
  private(set) var rows: [Row] = []
  /// What cells add up to whose row is not known.
  private(set) var unknown = Row(name: "not known", note: "")
  /// The row of each cell.
  private(set) var column: [Int32] = []

  /// Adds a row, of which nothing has been seen so far.
  mutating func add(name: String, note: String) -> Int32 {
    rows.append(Row(name: PageEscape.label(name), note: PageEscape.label(note)))
    return Int32(truncatingIfNeeded: rows.count - 1)
  }

  /// Counts the next cell.
  mutating func count(row: Int32?, hits: UInt64, addresses: UInt64) {
    column.append(row ?? Self.notKnown)
    if let row, rows.indices.contains(Int(row)) {
      rows[Int(row)].hits.addUpTo(hits)
      rows[Int(row)].addresses.addUpTo(addresses)
    } else {
      unknown.hits.addUpTo(hits)
      unknown.addresses.addUpTo(addresses)
    }
  }

  /// Passes the next cell over.
  mutating func skip() { column.append(Self.outside) }

  /// Ends the counting: takes back what was counted more than once, and puts the rows in the order of
  /// their names, so that equal ones stand in it.
  /// - Parameter shared: For each address that several cells have those cells, in the order of counting.
  mutating func finish(_ shared: [[Int]]) {
    dropRepeats(shared)
    let names = rows.map { (Spelling($0.name), Spelling($0.note)) }
    let order = rows.indices.sorted {
      names[$0] != names[$1] ? names[$0] < names[$1] : $0 < $1
    }
    var places = [Int32](repeating: 0, count: rows.count)
    for (place, row) in order.enumerated() { places[row] = Int32(truncatingIfNeeded: place) }
    rows = order.map { rows[$0] }
    column = column.map { $0 >= 0 ? places[Int($0)] : $0 }
  }

  private mutating func dropRepeats(_ shared: [[Int]]) {
    for cells in shared {
      var seen: Set<Int32> = []
      for cell in cells where column.indices.contains(cell) {
        let row = column[cell]
        if row == Self.outside || seen.insert(row).inserted { continue }
        if rows.indices.contains(Int(row)) {
          rows[Int(row)].addresses -= min(1, rows[Int(row)].addresses)
        } else {
          unknown.addresses -= min(1, unknown.addresses)
        }
      }
    }
  }
}

// MARK: Tables

extension PageList {
  /// The rows of a table, as it shows them.
  struct Table {
    /// The busiest first, of equals those with more addresses and then in the order of names, the row of
    /// what is not known behind them.
    let rows: [(row: Row, isKnown: Bool)]
    /// What it leaves out, as one row; `nil` where that is nothing.
    let rest: Row?
  }

  /// The table of the first rows; `shared` is as for `finish`.
  func table(first count: Int, shared: [[Int]]) -> Table {
    var order = rows.indices.map { Int32(truncatingIfNeeded: $0) }
    if unknown.hits > 0 { order.append(Self.notKnown) }
    order.sort { isBefore($0, $1) }
    let shown = order.prefix(count).map { (row: row($0), isKnown: $0 >= 0) }
    let left = Set(order.dropFirst(count))
    if left.isEmpty { return Table(rows: shown, rest: nil) }
    var rest = Row(name: "\(left.count.groupedDigits) more", note: "")
    for number in left {
      rest.hits.addUpTo(row(number).hits)
      rest.addresses.addUpTo(row(number).addresses)
    }
    for cells in shared {
      let rows = Set(cells.lazy.filter(column.indices.contains).map { column[$0] })
      let repeats = UInt64(max(0, rows.intersection(left).count - 1))
      rest.addresses -= min(repeats, rest.addresses)
    }
    return Table(rows: shown, rest: rest)
  }

  private func row(_ number: Int32) -> Row { number >= 0 ? rows[Int(number)] : unknown }

  private func isBefore(_ number: Int32, _ other: Int32) -> Bool {
    let (one, two) = (row(number), row(other))
    if one.hits != two.hits { return one.hits > two.hits }
    if one.addresses != two.addresses { return one.addresses > two.addresses }
    return number >= 0 && (other < 0 || number < other)
  }
}
