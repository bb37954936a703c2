import IPGeoByteStreams

extension ByteBuffer {
  /// Appends an unsigned integer in seven-bit groups, lowest first (LEB128).
  mutating func append(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends a text: 0 for none, else its length plus one and its bytes.
  mutating func append(optional text: String?) {
    guard var text else { return append(0) }
    text.withUTF8 { utf8 in
      append(varint: UInt64(utf8.count) + 1)
      append(UnsafeRawBufferPointer(utf8))
    }
  }

  /// Appends the bytes of a text in the same form.
  mutating func append(text: UnsafeRawBufferPointer?) {
    guard let text else { return append(0) }
    append(varint: UInt64(text.count) + 1)
    append(text)
  }

  /// Appends an integer: 0 for none, else 1 and its bits.
  mutating func append(optional value: Int64?) {
    guard let value else { return append(0) }
    append(1)
    append(varint: UInt64(bitPattern: value))
  }

  /// Appends a floating-point number: 0 for none, else 1 and its eight bytes.
  mutating func append(optional value: Double?) {
    guard let value else { return append(0) }
    append(1)
    withUnsafeBytes(of: value.bitPattern) { append($0) }
  }

  /// Appends up to four tri-state flags in one byte, two bits each.
  mutating func append(flags: [Bool?]) {
    var byte: UInt8 = 0
    for (index, flag) in flags.enumerated() {
      if let flag { byte |= (flag ? 3 : 2) << UInt8(index * 2) }
    }
    append(byte)
  }
}

/// Reads packed members; past the end everything reads as absent.
struct PackedReader {
  private let bytes: UnsafeRawBufferPointer
  private var at = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// What was not read yet.
  var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[at...]) }

  mutating func byte() -> UInt8 {
    guard at < bytes.count else { return 0 }
    defer { at += 1 }
    return bytes[at]
  }

  mutating func varint() -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while shift < 64 {
      let next = byte()
      value |= UInt64(next & 0x7f) << shift
      if next < 0x80 { break }
      shift += 7
    }
    return value
  }

  mutating func string() -> String? {
    text().map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of the text that stands next; `nil` where none does.
  mutating func text() -> UnsafeRawBufferPointer? {
    let length = varint()
    guard length > 0, length - 1 <= UInt64(bytes.count - at) else { return nil }
    let end = at + Int(length - 1)
    defer { at = end }
    return UnsafeRawBufferPointer(rebasing: bytes[at..<end])
  }

  mutating func integer() -> Int64? {
    byte() == 0 ? nil : Int64(bitPattern: varint())
  }

  mutating func double() -> Double? {
    guard byte() != 0, bytes.count - at >= 8 else { return nil }
    defer { at += 8 }
    return Double(bitPattern: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
  }

  static func flag(_ index: UInt8, of byte: UInt8) -> Bool? {
    switch byte >> (index * 2) & 3 {
    case 2: false
    case 3: true
    default: nil
    }
  }
}
