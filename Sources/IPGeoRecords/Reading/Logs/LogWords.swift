/// Goes through the words of a line: what stands between blanks and tabs.
struct LogWords {
  let bytes: UnsafeRawBufferPointer
  private(set) var position: Int
  let end: Int
  /// Whether a quote was met that does not end.
  private var isUnclosed = false

  init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = min(range.upperBound, bytes.count)
  }

  /// The next word, as it stands.
  mutating func next() -> Range<Int>? {
    skipBlanks()
    guard position < end else { return nil }
    let start = position
    while position < end, !LogWords.isBlank(bytes[position]) { position += 1 }
    return start..<position
  }

  /// The next word; one in double quotes may hold blanks, and loses the quotes.
  mutating func nextQuoted() -> (range: Range<Int>, isQuoted: Bool)? {
    skipBlanks()
    guard position < end else { return nil }
    guard bytes[position] == LogWords.quote, let close = closingQuote(from: position + 1) else {
      return next().map { ($0, false) }
    }
    let inside = (position + 1)..<close
    position = close + 1
    return (inside, true)
  }

  mutating func skipBlanks() {
    while position < end, LogWords.isBlank(bytes[position]) { position += 1 }
  }

  /// Where a quote ends: at the next one that has no backslash before it and a blank behind it.
  ///
  /// Where none ends behind some place, none ends behind a later one, and nothing is searched again.
  private mutating func closingQuote(from start: Int) -> Int? {
    if isUnclosed { return nil }
    var index = start
    while index < end {
      if bytes[index] == LogWords.backslash {
        index += 2
        continue
      }
      if bytes[index] == LogWords.quote, index + 1 == end || LogWords.isBlank(bytes[index + 1]) {
        return index
      }
      index += 1
    }
    isUnclosed = true
    return nil
  }

  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let openSquare = UInt8(ascii: "[")

  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 <= 9 }

  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 <= 25 }
}
