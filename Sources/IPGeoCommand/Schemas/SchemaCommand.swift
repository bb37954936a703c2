internal import IPGeoRecords

/// `ipgeo schema`: from checked options to an ending.
struct SchemaCommand: Sendable {
  let options: SchemaOptions
  let diagnostics: Diagnostics

  /// Writes the document.
  func run() throws(CommandFault) -> RunEnding {
    let text = SchemaDocument.text(
      options.name, schema: options.schema, fields: try chosenFields())
    return ProgramStart.show(text, 1, diagnostics)
  }

  private func chosenFields() throws(CommandFault) -> [Field]? {
    guard let list = options.fields else { return nil }
    do throws(FieldListError) {
      return try Field.parse(list: list)
    } catch {
      throw CommandFault(.usage, "--fields: \(error.description)")
    }
  }
}
