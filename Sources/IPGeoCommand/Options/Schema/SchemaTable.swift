internal import IPGeoRecords

/// The options of `ipgeo schema`.
enum SchemaTable {
  typealias Spec = OptionSpec<RawSchemaOptions>

  /// Parsing, help, man page and completions all come from here.
  static let table = OptionTable(
    command: "ipgeo schema", options: own + CommonOptions.specs(), takesOperands: true,
    emptyOperand: .noSchema(nil))

  private static let own: [Spec] = [
    .choice(
      OptionFacts(
        name: "schema", group: .output, summary: "whose names the rows have",
        details: "As --schema of batch had it. For row alone.", standard: "ipgeo"),
      \.schema),
    .value(
      OptionFacts(
        name: "fields", short: "f", placeholder: "LIST", completion: .fields, group: .output,
        summary: "the columns of the rows, all of which must be there",
        details: """
          As --fields of batch had it; for row alone. Without it a row may have any of the columns.
          """),
      \.fields, { $0 }),
  ]
}

/// The options of `ipgeo schema` as they were typed: each is nil where it was not.
struct RawSchemaOptions: Hashable, Sendable {
  var names: [String] = []
  var schema: RowSchema?
  var fields: String?
}
