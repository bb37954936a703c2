/// Words that stand where there is no address.
enum Placeholder {
  private static let words: [StaticString] = [
    "-", "unknown", "na", "n/a", "null", "none", "nil",
  ]
  private static let longest = 7

  /// Whether a text stands for nothing; case, outer blanks and one pair around it do not matter.
  static func matches(_ text: UnsafeRawBufferPointer) -> Bool {
    let inner = ListSyntax.undecorated(text)
    guard 1...longest ~= inner.count else { return false }
    let word = text[inner]
    return words.contains { known in
      known.utf8CodeUnitCount == word.count
        && known.withUTF8Buffer { zip($0, word).allSatisfy { $0 == lowercased($1) } }
    }
  }

  /// Whether a text is an identifier in place of an address, as RFC 7239 has it: `_hidden`.
  static func isObfuscated(_ text: UnsafeRawBufferPointer) -> Bool {
    let word = text[ListSyntax.undecorated(text)]
    return word.count > 1 && word.first == UInt8(ascii: "_") && isIdentifier(word)
  }

  /// Whether a text is letters, digits, `.`, `_` and `-`, one at least.
  static func isIdentifier(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
    !text.isEmpty && text.allSatisfy { WordBytes.contains($0) && $0 != WordBytes.colon }
  }

  static func lowercased(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }
}
