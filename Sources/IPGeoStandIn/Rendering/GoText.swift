/// JSON strings as the service's encoder writes them: `&`, `<` and `>` are escaped, everything
/// outside ASCII is raw UTF-8 except U+2028 and U+2029.
enum GoText {
  /// Appends `text` with quotes; `text` is taken to be valid UTF-8.
  static func append(_ text: some Sequence<UInt8>, to out: inout [UInt8]) {
    out.append(UInt8(ascii: "\""))
    var tail = (UInt8(0), UInt8(0))
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        out.append(UInt8(ascii: "\\"))
        out.append(byte)
      case 0x0a: out.append(contentsOf: "\\n".utf8)
      case 0x0d: out.append(contentsOf: "\\r".utf8)
      case 0x09: out.append(contentsOf: "\\t".utf8)
      case 0..<0x20, UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"):
        out.append(contentsOf: "\\u00".utf8)
        out.append(digit(byte >> 4))
        out.append(digit(byte & 15))
      case 0xa8 where tail == (0xe2, 0x80), 0xa9 where tail == (0xe2, 0x80):
        out.removeLast(2)
        out.append(contentsOf: byte == 0xa8 ? "\\u2028".utf8 : "\\u2029".utf8)
      default: out.append(byte)
      }
      tail = (tail.1, byte)
    }
    out.append(UInt8(ascii: "\""))
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ (value &- 10)
  }
}
