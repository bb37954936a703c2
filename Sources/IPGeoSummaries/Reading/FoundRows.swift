internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoRecords

/// Finds the values of an input's records, whatever their form.
struct FoundRows {
  /// What a record is.
  enum Reading {
    case row(ReadRow)
    /// A header, as in the middle of joined files.
    case header
    /// In a table: what is of another form than the rows before it.
    case otherForm
    /// No row.
    case unreadable(Reason)
  }

  private var table: TableRows?
  private var json: JSONShapes?
  private let choice: FieldSetChoice
  /// Whether a header came whose rows cannot be read; those are of another form, too.
  private var isUnderOtherHeader = false

  init(_ layout: InputLayout, _ set: FieldSet, _ choice: FieldSetChoice) {
    self.choice = choice
    if let table = layout.table {
      self.table = TableRows(table, set)
    } else {
      json = JSONShapes(set, choice)
    }
  }

  /// Reads a record.
  /// - Parameters:
  ///   - record: The record.
  ///   - chunk: Where it stands.
  ///   - values: Where the places of its values go; they hold for as long as the row is used.
  /// - Returns: What it is.
  @inline(__always)
  mutating func read(
    _ record: FoundRecord, in chunk: Chunk, into values: inout RowValues
  ) -> Reading {
    if table != nil { return readTable(record, in: chunk, into: &values) }
    guard case .members(_, let nestNumber) = record.passage else {
      // What has an address and is no object is a string.
      return .unreadable(record.reason ?? .wrongType)
    }
    let bytes = chunk.bytes.bytes
    let object = Int(record.whole.lowerBound)..<Int(record.whole.upperBound)
    let reading = json?.read(object, nestNumber: nestNumber, in: bytes, into: &values)
    var row = ReadRow(values, in: bytes)
    switch reading {
    case .ours(let lacksClients): row.lacksClients = lacksClients
    case .foreign, nil: row.lacksFields = true
    }
    return .row(row)
  }

  @inline(__always)
  private mutating func readTable(
    _ record: FoundRecord, in chunk: Chunk, into values: inout RowValues
  ) -> Reading {
    guard record.reason != .unclosedQuote, record.reason != .lineTooLong,
      case .cells(let count, _) = record.passage, let table
    else { return .unreadable(record.reason ?? .wrongType) }
    let bytes = chunk.bytes(record.whole)
    if table.isHeader(bytes) {
      isUnderOtherHeader = false
      return .header
    }
    table.read(bytes, count: count, into: &values)
    var row = ReadRow(values, in: bytes)
    row.lacksClients = table.lacksClients
    return row.isSurely && !isUnderOtherHeader ? .row(row) : judged(row, bytes, table.delimiter)
  }

  /// Judges what nothing shows to be a row.
  private mutating func judged(
    _ row: ReadRow, _ bytes: UnsafeRawBufferPointer, _ delimiter: UInt8
  ) -> Reading {
    switch RowsShape.record(bytes, delimiter: delimiter, choice) {
    case .row: return isUnderOtherHeader ? .otherForm : .row(row)
    case .json: return .otherForm
    case .header(let layout, let set):
      table = TableRows(layout, set)
      isUnderOtherHeader = false
      return .header
    case .otherHeader:
      isUnderOtherHeader = true
      return .header
    }
  }
}
