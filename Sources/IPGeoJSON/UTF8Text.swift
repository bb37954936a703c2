/// Checks and cuts of text that should be UTF-8.
public enum UTF8Text {
  /// Whether the bytes are well-formed UTF-8 (Unicode 16, table 3-7); no bytes are.
  public static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var at = 0
    while true {
      at = ByteScan.nonASCII(in: bytes, from: at, to: bytes.count)
      if at == bytes.count { return true }
      let length = sequence(in: bytes, at: at)
      if length <= 0 { return false }
      at &+= length
    }
  }

  /// The greatest length up to `limit` at which no scalar is cut in two.
  ///
  /// Malformed text is cut at `limit`; a limit below zero counts as zero.
  public static func cut(_ bytes: UnsafeRawBufferPointer, to limit: Int) -> Int {
    let limit = max(0, limit)
    if bytes.count <= limit { return bytes.count }
    if !isContinuation(bytes[limit]) { return limit }
    var start = limit
    while start > 0, limit - start < 3 {
      start -= 1
      if isContinuation(bytes[start]) { continue }
      let length = sequence(in: bytes, at: start)
      return length > limit - start ? start : limit
    }
    return limit
  }

  /// The length of the well-formed sequence at `start`, or the negated length of what is malformed.
  ///
  /// What is malformed is counted as Unicode recommends (a maximal subpart, at least one byte), so
  /// that the number of U+FFFD equals that of `String(decoding:as:)`. `start` must lie in `bytes`;
  /// beyond its end the answer is 0.
  public static func sequence(in bytes: UnsafeRawBufferPointer, at start: Int) -> Int {
    guard start >= 0, start < bytes.count else { return 0 }
    let lead = bytes[start]
    if lead < 0x80 { return 1 }
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return -1
    }
    let left = bytes.count &- start
    guard left > 1, second.contains(bytes[start &+ 1]) else { return -1 }
    var at = 2
    while at < length {
      guard at < left, isContinuation(bytes[start &+ at]) else { return -at }
      at &+= 1
    }
    return length
  }

  @inline(__always)
  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
