public import IPGeoRecords

/// What the caller wants of the rows' form; what is not said follows from the inputs.
public struct RowWishes: Hashable, Sendable {
  /// How rows are written; `nil` as the first input is: JSON lines for JSON lines, TSV for TSV, CSV
  /// for the rest.
  public var format: RowFormat?
  /// Whose names our columns have.
  public var schema = RowSchema.ipgeo
  /// Whether CSV and TSV begin with the columns' names; `nil` unless the input is a table without
  /// them.
  public var writesHeader: Bool?
  /// Whether text cells that a spreadsheet would take for a formula get a `'` in front.
  public var isCSVSafe = false
  /// Whether CSV is written as Excel reads it: byte order mark, CRLF, safe cells.
  public var isExcel = false
  /// What our columns' names begin with beside the caller's.
  public var prefix = "geo_"
  /// How a table for people looks.
  public var look = TableLook()
  /// The name of our object in JSON lines.
  public var nest = "geo"

  /// Wishes of nothing.
  public init() {}
}

/// Why a run does not start: its inputs, as they were found, do not go with what was asked for.
public struct RunRefusal: Error, Hashable, Sendable {
  /// Whether the command line is at fault (exit 64), not the content (exit 65).
  public var isOfUsage: Bool
  /// What is wrong, why, what to do.
  public var message: String

  /// Makes a refusal of its parts.
  public init(isOfUsage: Bool, message: String) {
    self.isOfUsage = isOfUsage
    self.message = message
  }

  /// The refusal of an input that does not go with the command line, or with another input.
  init(input: String, error: LayoutError) {
    isOfUsage = error.isOfUsage
    message = "\(input): \(error.message); \(error.advice)"
  }
}
