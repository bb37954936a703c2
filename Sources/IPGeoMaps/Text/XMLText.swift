internal import IPGeoByteStreams
internal import IPGeoRecords

/// Text from outside in XML: between tags and between quotes.
enum XMLText {
  /// Appends text that is as harmless as it is readable.
  ///
  /// Characters that XML 1.0 forbids are among those that `VisibleText` shows instead.
  static func append(_ text: String, limit: Int = .max, to buffer: inout ByteBuffer) {
    for byte in VisibleText.escape(text, limit: limit).utf8 {
      switch byte {
      case UInt8(ascii: "&"): buffer.append("&amp;" as StaticString)
      case UInt8(ascii: "<"): buffer.append("&lt;" as StaticString)
      case UInt8(ascii: ">"): buffer.append("&gt;" as StaticString)
      case UInt8(ascii: "\""): buffer.append("&quot;" as StaticString)
      case UInt8(ascii: "'"): buffer.append("&#39;" as StaticString)
      default: buffer.append(byte)
      }
    }
  }
}
