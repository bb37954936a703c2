internal import IPGeoByteStreams
internal import IPGeoRecords

/// Text from outside, made harmless for a page.
enum PageEscape {
  /// Longer names are cut: no reader reads on, and ten thousand such rows are a file of no use.
  static let longest = 200

  /// A name as the page shows and searches it: what cannot be seen, or turns the direction of
  /// writing, is shown for what it is.
  static func label(_ text: String) -> String { VisibleText.escape(text, limit: longest) }

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
