public import IPGeoByteStreams

/// Text as a cell of CSV or TSV (RFC 4180).
public enum CellText {
  /// Appends a cell, in quotes where it needs them: it holds the delimiter, a quote or a line end,
  /// or begins or ends with a space, which some readers drop.
  /// - Parameters:
  ///   - text: The cell's text, which must not lie in `out`.
  ///   - delimiter: What stands between two cells.
  ///   - isSafe: Whether text that a spreadsheet may take for a formula gets a `'` in front.
  ///   - out: Where the cell goes.
  public static func append(
    _ text: UnsafeRawBufferPointer, delimiter: UInt8, isSafe: Bool, to out: inout ByteBuffer
  ) {
    let isFormula = isSafe && isFormula(text)
    guard needsQuotes(text, delimiter: delimiter) else {
      if isFormula { out.append(0x27) }
      return out.append(text)
    }
    out.append(0x22)
    if isFormula { out.append(0x27) }
    var copied = 0
    for at in 0..<text.count where text[at] == 0x22 {
      out.append(UnsafeRawBufferPointer(rebasing: text[copied...at]))
      copied = at
    }
    out.append(UnsafeRawBufferPointer(rebasing: text[copied..<text.count]))
    out.append(0x22)
  }

  static func needsQuotes(_ text: UnsafeRawBufferPointer, delimiter: UInt8) -> Bool {
    guard let first = text.first, let last = text.last else { return false }
    if first == 0x20 || last == 0x20 { return true }
    for byte in text
    where byte == delimiter || byte == 0x22 || byte == 0x0D || byte == 0x0A {
      return true
    }
    return false
  }

  /// Whether a spreadsheet may take the text for a formula: it begins with `=`, `+`, `-`, `@`, a
  /// tab, a carriage return, or the full-width form of one of the four signs.
  public static func isFormula(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let first = text.first else { return false }
    switch first {
    case 0x3D, 0x2B, 0x2D, 0x40, 0x09, 0x0D: return true
    case 0xEF:
      guard text.count >= 3, text[1] == 0xBC else { return false }
      return text[2] == 0x9D || text[2] == 0x8B || text[2] == 0x8D || text[2] == 0xA0
    default: return false
    }
  }

  /// Whether the whole text is a number as JSON writes them.
  static func isNumber(_ text: UnsafeRawBufferPointer) -> Bool {
    var at = text.first == 0x2D ? 1 : 0
    let whole = digits(text, &at)
    guard whole > 0, whole == 1 || text[at &- whole] != 0x30 else { return false }
    if at < text.count, text[at] == 0x2E {
      at &+= 1
      guard digits(text, &at) > 0 else { return false }
    }
    if at < text.count, text[at] | 0x20 == 0x65 {
      at &+= 1
      if at < text.count, text[at] == 0x2B || text[at] == 0x2D { at &+= 1 }
      guard digits(text, &at) > 0 else { return false }
    }
    return at == text.count
  }

  private static func digits(_ text: UnsafeRawBufferPointer, _ at: inout Int) -> Int {
    let start = at
    while at < text.count, text[at] &- 0x30 < 10 { at &+= 1 }
    return at &- start
  }
}

/// Tells text that is the same in every format, which addresses are.
enum PlainCell {
  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// Whether nothing in the text needs quotes or escapes in any format.
  ///
  /// False also for text of less than four bytes: no address is that short but `::` and its kin.
  @inline(__always)
  static func isPlain(_ text: UnsafeRawBufferPointer) -> Bool {
    let count = text.count
    if count >= 8 {
      var found = marks(text.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
      var at = 0
      while at <= count &- 8 {
        found |= marks(text.loadUnaligned(fromByteOffset: at, as: UInt64.self))
        at &+= 8
      }
      return found == 0
    }
    guard count >= 4 else { return false }
    let head = text.loadUnaligned(fromByteOffset: 0, as: UInt32.self)
    let tail = text.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
    return marks(UInt64(head) | UInt64(tail) << 32) == 0
  }

  // Not zero where a byte is up to a space, from 0x80, a quote, a comma or a backslash.
  @inline(__always)
  private static func marks(_ word: UInt64) -> UInt64 {
    let quote = word ^ (ones &* 0x22)
    let comma = word ^ (ones &* 0x2C)
    let backslash = word ^ (ones &* 0x5C)
    let blank = (word &- ones &* 0x21) & ~word
    let signs =
      ((quote &- ones) & ~quote) | ((comma &- ones) & ~comma) | ((backslash &- ones) & ~backslash)
    return (word | blank | signs) & (ones &* 0x80)
  }
}
