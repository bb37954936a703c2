internal import IPGeoAddresses
public import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoJSON
public import IPGeoRecords

/// Reads rows that runs wrote, and counts them by place.
///
/// It takes CSV, TSV and JSON lines with any choice, prefix and nest of fields, beside columns or
/// members of the caller's, packed or not. A row stands for one hit, or for as many as its `hits`.
/// Memory does not grow with rows: see `Tally`.
public struct RowsReading: ~Copyable {
  /// What was wrong with rows so far.
  public private(set) var report = RowsReport()
  /// What the last input was read as; `nil` where that did not come to light.
  public private(set) var dialect: String?
  private let choice: FieldSetChoice
  private var tally: Tally
  private var values = RowValues()

  /// Prepares to read.
  /// - Parameters:
  ///   - choice: Which fields are ours.
  ///   - keepsAddresses: Whether cells shall name their addresses.
  public init(_ choice: FieldSetChoice = FieldSetChoice(), keepsAddresses: Bool = false) {
    self.choice = choice
    tally = Tally(keepsAddresses: keepsAddresses)
  }

  /// What all rows came to.
  public consuming func finish() -> Tallied { tally.finish() }

  /// Reads an input to its end; blocks while its source pauses.
  ///
  /// An input without rows, or with nothing but a header, adds nothing.
  /// - Parameters:
  ///   - source: The input.
  ///   - name: What faults call it.
  ///   - maximumLine: The longest row that is read, in bytes.
  /// - Throws: Where it cannot be read, is no text, or holds something else than rows; what came
  ///   before that is counted.
  public mutating func read(
    _ source: ByteSource, name: String, maximumLine: Int = 1 << 20
  ) throws(InputError) {
    var options = ReadingOptions()
    options.maximumLine = maximumLine
    let reader = ChunkReader(source: source, options: options, rows: choice)
    var rows: Rows?
    dialect = nil
    defer { dialect = reader.isEmpty ? nil : reader.dialect?.description }
    while case .chunk(let chunk) = try reader.next(idle: {}) {
      if rows == nil, let layout = reader.layout, let set = layout.fields {
        rows = layout.table.map { .table(TableRows($0, set)) } ?? .json(JSONRows(set))
        if RowColumn.client.place(in: set) == nil { report.lacksClients = true }
      }
      guard rows != nil else { continue }
      for record in chunk.records {
        values.removeAll()
        let line = chunk.line(of: record)
        switch read(record, in: chunk, &rows) {
        case .row(let bytes): take(bytes, name, line: line)
        case .header: break
        case .none: report.unreadable.note(name, line: line)
        }
      }
    }
  }

  private enum Rows {
    case table(TableRows)
    case json(JSONRows)
  }

  /// What a record is.
  private enum Reading {
    /// A row, and the bytes that the places of its values are of.
    case row(UnsafeRawBufferPointer)
    /// A header, as in the middle of joined files.
    case header
    /// No row.
    case none
  }

  /// Finds a record's values.
  @inline(__always)
  private mutating func read(
    _ record: FoundRecord, in chunk: Chunk, _ rows: inout Rows?
  ) -> Reading {
    switch rows {
    case .table(let table):
      guard record.reason != .unclosedQuote, record.reason != .lineTooLong,
        case .cells(let count, _) = record.passage
      else { return .none }
      let bytes = chunk.bytes(record.whole)
      if table.isHeader(bytes) { return .header }
      table.read(bytes, count: count, into: &values)
      return .row(bytes)
    case .json(var json):
      guard case .members(_, let nestNumber) = record.passage else { return .none }
      let bytes = chunk.bytes.bytes
      // Moved out, so that what it remembers is not copied.
      rows = nil
      json.read(
        Int(record.whole.lowerBound)..<Int(record.whole.upperBound), nestNumber: nestNumber,
        in: bytes, into: &values)
      rows = .json(json)
      return .row(bytes)
    case nil: return .none
    }
  }

  @inline(__always)
  private mutating func take(_ bytes: UnsafeRawBufferPointer, _ name: String, line: Int) {
    var row = TallyRow()
    row.status = RowText.status(values.value(.status, in: bytes))
    let hits = values.value(.hits, in: bytes)
    if !hits.isEmpty {
      if let number = RowText.whole(hits) {
        row.hits = number
      } else {
        report.uncounted.note(name, line: line)
      }
    }
    row.client = RowText.client(values.value(.client, in: bytes))
    switch RowText.position(
      values.value(.latitude, in: bytes), values.value(.longitude, in: bytes))
    {
    case .some(let position): row.position = position
    case .none: break
    case .offTheGlobe: report.offTheGlobe.note(name, line: line)
    }
    row.countryCode = values.value(.countryCode, in: bytes)
    row.country = values.value(.country, in: bytes)
    row.region = values.value(.region, in: bytes)
    row.city = values.value(.city, in: bytes)
    row.timezone = values.value(.timezone, in: bytes)
    row.network = values.value(.asOrganization, in: bytes)
    if row.network.isEmpty { row.network = values.value(.organization, in: bytes) }
    if row.network.isEmpty { row.network = values.value(.isp, in: bytes) }
    row.asn = RowText.whole(values.value(.asn, in: bytes)).flatMap { UInt32(exactly: $0) }
    tally.add(row)
  }
}
