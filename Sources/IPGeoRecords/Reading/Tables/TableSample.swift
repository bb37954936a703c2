internal import IPGeoAddresses
internal import IPGeoByteStreams
internal import IPGeoCore

/// The first records of an input, cut at one delimiter, as far as they tell what its columns hold.
struct TableSample {
  /// What a cell shows.
  struct Cell {
    /// Whether it holds nothing, or a word for that.
    var isEmpty: Bool
    var isAddress: Bool
    /// Whether it starts with a blank, as what follows a comma in prose and in lists does.
    var startsBlank: Bool
    /// Whether it starts with a digit or a sign, as numbers and dates do.
    var startsNumeric: Bool
  }

  let delimiter: UInt8
  /// The cells of each record whose quotes are closed.
  private(set) var rows: [[Cell]] = []
  /// Whether the first record is the first of them.
  private var startsWithFirst = false
  /// The cells of the first record.
  private var firstCells: [Cell] = []
  /// The first record as it stands, without its line end.
  private(set) var first: [UInt8] = []
  /// The texts of its cells without outer blanks.
  private(set) var firstTexts: [String] = []
  /// What ends it.
  private(set) var lineEnd = LineEnd.feed
  /// How many cells most records have; of two numbers the greater one.
  private(set) var columns = 0
  /// How many records have that number.
  private(set) var regular = 0

  /// So many records tell enough.
  private static let size = 400

  /// Cuts the whole records of a head, with which the input ends if `isWhole`.
  ///
  /// The first `preamble` ones are left out.
  init(
    _ head: UnsafeRawBufferPointer, isWhole: Bool, delimiter: UInt8, preamble: Int,
    _ options: ReadingOptions
  ) {
    self.delimiter = delimiter
    let table = TableLayout(delimiter: delimiter, header: nil, names: [], addressColumn: 0)
    let finder = TableFinder(
      InputLayout(format: .csv), table, client: options.client, preamble: preamble)
    let records =
      TableSample.records(of: head, isWhole: isWhole, finder, options)
      ?? TableSample.records(of: head, isWhole: true, finder, options) ?? []
    for record in records.prefix(TableSample.size) {
      let bytes = UnsafeRawBufferPointer(rebasing: head[record.whole.wide])
      let isRegular = record.reason != .unclosedQuote
      if firstTexts.isEmpty {
        startsWithFirst = isRegular
        firstCells = TableSample.cells(of: bytes, delimiter: delimiter, options.client)
        (first, lineEnd) = (Array(bytes), record.lineEnd == .none ? .feed : record.lineEnd)
        firstTexts = TableText.texts(of: bytes, delimiter: delimiter)
      }
      guard isRegular else { continue }
      rows.append(TableSample.cells(of: bytes, delimiter: delimiter, options.client))
    }
    var counts: [Int: Int] = [:]
    for row in rows { counts[row.count, default: 0] += 1 }
    if let most = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
      (columns, regular) = (most.key, most.value)
    }
  }

  /// The records of the lines that are whole; `nil` where there is none.
  private static func records(
    of head: UnsafeRawBufferPointer, isWhole: Bool, _ finder: TableFinder,
    _ options: ReadingOptions
  ) -> [FoundRecord]? {
    var finder = finder
    let end = isWhole ? head.count : LineCutter.lastStart(in: head, 0..<head.count) ?? 0
    // A header names columns however long it is.
    var found = Findings(maximumLine: max(options.maximumLine, head.count))
    _ = finder.find(in: head, lines: 0..<end, mayGoOn: !isWhole, into: &found)
    return found.records.isEmpty ? nil : found.records
  }

  private static func cells(
    of record: UnsafeRawBufferPointer, delimiter: UInt8, _ client: ClientRule
  ) -> [Cell] {
    var cells: [Cell] = []
    TableText.forEachText(of: record, delimiter: delimiter) { text in
      let first = text.first ?? 0
      let word = UnsafeRawBufferPointer(rebasing: text[AddressToken.trimmed(text)])
      let isEmpty = word.isEmpty || isPlaceholder(word)
      let start = word.first ?? 0
      var isAddress = false
      if !isEmpty, case .address = client.client(in: text).result { isAddress = true }
      cells.append(
        Cell(
          isEmpty: isEmpty, isAddress: isAddress, startsBlank: first == 0x20 || first == 0x09,
          startsNumeric: 0x30...0x39 ~= start || start == 0x2b || start == 0x2d))
    }
    return cells
  }

  /// Whether a word stands for no value.
  private static func isPlaceholder(_ word: UnsafeRawBufferPointer) -> Bool {
    guard word.count <= 8 else { return false }
    switch String(decoding: word, as: UTF8.self).lowercased() {
    case "-", "--", "unknown", "null", "none", "n/a", "na", "nan", "nil", "\\n": return true
    default: return false
    }
  }
}

