/// How rows are written: their format and what goes with it.
public struct RowStyle: Hashable, Sendable {
  /// What a row takes over from its record.
  public enum Passing: Hashable, Sendable {
    /// Nothing: our columns stand alone.
    case nothing
    /// CSV and TSV: the caller's cells as they stand, then ours.
    case cells(TableLayout)
    /// CSV and TSV: the caller's cells, written anew with the style's delimiter, then ours.
    case recutCells(TableLayout)
    /// JSON lines: the caller's members as they stand, then one object of ours.
    case members
    /// CSV and TSV to JSON lines: the caller's cells as strings by column, then one object of ours.
    case cellsAsMembers(TableLayout)
  }

  /// The format of the rows.
  public var format: RowFormat
  /// What stands between two cells; the input's own where its cells pass as they stand.
  public var delimiter: UInt8
  /// Whether text that a spreadsheet takes for a formula gets a `'` in front; in CSV and TSV.
  public var isCSVSafe = false
  /// Whether Excel shall open the rows with a click: a byte order mark, CRLF line ends, and safe
  /// cells; in CSV and TSV.
  public var isExcel = false
  /// Whose names our columns have; a table for people has our own.
  public var schema = RowSchema.ipgeo
  /// What stands before the names of our columns in a header.
  public var prefix = ""
  /// The name of our object beside the caller's members.
  public var nest = "geo"
  /// What a row takes over from its record.
  public var passing = Passing.nothing

  /// Our columns alone, with the format's own delimiter and LF as the line end.
  public static func usual(_ format: RowFormat) -> RowStyle { RowStyle(format: format) }

  /// Makes the usual style of a format.
  public init(format: RowFormat) {
    self.format = format
    delimiter = format == .tsv || format == .table ? 0x09 : 0x2C
  }

  /// The columns of the input, where its cells are taken over.
  public var table: TableLayout? {
    switch passing {
    case .nothing, .members: nil
    case .cells(let table), .recutCells(let table), .cellsAsMembers(let table): table
    }
  }

  /// Whether cells are made safe: asked for, or by Excel's rules.
  var writesSafeCells: Bool { (isCSVSafe || isExcel) && format.isDelimited }
}
