/// The bytes that address text is made of, and their values.
enum ASCII {
  static let colon: UInt8 = 0x3a
  static let dot: UInt8 = 0x2e
  static let dash: UInt8 = 0x2d
  static let slash: UInt8 = 0x2f
  static let percent: UInt8 = 0x25
  static let openSquare: UInt8 = 0x5b
  static let closeSquare: UInt8 = 0x5d

  /// The value of `0` to `9`.
  static func digit(_ byte: UInt8) -> UInt8? {
    let value = byte &- 0x30
    return value <= 9 ? value : nil
  }

  /// The value of `0` to `9`, `a` to `f` and `A` to `F`; above 15 for any other byte.
  ///
  /// Without branches: in an address digits and letters come in no order.
  static func hexValue(_ byte: UInt8) -> UInt8 {
    let isDigit: UInt8 = byte &- 0x30 <= 9 ? 1 : 0
    let isLetter: UInt8 = (byte | 0x20) &- 0x61 <= 5 ? 1 : 0
    let value = (byte & 15) &+ (byte &>> 6) &* 9
    return value | ((isDigit | isLetter) &- 1)
  }

  static func isLetter(_ byte: UInt8) -> Bool { lowercased(byte) &- 0x61 <= 25 }

  /// The lower case of a letter; other bytes may change, but never into a letter.
  static func lowercased(_ byte: UInt8) -> UInt8 { byte | 0x20 }

  /// A decimal number of at most `digits` digits and at most `limit`; leading zeros are allowed.
  static func decimal(
    _ bytes: UnsafeRawBufferPointer, digits: Int, limit: Int
  ) -> Int? {
    guard !bytes.isEmpty, bytes.count <= digits else { return nil }
    var value = 0
    for byte in bytes {
      guard let digit = digit(byte) else { return nil }
      value = value &* 10 &+ Int(digit)
    }
    return value <= limit ? value : nil
  }
}
