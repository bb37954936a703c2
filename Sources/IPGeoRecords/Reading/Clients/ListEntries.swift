internal import IPGeoAddresses

/// The entries of a comma-separated list that are not empty, without outer blanks.
///
/// One pair of quotes or brackets around the whole list is taken off first.
struct ListEntries {
  private let bytes: UnsafeRawBufferPointer
  private var position: Int
  private let end: Int

  init(_ text: UnsafeRawBufferPointer) {
    bytes = text
    let inner = ListSyntax.undecorated(text)
    position = inner.lowerBound
    end = inner.upperBound
  }

  mutating func next() -> Range<Int>? {
    while position < end {
      let stop = LineCutter.first(ListSyntax.comma, in: bytes, position..<end) ?? end
      let piece = UnsafeRawBufferPointer(rebasing: bytes[position..<stop])
      let entry = AddressToken.trimmed(piece).moved(by: position)
      position = stop + 1
      if !entry.isEmpty { return entry }
    }
    return nil
  }
}

/// What all forms of lists have in common.
enum ListSyntax {
  static let comma = UInt8(ascii: ",")
  static let equals = UInt8(ascii: "=")

  /// Whether there is anything in a text that makes it more than one entry.
  static func mayBeList(_ text: UnsafeRawBufferPointer) -> Bool {
    LineCutter.first(comma, in: text, 0..<text.count) != nil
      || LineCutter.first(equals, in: text, 0..<text.count) != nil
  }

  /// A text without its outer blanks and a pair of quotes or brackets around all of it.
  ///
  /// `[::1], [::2]` has none around all of it.
  static func undecorated(_ text: UnsafeRawBufferPointer) -> Range<Int> {
    let outer = AddressToken.trimmed(text)
    guard outer.count >= 2, let closing = closing(text[outer.lowerBound]),
      text[outer.upperBound - 1] == closing
    else { return outer }
    let inner = (outer.lowerBound + 1)..<(outer.upperBound - 1)
    let isWithin =
      LineCutter.first(text[outer.lowerBound], in: text, inner) != nil
      || LineCutter.first(closing, in: text, inner) != nil
    return isWithin ? outer : inner
  }

  /// What closes a pair, as `AddressToken` takes them off.
  static func closing(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "("): UInt8(ascii: ")")
    case UInt8(ascii: "<"): UInt8(ascii: ">")
    case UInt8(ascii: "["): UInt8(ascii: "]")
    case UInt8(ascii: "{"): UInt8(ascii: "}")
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): byte
    default: nil
    }
  }
}
