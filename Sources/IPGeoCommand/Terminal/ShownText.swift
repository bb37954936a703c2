internal import IPGeoRecords

/// Text from outside as a terminal can show it.
enum ShownText {
  /// Text of one line that can neither hide nor act; where the locale is not UTF-8, without letters
  /// outside ASCII, whose bytes such a terminal might take for its commands.
  static func escape(_ text: String, isUnicode: Bool) -> String {
    let visible = VisibleText.escape(text)
    if isUnicode || visible.utf8.allSatisfy({ $0 < 0x80 }) { return visible }
    var plain = ""
    for scalar in visible.unicodeScalars {
      if scalar.isASCII {
        plain.unicodeScalars.append(scalar)
      } else if scalar == "…" {
        // Mostly our own sign for what is cut off.
        plain += "..."
      } else {
        plain += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return plain
  }

  /// What fits in so many columns, with a sign where something is cut off.
  static func clip(_ text: String, columns: Int, isUnicode: Bool) -> String {
    DisplayWidth.cut(text, to: columns, mark: isUnicode ? "…" : ">")
  }
}
