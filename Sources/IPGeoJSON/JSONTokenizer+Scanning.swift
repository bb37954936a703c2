extension JSONTokenizer {
  /// Checks the string whose opening quote stands at `start`.
  func scanString(from start: Int) throws(JSONSyntaxError) -> JSONString {
    var at = start &+ 1
    var hasEscapes = false
    while true {
      at = ByteScan.specialByte(in: bytes, from: at, to: bytes.count)
      guard at < bytes.count else {
        throw JSONSyntaxError(offset: bytes.count, message: "a string is not closed")
      }
      switch bytes[at] {
      case 0x22: return JSONString(range: (start &+ 1)..<at, hasEscapes: hasEscapes)
      case 0x5C:
        hasEscapes = true
        at = try scanEscape(from: at)
      case 0..<0x20:
        throw JSONSyntaxError(
          offset: at, message: "a control character stands in a string without an escape")
      default:
        let length = UTF8Text.sequence(in: bytes, at: at)
        guard length > 0 else {
          throw JSONSyntaxError(offset: at, message: "a string is not valid UTF-8")
        }
        at &+= length
      }
    }
  }

  private func scanEscape(from start: Int) throws(JSONSyntaxError) -> Int {
    guard start &+ 1 < bytes.count else {
      throw JSONSyntaxError(offset: bytes.count, message: "a string is not closed")
    }
    switch bytes[start &+ 1] {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: return start &+ 2
    case 0x75:
      guard hexUnit(at: start &+ 2, end: bytes.count) != nil else {
        throw JSONSyntaxError(offset: start, message: "\\u needs four hexadecimal digits")
      }
      return start &+ 6
    default: throw JSONSyntaxError(offset: start, message: "JSON has no such escape")
    }
  }

  /// The four hexadecimal digits at `start`, where they are ones and end by `end`.
  func hexUnit(at start: Int, end: Int) -> UInt16? {
    guard end &- start >= 4 else { return nil }
    var unit: UInt16 = 0
    for index in start..<(start &+ 4) {
      let byte = bytes[index]
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte &- 0x30
      case 0x41...0x46: digit = byte &- 0x37
      case 0x61...0x66: digit = byte &- 0x57
      default: return nil
      }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  /// The end of the number at `start`, which holds a minus or a digit.
  func scanNumber(from start: Int) throws(JSONSyntaxError) -> Int {
    var at = start
    if bytes[at] == 0x2D { at &+= 1 }
    let whole = at
    at = digits(from: at)
    if at == whole { throw numberError(at, "a digit is expected after the minus") }
    if at &- whole > 1, bytes[whole] == 0x30 {
      throw numberError(whole, "a number begins with a needless zero")
    }
    if at < bytes.count, bytes[at] == 0x2E {
      let fraction = at &+ 1
      at = digits(from: fraction)
      if at == fraction { throw numberError(at, "a digit is expected after the point") }
    }
    if at < bytes.count, bytes[at] | 0x20 == 0x65 {
      at &+= 1
      if at < bytes.count, bytes[at] == 0x2B || bytes[at] == 0x2D { at &+= 1 }
      let exponent = at
      at = digits(from: exponent)
      if at == exponent { throw numberError(at, "a digit is expected in the exponent") }
    }
    return at
  }

  private func digits(from start: Int) -> Int {
    var at = start
    while at < bytes.count, bytes[at] &- 0x30 < 10 { at &+= 1 }
    return at
  }

  private func numberError(_ offset: Int, _ message: String) -> JSONSyntaxError {
    JSONSyntaxError(offset: offset, message: message)
  }
}
