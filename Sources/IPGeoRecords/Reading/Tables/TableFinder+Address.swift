internal import IPGeoAddresses
internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoJSON

extension TableFinder {
  /// What a record has beside its address.
  struct Rest {
    var passage: Passage
    var lineEnd: LineEnd
  }

  /// Adds a record whose address stands in a cell; `nil` where it has too few of them.
  @inline(__always)
  func add(
    _ cell: CellCutter.Cell?, of whole: Range<Int>, in bytes: UnsafeRawBufferPointer, end: Int,
    _ rest: Rest, into found: inout Findings
  ) {
    var record: FoundRecord
    if let cell, cell.inner.count <= IPAddress.maximumTextLength, !cell.needsUndoing,
      let read = found.readAddress(at: cell.inner, in: bytes)
    {
      let text = cell.inner.short
      record = FoundRecord(
        address: read.address, text: text, spelling: text, lineOffset: found.lines,
        isCanonical: read.isCanonical)
    } else if let cell {
      record = judge(cell, in: bytes, end: end, &found)
    } else {
      let behind = whole.upperBound..<whole.upperBound
      record = FoundRecord(
        invalid: .fieldMissing, text: behind.short, lineOffset: found.lines)
    }
    record.whole = whole.short
    record.passage = rest.passage
    record.lineEnd = rest.lineEnd
    if case .cells(let count, _) = rest.passage, count > width {
      if found.longRows == 0 { found.firstLongRow = (found.lines, count) }
      found.longRows += 1
    }
    found.records.append(record)
  }

  /// What a cell says that is more than an address; its text without doubled quotes is made.
  private func judge(
    _ cell: CellCutter.Cell, in bytes: UnsafeRawBufferPointer, end: Int, _ found: inout Findings
  ) -> FoundRecord {
    guard cell.needsUndoing else {
      let text = UnsafeRawBufferPointer(rebasing: bytes[cell.inner])
      return judge(text, at: cell.inner.lowerBound, line: found.lines)
    }
    let before = found.made.count
    let record = UnsafeRawBufferPointer(rebasing: bytes[cell.raw])
    var cutter = CellCutter(record, delimiter: delimiter)
    if let own = cutter.next() { cutter.appendText(of: own, to: &found.made) }
    let text = UnsafeRawBufferPointer(rebasing: found.made.bytes[before...])
    return judge(text, at: end + before, line: found.lines)
  }

  private func judge(
    _ text: UnsafeRawBufferPointer, at start: Int, line: UInt32
  ) -> FoundRecord {
    let inner = AddressToken.trimmed(text)
    let reading = client.client(in: text)
    let shown = (start + inner.lowerBound)..<(start + inner.upperBound)
    switch reading.result {
    case .address(let address):
      let spelling =
        (start + reading.spelling.lowerBound)..<(start + reading.spelling.upperBound)
      var record = FoundRecord(
        address: address, text: shown.short, spelling: spelling.short, lineOffset: line,
        port: reading.port, isCanonical: reading.isCanonical)
      record.isForwarded = reading.isForwarded
      return record
    case .invalid(let reason):
      let isText = UTF8Text.isValid(text)
      return FoundRecord(
        invalid: isText ? reason : .invalidUTF8, text: shown.short, lineOffset: line)
    }
  }
}
