/// What stands between two cells, as `--delimiter` takes it.
enum DelimiterText {
  /// Reads one character of ASCII, or one of the words `tab`, `comma`, `semicolon` and `pipe`.
  static func parse(_ text: String) throws(ValueFault) -> UInt8 {
    switch text {
    case "tab", "\\t": return 0x09
    case "comma": return 0x2C
    case "semicolon": return 0x3B
    case "pipe": return 0x7C
    default: break
    }
    guard text.utf8.count == 1, let byte = text.utf8.first else {
      throw ValueFault("is not one character of ASCII, or tab")
    }
    guard byte == 0x09 || 0x20...0x7E ~= byte, byte != 0x22, !isOfAddresses(byte) else {
      throw ValueFault("cannot stand between cells: addresses or quotes are written with it")
    }
    return byte
  }

  /// Whether addresses are written with it; letters, since no table is cut at letters.
  private static func isOfAddresses(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2E, 0x3A, 0x2D: true
    default: false
    }
  }
}
