internal import IPGeoRecords

/// Text from outside as a terminal can show it.
enum ShownText {
  /// Text of one line that can neither hide nor act; where the locale is not UTF-8, without letters
  /// outside ASCII, whose bytes such a terminal might take for its commands.
  static func escape(_ text: String, isUnicode: Bool) -> String {
    let visible = VisibleText.escape(text)
    return isUnicode ? visible : VisibleText.ascii(visible)
  }

  /// What fits in so many columns, with a sign where something is cut off.
  static func clip(_ text: String, columns: Int, isUnicode: Bool) -> String {
    DisplayWidth.cut(text, to: columns, mark: isUnicode ? "…" : ">")
  }
}
