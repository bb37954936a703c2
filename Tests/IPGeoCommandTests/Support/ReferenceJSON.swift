import Foundation

/// A second reader of JSON texts (RFC 8259), which shares no code with the first.
struct ReferenceJSON {
  /// What a valid text is.
  struct Outline {
    var isObject = false
    /// The names of an object's members, without their escapes.
    var names: [String] = []
  }

  private let bytes: [UInt8]
  private var at = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads a text; `nil` where it is no JSON.
  static func read(_ bytes: [UInt8]) -> Outline? {
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    var reader = ReferenceJSON(bytes)
    return reader.text()
  }

  // Not recursive: texts may be nested as deeply as they are long.
  private mutating func text() -> Outline? {
    var outline = Outline()
    var open: [UInt8] = []
    skipBlanks()
    outline.isObject = peek == 0x7B
    while true {
      // A value starts here.
      skipBlanks()
      switch peek {
      case 0x7B, 0x5B:
        open.append(peek)
        at += 1
        skipBlanks()
        if peek == (open.last == 0x7B ? 0x7D : 0x5D) { break }
        if open.last == 0x7B, !name(into: &outline, isOutermost: open.count == 1) { return nil }
        continue
      case 0x22: guard string() != nil else { return nil }
      default: guard word() else { return nil }
      }
      // What may follow a value.
      while true {
        skipBlanks()
        guard let container = open.last else { return at == bytes.count ? outline : nil }
        if peek == (container == 0x7B ? 0x7D : 0x5D) {
          at += 1
          open.removeLast()
          continue
        }
        guard peek == 0x2C else { return nil }
        at += 1
        if container == 0x7B, !name(into: &outline, isOutermost: open.count == 1) { return nil }
        break
      }
    }
  }

  private var peek: UInt8 { at < bytes.count ? bytes[at] : 0 }

  private mutating func skipBlanks() {
    while [0x20, 0x09, 0x0A, 0x0D].contains(peek) { at += 1 }
  }

  private mutating func name(into outline: inout Outline, isOutermost: Bool) -> Bool {
    skipBlanks()
    guard let name = string() else { return false }
    if isOutermost, outline.isObject { outline.names.append(name) }
    skipBlanks()
    guard peek == 0x3A else { return false }
    at += 1
    return true
  }

  /// A string's text; its value where Foundation knows one.
  private mutating func string() -> String? {
    guard peek == 0x22 else { return nil }
    let start = at
    at += 1
    while peek != 0x22 {
      guard at < bytes.count, bytes[at] >= 0x20 else { return nil }
      guard bytes[at] == 0x5C else {
        at += 1
        continue
      }
      at += 1
      if peek == 0x75 {
        guard at + 4 < bytes.count, bytes[(at + 1)...(at + 4)].allSatisfy(isHex) else { return nil }
        at += 5
      } else {
        guard Array("\"\\/bfnrt".utf8).contains(peek) else { return nil }
        at += 1
      }
    }
    at += 1
    let raw = Data(bytes[start..<at])
    let value = try? JSONSerialization.jsonObject(with: raw, options: .fragmentsAllowed) as? String
    return value ?? String(decoding: raw, as: UTF8.self)
  }

  private func isHex(_ byte: UInt8) -> Bool { Character(UnicodeScalar(byte)).isHexDigit }

  private mutating func word() -> Bool {
    let start = at
    while at < bytes.count, ![0x20, 0x09, 0x2C, 0x5D, 0x7D].contains(bytes[at]) { at += 1 }
    let word = String(decoding: bytes[start..<at], as: UTF8.self)
    return ["true", "false", "null"].contains(word)
      || word.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
  }
}

/// The lines of some bytes without their ends, and these: LF, CRLF or a lone CR.
func referenceLines(_ bytes: [UInt8]) -> [(text: [UInt8], end: [UInt8])] {
  var lines: [(text: [UInt8], end: [UInt8])] = []
  var start = 0
  while start < bytes.count {
    let stop = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    var end = Array(bytes[stop...].prefix(1))
    if end == [0x0D], bytes[(stop + 1)...].first == 0x0A { end.append(0x0A) }
    lines.append((Array(bytes[start..<stop]), end))
    start = stop + end.count
  }
  return lines
}
