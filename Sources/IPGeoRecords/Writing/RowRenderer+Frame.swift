internal import IPGeoByteStreams

extension RowRenderer {
  /// Appends what a row takes over from its record, and what leads to our segments.
  func appendFront(of record: RecordFacts, to out: inout ByteBuffer) {
    switch frame.kind {
    case .nothing: break
    case .cells: appendCells(of: record, to: &out)
    case .safeCells, .recutCells: appendRewrittenCells(of: record, to: &out)
    case .members: appendMembers(of: record, to: &out)
    case .cellsAsMembers: appendCellsAsMembers(of: record, to: &out)
    }
  }

  /// Appends what stands behind our segments.
  func appendBack(of record: RecordFacts, to out: inout ByteBuffer) {
    if frame.kind == .members || frame.kind == .cellsAsMembers { out.append(0x7D) }
    if frame.kind == .members, let brace = closingBrace(of: record) {
      // Blanks behind the record's own brace.
      out.append(UnsafeRawBufferPointer(rebasing: record.whole[(brace &+ 1)...]))
    }
    frame.appendLineEnd(record.lineEnd, to: &out)
  }

  private func appendCells(of record: RecordFacts, to out: inout ByteBuffer) {
    out.append(record.whole)
    let passage = passage(of: record)
    if passage.isOpen { out.append(0x22) }
    appendPadding(behind: passage.count, to: &out)
  }

  // A record that was found by other means than its cells, as one that is too long, has some too.
  private func passage(of record: RecordFacts) -> (count: Int, isOpen: Bool) {
    if case .cells(let count, let isOpen) = record.passage { return (Int(count), isOpen) }
    guard case .cells(let count, let isOpen) = cellPassage(of: record.whole) else {
      return (0, false)
    }
    return (Int(count), isOpen)
  }

  /// Appends the delimiters that a row is short of; one of no cells counts as one that is empty.
  func appendPadding(behind count: Int, to out: inout ByteBuffer) {
    let missing = frame.columnCount &- max(1, count)
    guard missing > 0 else { return }
    out.fill(room: missing) { room in
      guard let target = room.baseAddress, room.count >= missing else { return 0 }
      target.initializeMemory(as: UInt8.self, repeating: delimiter, count: missing)
      return missing
    }
  }

  private func appendMembers(of record: RecordFacts, to out: inout ByteBuffer) {
    guard case .members(let isEmpty, let number) = record.passage,
      let brace = closingBrace(of: record)
    else {
      out.append(0x7B)
      return keys.appendNest(to: &out)
    }
    out.append(UnsafeRawBufferPointer(rebasing: record.whole[..<brace]))
    if !isEmpty { out.append(0x2C) }
    keys.appendNest(number: number, to: &out)
  }

  // Where the object that passes ends; nothing but blanks stands behind.
  @inline(__always)
  private func closingBrace(of record: RecordFacts) -> Int? {
    guard case .members = record.passage else { return nil }
    var at = record.whole.count &- 1
    while at >= 0 {
      switch record.whole[at] {
      case 0x7D: return at
      case 0x20, 0x09, 0x0A, 0x0D: at &-= 1
      default: return nil
      }
    }
    return nil
  }
}
