internal import IPGeoSummaries

/// The options of `ipgeo summary`: checked, with the defaults filled in.
struct SummaryOptions: Hashable, Sendable {
  var rows: RowsOptions
  /// Where the summary goes; nil is standard output.
  var output: String?
  var format: SummaryFormat
  /// How many groups a table shows; 0 is all.
  var top: Int
  var measure: Summary.Measure
  var isCSVSafe: Bool

  static let standardTop = 10

  /// Checks what was typed against itself.
  init(_ raw: RawSummaryOptions) throws(UsageError) {
    rows = RowsOptions(raw.rows, needsPosition: false)
    let path = raw.output == "-" ? nil : raw.output
    let named = path.flatMap { SummaryFormat(path: $0) }
    if let path, named == nil, raw.format == nil { throw .unknownSummaryExtension(path: path) }
    output = path
    format = raw.format ?? named ?? .text
    top = raw.top ?? Self.standardTop
    measure = raw.measure ?? .hits
    isCSVSafe = raw.isCSVSafe
    if raw.isCSVSafe, format != .csv {
      throw .excludes("--csv-safe", "--format \(format.rawValue)")
    }
  }
}
