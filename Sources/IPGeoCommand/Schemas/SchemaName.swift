/// What there is a JSON Schema of.
enum SchemaName: String, CaseIterable, Sendable {
  case row, failure, summary, status

  /// What help says of it.
  var meaning: String {
    switch self {
    case .row: "a row of JSON lines, or the object geo beside members of the input"
    case .failure: "a line of --failures"
    case .summary: "what --summary-file holds"
    case .status: "what --status-file holds"
    }
  }
}
