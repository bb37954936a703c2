internal import IPGeoByteStreams
internal import IPGeoJSON

// Rows of JSON whose record is one of CSV.
extension RowRenderer {
  /// Appends the cells as members; a column of the header that the record lacks is null.
  func appendCellsAsMembers(of record: RecordFacts, to out: inout ByteBuffer) {
    var column = 0
    var at = 0
    while true {
      keys.append(column: column, to: &out)
      column &+= 1
      at =
        appendPlainCell(of: record.whole, at: at, to: &out)
        ?? appendCell(of: record.whole, at: at, to: &out)
      if at >= record.whole.count { break }
      at &+= 1
    }
    while column < keys.columnCount {
      keys.append(column: column, to: &out)
      out.append("null")
      column &+= 1
    }
    out.append(0x2C)
    keys.appendNest(to: &out)
  }

  /// Appends a cell as it stands, with quotes around it or not; returns where it ends.
  ///
  /// `nil` where it is none of the plain ones, of which nearly all are.
  @inline(__always)
  private func appendPlainCell(
    of record: UnsafeRawBufferPointer, at start: Int, to out: inout ByteBuffer
  ) -> Int? {
    let delimiter = frame.inputDelimiter
    guard start < record.count, record[start] == CellCutter.quote else {
      return JSONText.appendPlainString(in: record, from: start, until: delimiter, to: &out)
    }
    let before = out.count
    let end = JSONText.appendPlainString(
      in: record, from: start &+ 1, until: CellCutter.quote, to: &out)
    guard let end, end < record.count else {
      out.truncate(to: before)
      return nil
    }
    let behind = end &+ 1
    if behind == record.count || record[behind] == delimiter { return behind }
    out.truncate(to: before)
    return nil
  }

  private func appendCell(
    of record: UnsafeRawBufferPointer, at start: Int, to out: inout ByteBuffer
  ) -> Int {
    let cell = CellCutter.cell(
      at: start, in: record, end: record.count, delimiter: frame.inputDelimiter)
    guard cell.needsUndoing else {
      JSONText.appendString(UnsafeRawBufferPointer(rebasing: record[cell.inner]), to: &out)
      return cell.raw.upperBound
    }
    var text = ByteBuffer(capacity: 64)
    CellCutter(record, delimiter: frame.inputDelimiter).appendText(of: cell, to: &text)
    JSONText.appendString(text.bytes, to: &out)
    return cell.raw.upperBound
  }
}
