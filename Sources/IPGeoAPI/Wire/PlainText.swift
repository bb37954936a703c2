/// Turns what a stranger sent into one plain line for a message.
struct PlainText: Sendable {
  /// What must not be shown.
  let key: APIKey?

  /// About `limit` bytes of `bytes`, control characters and bytes beyond ASCII escaped.
  func excerpt(_ bytes: some Collection<UInt8>, limit: Int = 60) -> String {
    // Looked at beyond the limit, so that a key across the cut is seen whole.
    let seen = withoutKey(Array(bytes.prefix(limit + 4096)))
    var text = ""
    for byte in seen.prefix(limit) {
      switch byte {
      case 0x0A: text += "\\n"
      case 0x0D: text += "\\r"
      case 0x09: text += "\\t"
      case 0x22: text += "\\\""
      case 0x5C: text += "\\\\"
      case 0x20...0x7E: text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let hex = String(byte, radix: 16)
        text += byte < 16 ? "\\x0" + hex : "\\x" + hex
      }
    }
    return seen.count > limit ? text + "…" : text
  }

  /// The same of a text.
  func excerpt(_ text: String, limit: Int = 60) -> String { excerpt(text.utf8, limit: limit) }

  private func withoutKey(_ bytes: [UInt8]) -> [UInt8] {
    guard let key else { return bytes }
    return key.spellings.reduce(bytes) { Self.replace($1, in: $0) }
  }

  private static func replace(_ needle: [UInt8], in bytes: [UInt8]) -> [UInt8] {
    guard let first = needle.first, bytes.count >= needle.count else { return bytes }
    var kept: [UInt8] = []
    var at = 0
    while at < bytes.count {
      if bytes[at] == first, bytes[at...].starts(with: needle) {
        kept += [0x2A, 0x2A, 0x2A]
        at += needle.count
      } else {
        kept.append(bytes[at])
        at += 1
      }
    }
    return kept
  }
}
