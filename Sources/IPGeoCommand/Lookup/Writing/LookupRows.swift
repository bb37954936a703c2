internal import IPGeoByteStreams
internal import IPGeoRecords

/// Writes results as rows for other programs.
enum LookupRows {
  /// Appends one row.
  static func append(
    _ result: LookupResult, _ renderer: RowRenderer, source: String, to out: inout ByteBuffer
  ) {
    var segments = ByteBuffer(capacity: 1024)
    let row = renderer.prepare(result.facts(source: source), into: &segments)
    result.item.text.withUnsafeBytes { text in
      result.item.word.withUnsafeBytes { word in
        let facts = RecordFacts(
          text: text, line: result.item.line, port: result.item.port, whole: word)
        renderer.appendRow(facts, segments: segments.bytes, row: row, to: &out)
      }
    }
  }

  /// Appends all results in a format other than text.
  static func append(
    _ results: [LookupResult], as format: LookupFormat, fields: [Field],
    schema: RowSchema = .ipgeo, source: String, to out: inout ByteBuffer
  ) {
    func renderer(_ format: RowFormat) -> RowRenderer {
      var style = RowStyle.usual(format)
      style.schema = schema
      return RowRenderer(fields: fields, style: style)
    }
    switch format {
    case .json: appendJSON(results, renderer(.jsonl), source: source, to: &out)
    case .jsonl, .text: append(results, renderer(.jsonl), source: source, to: &out)
    case .csv:
      let renderer = renderer(.csv)
      renderer.appendHeader(to: &out)
      append(results, renderer, source: source, to: &out)
    case .value:
      // Bare text between tabs; what cannot be seen is written so that it can.
      append(results, renderer(.table), source: source, to: &out)
    }
  }

  private static func append(
    _ results: [LookupResult], _ renderer: RowRenderer, source: String, to out: inout ByteBuffer
  ) {
    for result in results { append(result, renderer, source: source, to: &out) }
  }

  /// One object for one result, else a list of objects.
  private static func appendJSON(
    _ results: [LookupResult], _ renderer: RowRenderer, source: String, to out: inout ByteBuffer
  ) {
    if results.count == 1 { return append(results, renderer, source: source, to: &out) }
    out.append("[")
    for (index, result) in results.enumerated() {
      out.append(index == 0 ? "\n" : ",\n")
      append(result, renderer, source: source, to: &out)
      // The row's own line end stands behind its comma.
      out.truncate(to: out.count - 1)
    }
    out.append(results.isEmpty ? "]\n" : "\n]\n")
  }
}
