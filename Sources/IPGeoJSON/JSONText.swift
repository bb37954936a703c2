public import IPGeoByteStreams

/// Writes JSON (RFC 8259) values as text.
public enum JSONText {
  private static let replacement: StaticString = "\u{FFFD}"

  /// Appends a string with its quotes; malformed UTF-8 becomes U+FFFD.
  ///
  /// Escaped are `"`, `\` and control characters below U+0020, and nothing else.
  public static func appendString(_ utf8: UnsafeRawBufferPointer, to buffer: inout ByteBuffer) {
    if ByteScan.specialByte(in: utf8, from: 0, to: utf8.count) == utf8.count {
      return appendPlain(utf8, to: &buffer)
    }
    buffer.append(0x22)
    appendEscaped(utf8, to: &buffer)
    buffer.append(0x22)
  }

  /// Appends a string with its quotes.
  public static func appendString(_ text: String, to buffer: inout ByteBuffer) {
    var text = text
    text.withUTF8 { appendString(UnsafeRawBufferPointer($0), to: &buffer) }
  }

  /// Appends what stands between the quotes of a string.
  public static func appendEscaped(_ utf8: UnsafeRawBufferPointer, to buffer: inout ByteBuffer) {
    var copied = 0
    var at = 0
    while true {
      at = ByteScan.specialByte(in: utf8, from: at, to: utf8.count)
      if at < utf8.count, utf8[at] >= 0x80 {
        let length = UTF8Text.sequence(in: utf8, at: at)
        if length > 0 {
          at &+= length
          continue
        }
        buffer.append(UnsafeRawBufferPointer(rebasing: utf8[copied..<at]))
        buffer.append(replacement)
        at = min(utf8.count, at &+ max(1, -length))
        copied = at
        continue
      }
      buffer.append(UnsafeRawBufferPointer(rebasing: utf8[copied..<at]))
      if at >= utf8.count { return }
      appendEscape(utf8[at], to: &buffer)
      at &+= 1
      copied = at
    }
  }

  /// Appends bytes as they are, with malformed UTF-8 replaced by U+FFFD.
  public static func appendUTF8(_ bytes: UnsafeRawBufferPointer, to buffer: inout ByteBuffer) {
    var copied = 0
    var at = 0
    while true {
      at = ByteScan.nonASCII(in: bytes, from: at, to: bytes.count)
      if at >= bytes.count { break }
      let length = UTF8Text.sequence(in: bytes, at: at)
      if length > 0 {
        at &+= length
        continue
      }
      buffer.append(UnsafeRawBufferPointer(rebasing: bytes[copied..<at]))
      buffer.append(replacement)
      at = min(bytes.count, at &+ max(1, -length))
      copied = at
    }
    buffer.append(UnsafeRawBufferPointer(rebasing: bytes[copied..<bytes.count]))
  }

  private static func appendPlain(
    _ text: UnsafeRawBufferPointer, to buffer: inout ByteBuffer
  ) {
    let length = text.count &+ 2
    buffer.fill(room: length) { room in
      guard let target = room.baseAddress, room.count >= length else { return 0 }
      target.storeBytes(of: 0x22, as: UInt8.self)
      if let start = text.baseAddress {
        (target + 1).copyMemory(from: start, byteCount: text.count)
      }
      target.storeBytes(of: 0x22, toByteOffset: length &- 1, as: UInt8.self)
      return length
    }
  }

  private static func appendEscape(_ byte: UInt8, to buffer: inout ByteBuffer) {
    buffer.append(0x5C)
    switch byte {
    case 0x22, 0x5C: buffer.append(byte)
    case 0x08: buffer.append(0x62)
    case 0x09: buffer.append(0x74)
    case 0x0A: buffer.append(0x6E)
    case 0x0C: buffer.append(0x66)
    case 0x0D: buffer.append(0x72)
    default:
      buffer.append("u00")
      buffer.append(0x30 &+ byte >> 4)
      let low = byte & 0x0F
      buffer.append(low < 10 ? 0x30 &+ low : 0x57 &+ low)
    }
  }
}
