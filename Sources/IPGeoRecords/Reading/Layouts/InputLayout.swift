/// How an input is laid out, as far as its rows and the summary need to know.
public struct InputLayout: Hashable, Sendable {
  /// The format; never `auto`.
  public var format: InputFormat
  /// What else was detected, for people: `combined`, or `delimiter ';', column client_ip`.
  public var detail: String?
  /// The columns of CSV and TSV; `nil` for other formats.
  public var table: TableLayout?
  /// Where our fields stand in it; `nil` but for what is read for its rows.
  public var fields: FieldSet?

  /// Makes a layout of its parts.
  public init(
    format: InputFormat, detail: String? = nil, table: TableLayout? = nil, fields: FieldSet? = nil
  ) {
    self.format = format
    self.detail = detail
    self.table = table
    self.fields = fields
  }
}

/// Rows of a CSV or TSV input that have more cells than its header.
public struct LongRows: Hashable, Sendable {
  /// How many there are.
  public var count: Int
  /// The line of the first one, from 1.
  public var line: Int
  /// How many cells that one has.
  public var cells: Int
  /// How many columns the header names.
  public var columns: Int

  /// Puts the facts together.
  public init(count: Int, line: Int, cells: Int, columns: Int) {
    self.count = count
    self.line = line
    self.cells = cells
    self.columns = columns
  }
}

/// The columns of a CSV or TSV input.
public struct TableLayout: Hashable, Sendable {
  /// What stands between two cells.
  public var delimiter: UInt8
  /// The first record as it stands, without its line end, where it names the columns.
  public var header: [UInt8]?
  /// What ends the first line.
  public var lineEnd: LineEnd
  /// The columns' names as the cells say, without quotes and outer blanks; where nothing names them
  /// `column_1` and so on.
  public var names: [String]
  /// The column that holds the address, from 0.
  public var addressColumn: Int

  /// Makes a layout of its parts.
  public init(
    delimiter: UInt8, header: [UInt8]?, lineEnd: LineEnd = .feed, names: [String],
    addressColumn: Int
  ) {
    self.delimiter = delimiter
    self.header = header
    self.lineEnd = lineEnd
    self.names = names
    self.addressColumn = addressColumn
  }
}
