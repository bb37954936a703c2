/// The columns of a table, and which of them holds the address.
struct TableColumns {
  /// Their names; `column_1` and so on where nothing names them.
  let names: [String]
  /// Whether the first record names them.
  let hasHeader: Bool
  private let sample: TableSample

  /// Tells whether the first record names the columns.
  ///
  /// One that holds an address in a column of addresses is data.
  init(_ sample: TableSample, _ options: ReadingOptions) {
    self.sample = sample
    var hasHeader = !options.hasNoHeader && !sample.firstTexts.isEmpty
    if hasHeader {
      let number = options.addressField.flatMap {
        sample.firstTexts.contains($0) ? nil : TableColumns.number($0)
      }
      hasHeader = !sample.firstIsData(column: number.map { $0 - 1 })
    }
    self.hasHeader = hasHeader
    names =
      hasHeader ? sample.firstTexts : (0..<max(1, sample.columns)).map { "column_\($0 + 1)" }
  }

  /// The column that was told: by its name as it stands, by its number from 1, or by its name
  /// without regard to case and the signs between words, in this order.
  ///
  /// So a header that is a number wins over counting, as a key of JSON wins over a path.
  func told(_ field: String) throws(LayoutError) -> Int {
    let exact = names.indices.filter { names[$0] == field }
    if let column = try only(exact) { return column }
    if let number = TableColumns.number(field) {
      if number <= max(names.count, sample.columns) { return number - 1 }
    } else {
      let folded = ColumnNames.folded(field)
      let alike = names.indices.filter { ColumnNames.folded(names[$0]) == folded }
      if let column = try only(alike) { return column }
    }
    throw .noSuchField(name: field, fields: names)
  }

  /// Whether some column is called so.
  func hasName(_ field: String) -> Bool {
    let folded = ColumnNames.folded(field)
    return hasHeader && names.contains { $0 == field || ColumnNames.folded($0) == folded }
  }

  /// The columns whose names tell that an address is in them.
  var usual: [Int] { hasHeader ? names.indices.filter { ColumnNames.isUsual(names[$0]) } : [] }

  /// The columns that hold addresses.
  ///
  /// Where the caller says that a header is data, it does not outweigh the few records of a head.
  var ofAddresses: [Int] {
    let columns = sample.addressColumns(skippingFirst: hasHeader)
    return columns.isEmpty ? sample.addressColumns(skippingFirst: true) : columns
  }

  /// The column that is found: by its name, else by what the cells hold.
  func found() throws(LayoutError) -> Int {
    if let column = try only(usual) { return column }
    if names.count == 1, hasHeader, ColumnNames.isHeading(names[0]) { return 0 }
    if let column = try only(ofAddresses) { return column }
    throw .noAddressField(fields: names)
  }

  /// The one column there is; `nil` where there is none.
  private func only(_ columns: [Int]) throws(LayoutError) -> Int? {
    if columns.count > 1 {
      var counts: [String: Int] = [:]
      for name in names { counts[name, default: 0] += 1 }
      throw .ambiguous(fields: columns.map { label($0, counts) })
    }
    return columns.first
  }

  /// A column's name, with its number where that does not tell it from others.
  private func label(_ column: Int, _ counts: [String: Int]) -> String {
    guard names.indices.contains(column) else { return "column \(column + 1)" }
    let name = names[column]
    if name.isEmpty { return "column \(column + 1)" }
    return counts[name, default: 0] > 1 ? "\(name) (column \(column + 1))" : name
  }

  /// A column's number, from 1.
  private static func number(_ text: String) -> Int? {
    guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(text), number > 0,
      number <= Int(Int32.max)
    else { return nil }
    return number
  }
}
