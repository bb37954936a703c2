internal import IPGeoJSON

/// Shows text from outside in a message of one line, so that it can neither hide nor act.
public enum VisibleText {
  /// The text with what cannot be seen, or steers a terminal, as `\n`, `\xHH` or `\u{…}`.
  ///
  /// Escaped are control characters, marks of writing direction, line separators, characters
  /// without width, tags, those that Unicode leaves without a meaning, and as `\xHH` each byte that
  /// is not UTF-8. All else stays as it is, backslashes too, so that escaping twice changes nothing.
  /// - Parameters:
  ///   - bytes: The text.
  ///   - limit: How many characters to show at most, an escape counted as it is written; text that
  ///     is longer ends in `…`, which counts too.
  /// - Returns: Text of one line, at most `limit` characters long.
  public static func escape(_ bytes: UnsafeRawBufferPointer, limit: Int = .max) -> String {
    let limit = max(1, limit)
    if bytes.count <= limit, bytes.allSatisfy({ 0x20..<0x7F ~= $0 }) {
      return String(decoding: bytes, as: UTF8.self)
    }
    var kept = ""
    // What fits only where nothing follows it.
    var last = ""
    var used = 0
    var at = 0
    while at < bytes.count {
      let length = UTF8Text.sequence(in: bytes, at: at)
      let piece = length > 0 ? shown(scalar(bytes, at: at, length: length)) : hex(bytes[at])
      used += piece.unicodeScalars.count
      if used > limit { return kept + "…" }
      if used < limit { kept += piece } else { last = piece }
      at += max(1, length)
    }
    return kept + last
  }

  /// The text of a string with what cannot be seen escaped.
  public static func escape(_ text: String, limit: Int = .max) -> String {
    var text = text
    return text.withUTF8 { escape(UnsafeRawBufferPointer($0), limit: limit) }
  }

  /// Text of one line for a terminal that shows no UTF-8: what is not ASCII becomes `\u{…}`.
  ///
  /// The bytes of other letters might be commands to it. Our own sign for what is cut off becomes
  /// three full stops.
  public static func ascii(_ visible: String) -> String {
    if visible.utf8.allSatisfy({ $0 < 0x80 }) { return visible }
    var plain = ""
    for scalar in visible.unicodeScalars {
      if scalar.isASCII {
        plain.unicodeScalars.append(scalar)
      } else if scalar == "…" {
        plain += "..."
      } else {
        plain += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return plain
  }

  private static func scalar(
    _ bytes: UnsafeRawBufferPointer, at start: Int, length: Int
  ) -> Unicode.Scalar {
    if length == 1 { return Unicode.Scalar(bytes[start]) }
    var value = UInt32(bytes[start]) & (0x7F >> UInt32(length))
    for index in 1..<length { value = value << 6 | UInt32(bytes[start &+ index] & 0x3F) }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  private static func shown(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case "\u{0}"..<" ", "\u{7F}": hex(UInt8(truncatingIfNeeded: scalar.value))
    case _ where isUnseen(scalar):
      "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    default: String(scalar)
    }
  }

  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    // Tags and the selectors behind them; by category some of those are marks.
    if 0xE0000...0xE0FFF ~= scalar.value { return true }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned,
      .surrogate:
      true
    default: false
    }
  }

  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "\\x0" : "\\x") + String(byte, radix: 16, uppercase: true)
  }
}
