internal import IPGeoByteStreams
internal import IPGeoRecords

/// Finds the values of a row of CSV or TSV.
struct TableRows {
  private let delimiter: UInt8
  /// The columns that are read, from left to right.
  private let wanted: [(place: Int, column: RowColumn)]

  init(_ table: TableLayout, _ set: FieldSet) {
    delimiter = table.delimiter
    wanted = RowColumn.allCases.compactMap { column in
      column.place(in: set).map { (place: $0, column: column) }
    }
    .sorted { $0.place < $1.place }
  }

  /// Reads a record without its line end; what it has too few cells for stays empty.
  func read(_ record: UnsafeRawBufferPointer, into values: inout RowValues) {
    var cutter = CellCutter(record, delimiter: delimiter)
    var next = 0
    var place = 0
    while next < wanted.count, let cell = cutter.next() {
      if place == wanted[next].place {
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
    var inner = cell.inner
    if cell.needsUndoing {
      let start = values.made.count
      cutter.appendText(of: cell, to: &values.made)
      return values.setMade(column, from: start)
    }
    // What `--csv-safe` put in front.
    if let first = inner.first, record[first] == 0x27,
      CellText.isFormula(UnsafeRawBufferPointer(rebasing: record[inner.dropFirst()]))
    {
      inner = inner.dropFirst()
    }
    values.set(column, inner)
  }
}