// MARK: What it tells

extension TableSample {
  /// Whether at most a third of the records have another number of cells than most.
  var isConsistent: Bool { regular > 0 && regular * 3 >= rows.count * 2 }

  /// The columns of which most cells that hold something hold an address.
  func addressColumns(skippingFirst: Bool = false) -> [Int] {
    let rows = rows.dropFirst(skippingFirst && startsWithFirst ? 1 : 0)
    let width = rows.map(\.count).max() ?? 0
    var filled = [Int](repeating: 0, count: width)
    var addresses = filled
    for row in rows {
      for (column, cell) in row.enumerated() where !cell.isEmpty {
        filled[column] += 1
        if cell.isAddress { addresses[column] += 1 }
      }
    }
    return (0..<width).filter { addresses[$0] * 2 > filled[$0] }
  }

  /// Whether the first record holds an address in a column of them, or in the one given.
  func firstIsData(column: Int?) -> Bool {
    let columns = column.map { [$0] } ?? addressColumns()
    return columns.contains { $0 >= 0 && $0 < firstCells.count && firstCells[$0].isAddress }
  }

  /// Whether nothing stands beside one column: its delimiters are decoration.
  var isDecoration: Bool {
    rows.allSatisfy { row in row.count { !$0.isEmpty } <= 1 }
  }

  /// Whether most records are lists of addresses with blanks behind the commas, as proxies write.
  var isForwardedList: Bool {
    let lists = rows.count { row in
      row.count > 1 && row.allSatisfy { $0.isEmpty || $0.isAddress }
        && row.dropFirst().allSatisfy(\.startsBlank)
    }
    return lists * 2 > rows.count
  }

  /// Whether the first record names columns and those below fill them, though with no address.
  ///
  /// Where none of them is of numbers, the lines could be prose, which has blanks behind its commas.
  var isPlainTable: Bool {
    guard rows.count >= 2, regular == rows.count, columns >= 2, Set(firstTexts).count == columns,
      firstTexts.allSatisfy(TableSample.isNameLike)
    else { return false }
    let hasNumbers = (0..<columns).contains { column in
      rows.dropFirst().allSatisfy { $0[column].isEmpty || $0[column].startsNumeric }
        && rows.dropFirst().contains { !$0[column].isEmpty }
    }
    if hasNumbers, rows.count >= 3 { return true }
    return rows.allSatisfy { row in !row.contains { $0.startsBlank } }
      && firstTexts.allSatisfy { !$0.utf8.contains(0x20) }
  }

  private static func isNameLike(_ text: String) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= 40 else { return false }
    return (first | 0x20) >= 0x61 && (first | 0x20) <= 0x7a
      && text.utf8.count { $0 == 0x20 } <= 2
  }
}

/// The texts of a record's cells.
enum TableText {
  /// Hands over the text of each cell.
  static func forEachText(
    of record: UnsafeRawBufferPointer, delimiter: UInt8, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    var cutter = CellCutter(record, delimiter: delimiter)
    var undone = ByteBuffer(capacity: 64)
    while let cell = cutter.next() {
      if cell.needsUndoing {
        undone.removeAll()
        cutter.appendText(of: cell, to: &undone)
        body(undone.bytes)
      } else {
        body(UnsafeRawBufferPointer(rebasing: record[cell.inner]))
      }
    }
  }

  /// The texts without outer blanks.
  static func texts(of record: UnsafeRawBufferPointer, delimiter: UInt8) -> [String] {
    var texts: [String] = []
    forEachText(of: record, delimiter: delimiter) { text in
      texts.append(String(decoding: text[AddressToken.trimmed(text)], as: UTF8.self))
    }
    return texts
  }
}

extension Range<UInt32> {
  fileprivate var wide: Range<Int> { Int(lowerBound)..<Int(upperBound) }
}
