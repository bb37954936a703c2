internal import IPGeoByteStreams

// Rows for which the caller's cells are cut anew.
extension RowRenderer {
  /// The cells of a record as the caller's delimiter cuts them.
  func cellPassage(of record: UnsafeRawBufferPointer) -> Passage {
    CellCutter.passage(of: record, delimiter: frame.inputDelimiter)
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
    frame.kind == .safeCells ? appendSafe(record, to: &out) : appendRecut(record, to: &out)
  }

  // The record as it stands, with an apostrophe before the text of each formula.
  private func appendSafe(_ record: UnsafeRawBufferPointer, to out: inout ByteBuffer) -> Int {
    var cutter = CellCutter(record, delimiter: delimiter)
    var count = 0
    var copied = 0
    var isOpen = false
    while let cell = cutter.next() {
      count &+= 1
      isOpen = cell.isOpen
      guard needsMark(cell, cutter, of: record) else { continue }
      let start = cell.inner.lowerBound
      out.append(UnsafeRawBufferPointer(rebasing: record[copied..<start]))
      out.append(0x27)
      copied = start
    }
    out.append(UnsafeRawBufferPointer(rebasing: record[copied...]))
    if isOpen { out.append(0x22) }
    return count
  }

  private func appendRecut(_ record: UnsafeRawBufferPointer, to out: inout ByteBuffer) -> Int {
    var cutter = CellCutter(record, delimiter: frame.inputDelimiter)
    var count = 0
    while let cell = cutter.next() {
      if count > 0 { out.append(delimiter) }
      count &+= 1
      let inner = UnsafeRawBufferPointer(rebasing: record[cell.inner])
      if !cell.isQuoted {
        append(recut: inner, to: &out)
      } else if cell.isWellQuoted {
        // As it stands: so it is read with any delimiter.
        out.append(0x22)
        if needsMark(inner) { out.append(0x27) }
        out.append(inner)
        out.append(0x22)
      } else {
        var text = ByteBuffer(capacity: 64)
        cutter.appendText(of: cell, to: &text)
        append(recut: text.bytes, to: &out)
      }
    }
    return count
  }

  private func append(recut text: UnsafeRawBufferPointer, to out: inout ByteBuffer) {
    CellText.append(text, delimiter: delimiter, isSafe: needsMark(text), to: &out)
  }

  @inline(__always)
  private func needsMark(
    _ cell: CellCutter.Cell, _ cutter: CellCutter, of record: UnsafeRawBufferPointer
  ) -> Bool {
    if !cell.needsUndoing || cell.isWellQuoted {
      return needsMark(UnsafeRawBufferPointer(rebasing: record[cell.inner]))
    }
    // Such as ""=1, whose text begins behind the quotes.
    var text = ByteBuffer(capacity: 64)
    cutter.appendText(of: cell, to: &text)
    return needsMark(text.bytes)
  }

  // A number is no formula, though it begins with a minus.
  @inline(__always)
  private func needsMark(_ text: UnsafeRawBufferPointer) -> Bool {
    isSafe && CellText.isFormula(text) && !CellText.isNumber(text)
  }
}

extension CellCutter.Cell {
  fileprivate var isQuoted: Bool { inner.lowerBound > raw.lowerBound }

  // Nothing stands behind the closing quote; one that is missing is ours to write.
  fileprivate var isWellQuoted: Bool { isQuoted && (isOpen || inner.upperBound < raw.upperBound) }
}
