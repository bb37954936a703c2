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

  /// Appends a string with its quotes, or `null` where there is none or it is empty.
  public static func appendStringOrNull(_ text: String?, to buffer: inout ByteBuffer) {
    guard let text, !text.isEmpty else { return buffer.append("null") }
    appendString(text, to: &buffer)
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

  /// Appends a string with its quotes whose text ends before a byte, or with `text`.
  ///
  /// It looks for the end and copies in one pass, and only takes text that stands in JSON as it is.
  /// - Parameters:
  ///   - text: Where the string's text stands; at least eight bytes.
  ///   - start: Where in it the string begins.
  ///   - stop: What ends the string, an ASCII byte.
  ///   - buffer: Where the string goes.
  /// - Returns: Where it ends in `text`; `nil`, with nothing appended, where it holds what needs an
  ///   escape or a closer look before the end.
  @inline(__always)
  public static func appendPlainString(
    in text: UnsafeRawBufferPointer, from start: Int, until stop: UInt8,
    to buffer: inout ByteBuffer
  ) -> Int? {
    guard text.count >= 8, start >= 0, start <= text.count else { return nil }
    let room = text.count &- start &+ 16
    let stops = ByteScan.ones &* UInt64(stop)
    var end = start
    buffer.fill(room: room) { room in
      guard let target = room.baseAddress else { return 0 }
      target.storeBytes(of: 0x22, as: UInt8.self)
      var marks: UInt64 = 0
      repeat {
        let word = ByteScan.wordOrRest(text, at: end)
        (target + (end &- start &+ 1)).storeBytes(of: word.littleEndian, as: UInt64.self)
        marks = ByteScan.marks(word, or: stops)
        end &+= marks == 0 ? 8 : marks.trailingZeroBitCount &>> 3
      } while marks == 0
      guard end >= text.count || text[end] == stop else {
        end = -1
        return 0
      }
      target.storeBytes(of: 0x22, toByteOffset: end &- start &+ 1, as: UInt8.self)
      return end &- start &+ 2
    }
    return end < 0 ? nil : end
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
