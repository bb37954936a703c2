/// How many columns of a terminal text takes, as most terminals count them.
///
/// Marks that stand on the letter before take none; what East Asian fonts draw wide, and signs that
/// are drawn as pictures, take two (UAX #11, classes W and F).
public enum DisplayWidth {
  /// The columns of a text.
  public static func of(_ text: some StringProtocol) -> Int {
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text.utf8.count }
    return text.unicodeScalars.reduce(0) { $0 &+ of($1) }
  }

  /// The text in so many columns at most; text that is wider ends in a mark of one column.
  public static func cut(_ text: String, to columns: Int, mark: String = "…") -> String {
    if of(text) <= columns { return text }
    var kept = String.UnicodeScalarView()
    var used = 0
    for scalar in text.unicodeScalars {
      let next = used &+ of(scalar)
      if next > columns &- 1 { break }
      used = next
      kept.append(scalar)
    }
    return String(kept) + mark
  }

  /// The columns of a character: 0, 1 or 2.
  public static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    // Letters of Latin, Greek and Cyrillic script, but for the marks between them.
    if value < 0x300 { return 1 }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    // The second and third letter of a Korean syllable join the first.
    if 0x1160...0x11FF ~= value || 0xD7B0...0xD7FF ~= value { return 0 }
    if value < 0x1100 { return 1 }
    if wide.contains(where: { $0 ~= value }) { return 2 }
    // Two of these are one flag, where there are flags.
    let isFlagLetter = 0x1F1E6...0x1F1FF ~= value
    return properties.isEmojiPresentation && !isFlagLetter ? 2 : 1
  }

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF,
    0x20000...0x3FFFD,
  ]
}
