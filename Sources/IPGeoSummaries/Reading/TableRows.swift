internal import IPGeoByteStreams
internal import IPGeoRecords

/// Finds the values of a row of CSV or TSV.
struct TableRows {
  let delimiter: UInt8
  /// The header as it stands, which joined files repeat.
  private let header: [UInt8]
  /// How many columns it names.
  private let width: Int
  /// The columns that are read, from left to right.
  private let wanted: [(place: Int, column: RowColumn, isCallers: Bool)]
  /// Whether rows do not say whose they are.
  let lacksClients: Bool
  /// Whether the caller's columns stand before ours.
  private let standsBehind: Bool
  private let areServices: Bool

  init(_ table: TableLayout, _ set: FieldSet) {
    delimiter = table.delimiter
    header = table.header ?? []
    width = table.names.count
    wanted = RowColumn.allCases.compactMap { column in
      column.place(in: set).map { place in
        (place, column, column == .client && place == set.callersPlace)
      }
    }
    .sorted { $0.place < $1.place }
    areServices = set.schema == .ipAPI
    lacksClients = RowColumn.client.place(in: set) == nil
    standsBehind = wanted.first { !$0.isCallers }.map { $0.place > 0 } ?? false
  }

  /// Whether a record is the header once more.
  @inline(__always)
  func isHeader(_ record: UnsafeRawBufferPointer) -> Bool {
    record.count == header.count && record.elementsEqual(header)
  }

  /// Reads a record without its line end; what it has too few cells for stays empty.
  ///
  /// Where it has more cells than the header, the caller's are more, and ours stand behind them.
  /// - Parameters:
  ///   - record: The record.
  ///   - count: How many cells it has.
  ///   - values: Where places in it go.
  func read(_ record: UnsafeRawBufferPointer, count: UInt32, into values: inout RowValues) {
    values.areServices = areServices
    let shift = standsBehind ? max(0, Int(count) &- width) : 0
    var cutter = CellCutter(record, delimiter: delimiter)
    var next = 0
    var place = 0
    while next < wanted.count, let cell = cutter.next() {
      if place == (wanted[next].isCallers ? wanted[next].place : wanted[next].place &+ shift) {
        set(wanted[next].column, cell, of: cutter, in: record, &values)
        next &+= 1
      }
      place &+= 1
    }
  }

  @inline(__always)
  private func set(
    _ column: RowColumn, _ cell: CellCutter.Cell, of cutter: CellCutter,
    in record: UnsafeRawBufferPointer, _ values: inout RowValues
  ) {
    if cell.needsUndoing {
      let start = values.made.count
      cutter.appendText(of: cell, to: &values.made)
      let made = UnsafeRawBufferPointer(rebasing: values.made.bytes[start...])
      return values.setMade(column, from: start &+ Self.safeQuote(made))
    }
    let quote = Self.safeQuote(UnsafeRawBufferPointer(rebasing: record[cell.inner]))
    values.set(column, (cell.inner.lowerBound &+ quote)..<cell.inner.upperBound)
  }

  /// How many bytes `--csv-safe` put in front of a cell's text.
  @inline(__always)
  private static func safeQuote(_ text: UnsafeRawBufferPointer) -> Int {
    guard text.first == 0x27 else { return 0 }
    return CellText.isFormula(UnsafeRawBufferPointer(rebasing: text.dropFirst())) ? 1 : 0
  }
}
