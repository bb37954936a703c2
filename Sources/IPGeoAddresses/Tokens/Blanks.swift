/// What may stand around an address unseen: blanks, NULs, and characters of no width.
enum Blanks {
  /// How many bytes of a blank start at `index`; 0 where there is none.
  static func length(in bytes: UnsafeRawBufferPointer, at index: Int, end: Int) -> Int {
    guard index < end else { return 0 }
    let first = bytes[index]
    if first < 0x80 { return isASCII(first) ? 1 : 0 }
    if first == 0xc2 || first == 0xd8 {
      guard index + 1 < end else { return 0 }
      return isTwoByte(first, bytes[index + 1]) ? 2 : 0
    }
    guard index + 2 < end else { return 0 }
    return isThreeByte(first, bytes[index + 1], bytes[index + 2]) ? 3 : 0
  }

  /// How many bytes of a blank end before `end`; 0 where there is none.
  static func length(in bytes: UnsafeRawBufferPointer, before end: Int, start: Int) -> Int {
    guard end > start else { return 0 }
    let last = bytes[end - 1]
    if last < 0x80 { return isASCII(last) ? 1 : 0 }
    if end - start >= 2, isTwoByte(bytes[end - 2], last) { return 2 }
    guard end - start >= 3 else { return 0 }
    return isThreeByte(bytes[end - 3], bytes[end - 2], last) ? 3 : 0
  }

  /// Whether the blank at `index` also parts words: NUL and characters of no width do not.
  static func isSeparator(in bytes: UnsafeRawBufferPointer, at index: Int, end: Int) -> Bool {
    switch length(in: bytes, at: index, end: end) {
    case 1: bytes[index] != 0
    case 2: bytes[index] == 0xc2
    case 3: hasWidth(bytes[index], bytes[index + 1], bytes[index + 2])
    default: false
    }
  }

  private static func isASCII(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0 || 0x09...0x0d ~= byte
  }

  /// U+0085, U+00A0; the Arabic letter mark U+061C.
  private static func isTwoByte(_ first: UInt8, _ second: UInt8) -> Bool {
    first == 0xc2 && (second == 0x85 || second == 0xa0) || first == 0xd8 && second == 0x9c
  }

  /// U+1680, U+180E, U+2000 to U+200F, U+2028 to U+202F, U+205F to U+206F, U+3000, U+FEFF.
  private static func isThreeByte(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    switch (first, second) {
    case (0xe2, 0x80): 0x80...0x8f ~= third || 0xa8...0xaf ~= third
    case (0xe2, 0x81): 0x9f...0xaf ~= third
    case (0xe1, 0x9a): third == 0x80
    case (0xe1, 0xa0): third == 0x8e
    case (0xe3, 0x80): third == 0x80
    case (0xef, 0xbb): third == 0xbf
    default: false
    }
  }

  /// Whether a three-byte blank is a space or a line separator, not a mark of no width.
  private static func hasWidth(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    switch (first, second) {
    case (0xe2, 0x80): third <= 0x8a || third == 0xa8 || third == 0xa9 || third == 0xaf
    case (0xe2, 0x81): third == 0x9f
    case (0xe1, 0x9a), (0xe3, 0x80): true
    default: false
    }
  }
}
