internal import IPGeoByteStreams
internal import IPGeoJSON

// Rows for which the caller's cells are cut anew.
extension RowRenderer {
  /// The cells of a record as the caller's delimiter cuts them.
  func cellPassage(of record: UnsafeRawBufferPointer) -> Passage {
    CellCutter.passage(of: record, delimiter: style.table?.delimiter ?? delimiter)
  }

  /// Appends the caller's header, changed as the rows are.
  func appendHeaderCells(_ header: UnsafeRawBufferPointer, to out: inout ByteBuffer) {
    if frame.kind != .cells {
      _ = appendRewritten(header, to: &out)
      return
    }
    out.append(header)
    if case .cells(_, isOpen: true) = cellPassage(of: header) { out.append(0x22) }
  }

  /// Appends the cells made safe, or with another delimiter, and what a short row lacks.
  func appendRewrittenCells(of record: RecordFacts, to out: inout ByteBuffer) {
    appendPadding(behind: appendRewritten(record.whole, to: &out), to: &out)
  }

  private func appendRewritten(
    _ record: UnsafeRawBufferPointer, to out: inout ByteBuffer
  ) -> Int {
    var cutter = CellCutter(record, delimiter: style.table?.delimiter ?? delimiter)
    var count = 0
    while let cell = cutter.next() {
      if count > 0 { out.append(delimiter) }
      count &+= 1
      let isQuoted = cell.inner.lowerBound > cell.raw.lowerBound
      let isWellQuoted = isQuoted && (cell.isOpen || cell.inner.upperBound < cell.raw.upperBound)
      let inner = UnsafeRawBufferPointer(rebasing: record[cell.inner])
      if isWellQuoted || frame.kind == .safeCells {
        // As it stands: so it is also read with another delimiter.
        out.append(
          UnsafeRawBufferPointer(rebasing: record[cell.raw.lowerBound..<cell.inner.lowerBound]))
        if needsMark(inner) { out.append(0x27) }
        out.append(
          UnsafeRawBufferPointer(rebasing: record[cell.inner.lowerBound..<cell.raw.upperBound]))
        if cell.isOpen { out.append(0x22) }
      } else if isQuoted {
        var text = ByteBuffer(capacity: 64)
        cutter.appendText(of: cell, to: &text)
        append(recut: text.bytes, to: &out)
      } else {
        append(recut: inner, to: &out)
      }
    }
    return count
  }

  private func append(recut text: UnsafeRawBufferPointer, to out: inout ByteBuffer) {
    CellText.append(text, delimiter: delimiter, isSafe: needsMark(text), to: &out)
  }

  // A number is no formula, though it begins with a minus.
  @inline(__always)
  private func needsMark(_ text: UnsafeRawBufferPointer) -> Bool {
    isSafe && CellText.isFormula(text) && !CellText.isNumber(text)
  }

  /// Appends the cells as members; a column of the header that the record lacks is null.
  func appendCellsAsMembers(of record: RecordFacts, to out: inout ByteBuffer) {
    var cutter = CellCutter(record.whole, delimiter: style.table?.delimiter ?? 0x2C)
    var column = 0
    while let cell = cutter.next() {
      keys.append(column: column, to: &out)
      column &+= 1
      if cell.needsUndoing {
        var text = ByteBuffer(capacity: 64)
        cutter.appendText(of: cell, to: &text)
        JSONText.appendString(text.bytes, to: &out)
      } else {
        JSONText.appendString(UnsafeRawBufferPointer(rebasing: record.whole[cell.inner]), to: &out)
      }
    }
    while column < keys.columnCount {
      keys.append(column: column, to: &out)
      out.append("null")
      column &+= 1
    }
    out.append(0x2C)
    keys.appendNest(to: &out)
  }
}
