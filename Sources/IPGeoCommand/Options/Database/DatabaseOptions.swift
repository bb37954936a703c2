/// The options of `ipgeo database`: checked, with the defaults filled in.
struct DatabaseOptions: Hashable, Sendable {
  /// What is looked at, in order; never empty.
  var files: [String]
  /// Whether faults are looked for, and nothing is described.
  var verifies: Bool
  var format: ReportFormat
  var color: WhenChoice
  var verbosity: Diagnostics.Level

  /// Checks what was typed.
  init(_ raw: RawDatabaseOptions) throws(UsageError) {
    if raw.files.isEmpty { throw .noDatabase(isEmpty: false) }
    if raw.files.contains("-") { throw .databaseFromStream }
    files = raw.files
    verifies = raw.verifies
    format = raw.format ?? .text
    color = raw.color ?? .auto
    verbosity = Diagnostics.Level(raw.verbosity)
  }
}
