internal import IPGeoByteStreams
internal import IPGeoJSON

/// The escapes `\xHH` that nginx writes into JSON, which has none such.
enum HexEscapes {
  /// Appends the text with each `\xHH` within its strings as `\u00HH`, and all else as it is.
  /// - Returns: Whether there was one; else nothing is appended.
  static func repair(_ text: UnsafeRawBufferPointer, into out: inout ByteBuffer) -> Bool {
    var copied = 0
    for place in Places(text: text) {
      if copied == 0 { out.reserve(maximumLength(of: text.count)) }
      out.append(UnsafeRawBufferPointer(rebasing: text[copied..<place]))
      out.append("\\u00")
      copied = place + 2
    }
    if copied == 0 { return false }
    out.append(UnsafeRawBufferPointer(rebasing: text[copied...]))
    return true
  }

  /// How long a repaired text of that length is at most.
  static func maximumLength(of count: Int) -> Int { count + count / 4 * 2 }

  /// Where in the given text a place of the repaired one lies.
  static func place(_ repaired: Int, in text: UnsafeRawBufferPointer) -> Int {
    var shift = 0
    for place in Places(text: text) {
      // Six bytes stand for four.
      if place + shift + 6 > repaired { return min(repaired - shift, place + 4) }
      shift += 2
    }
    return repaired - shift
  }

  /// Where such escapes start: within strings, at a backslash that no other one escapes.
  private struct Places: Sequence, IteratorProtocol {
    let text: UnsafeRawBufferPointer
    private var at = 0
    private var isInString = false

    init(text: UnsafeRawBufferPointer) { self.text = text }

    mutating func next() -> Int? {
      while at < text.count {
        let start = at
        switch text[start] {
        case UInt8(ascii: "\""):
          isInString.toggle()
          at += 1
        case UInt8(ascii: "\\") where isInString:
          at += 2
          guard isHex(from: at) else { continue }
          at += 2
          return start
        default: at += 1
        }
      }
      return nil
    }

    /// Whether the escape is an x, and two hexadecimal digits follow it.
    private func isHex(from digits: Int) -> Bool {
      digits + 2 <= text.count && text[digits - 1] == UInt8(ascii: "x")
        && isDigit(text[digits]) && isDigit(text[digits + 1])
    }

    private func isDigit(_ byte: UInt8) -> Bool {
      byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
    }
  }
}
