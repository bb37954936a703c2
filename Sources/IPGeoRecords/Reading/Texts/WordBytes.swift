/// The bytes that an address in running text must not have beside it: `[0-9A-Za-z.:_-]`.
enum WordBytes {
  static let dot = UInt8(ascii: ".")
  static let colon = UInt8(ascii: ":")

  /// Bit n of the two masks stands for the byte n, of the second for 64 + n.
  private static let lowMask: UInt64 = 0x07ff_6000_0000_0000
  private static let highMask: UInt64 = 0x07ff_fffe_87ff_fffe

  @inline(__always)
  static func contains(_ byte: UInt8) -> Bool {
    let mask = byte & 0x40 == 0 ? lowMask : highMask
    return byte < 0x80 && mask &>> UInt64(byte & 0x3f) & 1 == 1
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  @inline(__always)
  static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- 0x61 < 6
  }
}
