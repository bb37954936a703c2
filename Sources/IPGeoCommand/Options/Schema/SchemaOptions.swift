internal import IPGeoRecords

/// The options of `ipgeo schema`: checked, with the defaults filled in.
struct SchemaOptions: Hashable, Sendable {
  var name: SchemaName
  var schema: RowSchema
  /// The list of columns as typed; nil for any of them.
  var fields: String?

  /// Checks what was typed against itself.
  init(_ raw: RawSchemaOptions) throws(UsageError) {
    guard let word = raw.names.first else { throw .noSchema(nil) }
    guard let name = SchemaName(rawValue: word) else { throw .noSchema(word) }
    if raw.names.count > 1 {
      throw .unexpectedOperand(raw.names[1], command: SchemaTable.table.command)
    }
    if name != .row {
      if raw.schema != nil { throw .excludes("--schema", word) }
      if raw.fields != nil { throw .excludes("--fields", word) }
    }
    self.name = name
    schema = raw.schema ?? .ipgeo
    fields = raw.fields
  }
}
