/// A second reader of one record's cells, byte by byte, with the leniency of Python's `csv`.
struct CutCells {
  private(set) var texts: [[UInt8]] = [[]]
  /// Where each cell starts.
  private(set) var starts = [0]
  /// Whether the last cell's quote is not closed.
  private(set) var isOpen = false

  init(_ record: some Sequence<UInt8>, delimiter: UInt8) {
    var isAtStart = true
    var isQuoted = false
    var isBehindQuote = false
    var at = 0
    for byte in record {
      defer { at += 1 }
      if isQuoted, !isBehindQuote {
        if byte == 0x22 { isBehindQuote = true } else { add(byte) }
        continue
      }
      if isBehindQuote, byte == 0x22 {
        isBehindQuote = false
        add(byte)
        continue
      }
      (isQuoted, isBehindQuote) = (false, false)
      if byte == delimiter {
        texts.append([])
        starts.append(at + 1)
        isAtStart = true
        continue
      }
      isQuoted = isAtStart && byte == 0x22
      if !isQuoted { add(byte) }
      isAtStart = false
    }
    isOpen = isQuoted && !isBehindQuote
  }

  private mutating func add(_ byte: UInt8) { texts[texts.count - 1].append(byte) }
}
