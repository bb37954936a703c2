/// Makes what a stranger sent fit for a message of one line.
enum PlainWords {
  /// About the first `limit` bytes in printable ASCII; others as `\xHH`, and `…` where more follows.
  static func excerpt(_ bytes: some Collection<UInt8>, limit: Int = 60) -> String {
    var text = ""
    for byte in bytes.prefix(limit) {
      switch byte {
      case 0x0A: text += "\\n"
      case 0x0D: text += "\\r"
      case 0x09: text += "\\t"
      case 0x22: text += "\\\""
      case 0x5C: text += "\\\\"
      case 0x20...0x7E: text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += (byte < 16 ? "\\x0" : "\\x") + String(byte, radix: 16)
      }
    }
    return bytes.count > limit ? text + "…" : text
  }

  /// The same of a text.
  static func excerpt(_ text: String, limit: Int = 60) -> String {
    excerpt(text.utf8, limit: limit)
  }
}
