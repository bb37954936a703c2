public import IPGeoByteStreams

extension RowRenderer {
  private static let byteOrderMark: StaticString = "\u{FEFF}"

  /// Appends what stands before all rows where there is no header: Excel's byte order mark.
  public func appendMark(to out: inout ByteBuffer) {
    if style.isExcel, format.isDelimited { out.append(Self.byteOrderMark) }
  }

  /// Appends the mark and the line of column names: the caller's header, then ours; JSON has none.
  ///
  /// Where the input names no columns, they are called as the layout says: `column_1` and so on.
  public func appendHeader(to out: inout ByteBuffer) {
    if format == .jsonl { return }
    appendMark(to: &out)
    if frame.kind != .nothing, let table = style.table { appendHeader(of: table, to: &out) }
    for (index, column) in columns.enumerated() {
      if index > 0 || frame.kind != .nothing { out.append(delimiter) }
      append(name: style.prefix + column.name, to: &out)
    }
    frame.appendLineEnd(.none, to: &out)
  }

  private func appendHeader(of table: TableLayout, to out: inout ByteBuffer) {
    if let header = table.header {
      return header.withUnsafeBytes { appendHeaderCells($0, to: &out) }
    }
    for (index, name) in table.names.enumerated() {
      if index > 0 { out.append(delimiter) }
      append(name: name, to: &out)
    }
  }

  private func append(name: String, to out: inout ByteBuffer) {
    var name = name
    name.withUTF8 {
      CellText.append(
        UnsafeRawBufferPointer($0), delimiter: delimiter, isSafe: isSafe, to: &out)
    }
  }
}
