/// A text as its bytes tell it from others.
///
/// Strings of Swift are equal where only the encoding of accents differs. Rows that differ so are
/// counted apart, and the page's script tells them apart, so that all of a map has to.
struct Spelling: Hashable, Comparable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (spelling: Spelling, other: Spelling) -> Bool {
    // The first is quick, and true for all that are equal in bytes.
    spelling.text == other.text && spelling.text.utf8.elementsEqual(other.text.utf8)
  }

  static func < (spelling: Spelling, other: Spelling) -> Bool {
    spelling.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }

  /// Whether one comes before another in the order of bytes, what is not known first; `nil` where
  /// both are the same.
  static func isBefore(_ one: Spelling?, _ other: Spelling?) -> Bool? {
    if one == other { return nil }
    guard let one else { return true }
    guard let other else { return false }
    return one < other
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}
