public import IPGeoByteStreams

extension JSONTokenizer {
  /// The string's text without escapes; a surrogate without its partner becomes U+FFFD.
  public func text(_ string: JSONString) -> String {
    let raw = slice(string.range)
    if !string.hasEscapes { return String(decoding: raw, as: UTF8.self) }
    return String(unsafeUninitializedCapacity: raw.count) {
      unescape(string.range, into: UnsafeMutableRawBufferPointer($0))
    }
  }

  /// Appends the string's text without escapes, as `text(_:)` gives it.
  public func appendText(_ string: JSONString, to buffer: inout ByteBuffer) {
    let raw = slice(string.range)
    if !string.hasEscapes { return buffer.append(raw) }
    buffer.fill(room: raw.count) { unescape(string.range, into: $0) }
  }

  /// Whether the string's text, without escapes, is `literal`, scalar by scalar.
  public func equals(_ string: JSONString, _ literal: StaticString) -> Bool {
    let wanted = UnsafeRawBufferPointer(
      start: literal.utf8Start, count: literal.utf8CodeUnitCount)
    let raw = slice(string.range)
    if !string.hasEscapes { return raw.elementsEqual(wanted) }
    // An escape is at most six bytes for one, so that what is longer needs no look.
    guard raw.count > wanted.count, raw.count <= 6 * wanted.count else { return false }
    return withUnsafeTemporaryAllocation(byteCount: raw.count, alignment: 1) { room in
      let length = unescape(string.range, into: room)
      return UnsafeRawBufferPointer(rebasing: room[..<length]).elementsEqual(wanted)
    }
  }

  func slice(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(rebasing: bytes[range])
  }

  // Text without escapes is never longer than with them, so `room` of the same length suffices.
  func unescape(_ range: Range<Int>, into room: UnsafeMutableRawBufferPointer) -> Int {
    let end = min(range.upperBound, bytes.count)
    var at = max(range.lowerBound, 0)
    var length = 0
    while at < end, length < room.count {
      if bytes[at] != 0x5C {
        room[length] = bytes[at]
        length &+= 1
        at &+= 1
        continue
      }
      guard at &+ 1 < end else { break }
      if bytes[at &+ 1] == 0x75 {
        let scalar = unicodeEscape(at: &at, end: end)
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        where length < room.count {
          room[length] = byte
          length &+= 1
        }
      } else {
        room[length] = Self.plainEscape(bytes[at &+ 1])
        length &+= 1
        at &+= 2
      }
    }
    return length
  }

  private func unicodeEscape(at: inout Int, end: Int) -> Unicode.Scalar {
    let unit = hexUnit(at: at &+ 2, end: end) ?? 0xFFFD
    at = min(at &+ 6, end)
    if UTF16.isLeadSurrogate(unit), end &- at >= 6, bytes[at] == 0x5C, bytes[at &+ 1] == 0x75,
      let low = hexUnit(at: at &+ 2, end: end), UTF16.isTrailSurrogate(low)
    {
      at &+= 6
      let value = 0x10000 &+ (UInt32(unit & 0x3FF) << 10 | UInt32(low & 0x3FF))
      return Unicode.Scalar(value) ?? "\u{FFFD}"
    }
    return Unicode.Scalar(unit) ?? "\u{FFFD}"
  }

  private static func plainEscape(_ byte: UInt8) -> UInt8 {
    switch byte {
    case 0x62: 0x08
    case 0x66: 0x0C
    case 0x6E: 0x0A
    case 0x72: 0x0D
    case 0x74: 0x09
    default: byte
    }
  }
}
