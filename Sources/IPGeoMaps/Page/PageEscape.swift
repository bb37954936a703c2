internal import IPGeoByteStreams

/// Text from outside, made harmless for a page.
enum PageEscape {
  /// Longer names are cut: no reader reads on, and ten thousand such rows are a file of no use.
  static let longest = 200

  /// A name as the page shows and searches it.
  ///
  /// Controls become blanks. What turns the direction of writing is left out: it could make a row
  /// read as another one's, even though each name is isolated.
  static func label(_ text: String) -> String {
    if text.utf8.count <= longest, text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return text }
    var label = ""
    var count = 0
    for scalar in text.unicodeScalars where !turnsDirection(scalar) {
      guard count < longest else {
        label.unicodeScalars.append("…")
        break
      }
      let category = scalar.properties.generalCategory
      let isBlank =
        category == .control || category == .lineSeparator || category == .paragraphSeparator
      label.unicodeScalars.append(isBlank ? " " : scalar)
      count += 1
    }
    return label
  }

  private static func turnsDirection(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Appends text for an element or for an attribute in double quotes.
  static func append(_ text: String, to buffer: inout ByteBuffer) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): buffer.append("&amp;")
      case UInt8(ascii: "<"): buffer.append("&lt;")
      case UInt8(ascii: ">"): buffer.append("&gt;")
      case UInt8(ascii: "\""): buffer.append("&quot;")
      case UInt8(ascii: "'"): buffer.append("&#39;")
      default: buffer.append(byte)
      }
    }
  }

  /// Appends a JSON string that stands in a script element: no `<` begins a tag or a comment there.
  static func appendJSON(_ text: String, to buffer: inout ByteBuffer) {
    buffer.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): buffer.append("\\\"")
      case UInt8(ascii: "\\"): buffer.append("\\\\")
      case UInt8(ascii: "<"): buffer.append("\\u003C")
      case 0..<0x20: appendEscape(byte, to: &buffer)
      default: buffer.append(byte)
      }
    }
    buffer.append(UInt8(ascii: "\""))
  }

  private static func appendEscape(_ byte: UInt8, to buffer: inout ByteBuffer) {
    buffer.append(byte < 0x10 ? "\\u000" : "\\u001")
    let low = byte & 15
    buffer.append(low < 10 ? UInt8(ascii: "0") &+ low : UInt8(ascii: "A") &+ (low &- 10))
  }

  /// Appends a number as readers have it: `1,234,567`.
  static func append(grouped number: UInt64, to buffer: inout ByteBuffer) {
    let digits = Array(String(number).utf8)
    for (at, digit) in digits.enumerated() {
      if at > 0, (digits.count - at).isMultiple(of: 3) { buffer.append(UInt8(ascii: ",")) }
      buffer.append(digit)
    }
  }
}

extension PageEscape {
  /// Appends a share with one digit behind the point; what is less than that is said to be.
  static func append(share part: UInt64, of whole: UInt64, to buffer: inout ByteBuffer) {
    guard part > 0, whole > 0 else { return buffer.append("0 %") }
    let share = Double(part) / Double(whole)
    if share < 0.001 { return buffer.append("&lt;0.1 %") }
    let tenths = UInt64((min(share, 1) * 1000).rounded())
    buffer.append(decimal: tenths / 10)
    buffer.append(".")
    buffer.append(decimal: tenths % 10)
    buffer.append(" %")
  }
}
