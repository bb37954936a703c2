/// IPv4 whose last parts are blanked: `8.8.8.x`, `8.8.*.*`, `10.1.2.xxx`.
enum MaskedAddress {
  static func matches(_ text: UnsafeRawBufferPointer) -> Bool {
    var parts = 0
    var masked = 0
    var start = 0
    while parts < 4 {
      var end = start
      while end < text.count, text[end] != ASCII.dot { end &+= 1 }
      let part = UnsafeRawBufferPointer(rebasing: text[start..<end])
      parts &+= 1
      if isMask(part) {
        masked &+= 1
      } else if masked > 0 || ASCII.decimal(part, digits: 3, limit: 255) == nil {
        return false
      }
      if end == text.count { return parts == 4 && masked > 0 }
      start = end &+ 1
    }
    return false
  }

  private static func isMask(_ part: UnsafeRawBufferPointer) -> Bool {
    guard let first = part.first else { return false }
    if first == 0x2a { return part.count == 1 }
    return part.allSatisfy { ASCII.lowercased($0) == 0x78 }
  }
}

/// Names of hosts, as far as they must be told from garbage; nobody resolves them.
enum HostName {
  /// Whether it is `localhost`, or has a dot and a last label with a letter.
  ///
  /// Names in Unicode count; digits of other scripts are no letters, and characters that no name
  /// holds (controls, spaces, most of ASCII's punctuation) make it no name.
  static func matches(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let dot = text.lastIndex(of: ASCII.dot) else { return isLocalhost(text) }
    guard text.allSatisfy({ $0 >= 0x80 || isNameByte($0) }) else { return false }
    let label = UnsafeRawBufferPointer(rebasing: text[(dot + 1)...])
    let hasLetter = label.contains { ASCII.isLetter($0) }
    if text.allSatisfy({ $0 < 0x80 }) { return hasLetter }
    guard let name = String(validating: text, as: UTF8.self),
      let label = String(validating: label, as: UTF8.self)
    else { return false }
    return name.unicodeScalars.allSatisfy { $0.isASCII || mayStandInName($0) }
      && (hasLetter || label.unicodeScalars.contains { !$0.isASCII && isLetter($0) })
  }

  private static func isLocalhost(_ text: UnsafeRawBufferPointer) -> Bool {
    text.lazy.map(ASCII.lowercased).elementsEqual("localhost".utf8)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || ASCII.digit(byte) != nil || byte == ASCII.dot || byte == ASCII.dash
      || byte == 0x5f
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .otherSymbol:
      true
    default: false
    }
  }

  private static func mayStandInName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
      false
    // The joiners of U+200C and U+200D are written in Persian and Indic names.
    case .format: scalar == "\u{200c}" || scalar == "\u{200d}"
    default: true
    }
  }
}
