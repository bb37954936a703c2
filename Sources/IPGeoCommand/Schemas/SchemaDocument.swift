internal import IPGeoByteStreams
internal import IPGeoJSON
internal import IPGeoRecords

/// A JSON Schema (draft 2020-12) of something that the program writes, made from the tables that it
/// is written by.
enum SchemaDocument {
  /// The version of all schemas: the second number counts what was added, the first what went or
  /// was changed.
  static let version = "1.0"

  /// The document, with a line end.
  /// - Parameters:
  ///   - name: What it describes.
  ///   - schema: Whose names rows have.
  ///   - fields: The columns of rows; nil for any.
  /// - Returns: JSON over several lines.
  static func text(_ name: SchemaName, schema: RowSchema, fields: [Field]?) -> String {
    var out = ByteBuffer(capacity: 16 << 10)
    tree(name, schema: schema, fields: fields).append(to: &out)
    out.append("\n")
    return String(decoding: out.bytes, as: UTF8.self)
  }

  static func tree(_ name: SchemaName, schema: RowSchema, fields: [Field]?) -> JSONTree {
    let head: JSONTree = [
      "$schema": JSONTree.schemaDraft,
      "$id": .text(identifier(name, schema: schema, fields: fields)),
      "title": .text(title(name, schema)), "version": .text(version),
      "description": .text(description(name)),
    ]
    switch name {
    case .row:
      let row = schema.document(of: fields)
      return head.adding(["$ref": "#/$defs/geo", "$defs": ["geo": row]])
    case .failure: return head.adding(FailureRecord.schema)
    case .summary: return head.adding(RunSummary.schema)
    case .status: return head.adding(RunStatus.schema)
    }
  }

  /// A name that no network is asked for; documents that differ have different ones.
  private static func identifier(
    _ name: SchemaName, schema: RowSchema, fields: [Field]?
  ) -> String {
    let rows = name == .row ? ":\(schema.rawValue)" : ""
    let chosen = fields.map { ":" + $0.map(\.name).joined(separator: ",") } ?? ""
    return "urn:ipgeo:schema:\(name.rawValue)\(rows):\(version)\(chosen)"
  }

  private static func title(_ name: SchemaName, _ schema: RowSchema) -> String {
    switch name {
    case .row where schema == .ecs: "Row of ipgeo, names of ECS \(RowSchema.ecsVersion)"
    case .row where schema == .ipAPI: "Row of ipgeo, names of ip-api.com"
    case .row: "Row of ipgeo"
    case .failure: "Failure record of ipgeo"
    case .summary: "Summary of a run of ipgeo"
    case .status: "Status of a run of ipgeo"
    }
  }

  private static func description(_ name: SchemaName) -> String {
    switch name {
    case .row:
      "A line of ipgeo batch --format jsonl or ipgeo lookup. Beside members of the input the object "
        + "of --nest is the same: $defs/geo."
    case .failure: "A line of ipgeo batch --failures."
    case .summary: "What ipgeo batch --summary-file writes at a run's end."
    case .status: "What ipgeo batch --status-file shows of a run, and of its end."
    }
  }
}
