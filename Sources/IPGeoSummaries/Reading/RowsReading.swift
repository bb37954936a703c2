public import IPGeoByteStreams
internal import IPGeoCore
public import IPGeoRecords

/// Reads rows that runs wrote, and counts them by place.
///
/// It takes CSV, TSV and JSON lines with any choice, prefix and nest of fields, beside columns or
/// members of the caller's, packed or not. A row stands for one hit, or for as many as its `hits`.
/// Of files that were joined into one input each row is read as what it is.
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
  public consuming func finish() -> Tallied {
    let knowsAddresses = !report.lacksClients
    var tallied = tally.finish()
    tallied.knowsAddresses = knowsAddresses
    return tallied
  }

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
    var rows: FoundRows?
    dialect = nil
    defer { dialect = reader.isEmpty ? nil : reader.dialect?.description }
    while case .chunk(let chunk) = try reader.next(idle: {}) {
      if rows == nil, let layout = reader.layout, let set = layout.fields {
        rows = FoundRows(layout, set, choice)
      }
      guard rows != nil else { continue }
      for record in chunk.records {
        values.removeAll()
        let line = chunk.line(of: record)
        switch rows?.read(record, in: chunk, into: &values) {
        case .row(let row): take(row, name, line: line)
        case .header, nil: break
        case .otherForm: report.otherForm.note(name, line: line)
        case .unreadable(let reason): report.noteUnreadable(reason, name, line: line)
        }
      }
    }
  }

  @inline(__always)
  private mutating func take(_ row: ReadRow, _ name: String, line: Int) {
    switch row.place {
    case .some, .none: break
    case .noNumbers: report.withoutNumbers.note(name, line: line)
    case .offTheGlobe: report.offTheGlobe.note(name, line: line)
    case .withComma: report.withCommas.note(name, line: line)
    }
    if row.lacksClients { report.withoutClients.note(name, line: line) }
    if row.lacksFields { report.withoutFields.note(name, line: line) }
    if row.hasBadHits { report.uncounted.note(name, line: line) }
    tally.add(row.row)
  }
}
