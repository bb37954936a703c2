internal import IPGeoByteStreams

/// Turns UTF-16 into UTF-8, piece by piece; what is no scalar becomes U+FFFD.
struct UTF16Transcoder {
  private let isBigEndian: Bool
  /// The first byte of a unit that a piece ended within.
  private var half: UInt8?
  /// A high surrogate that waits for its low one.
  private var high: UInt16?

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// Adds the text of the next bytes to `text`.
  mutating func append(_ bytes: UnsafeRawBufferPointer, to text: inout ByteBuffer) {
    // A unit becomes three bytes at most, or four with the one before it.
    text.reserve(bytes.count / 2 * 3 + 8)
    for byte in bytes {
      guard let first = half else {
        half = byte
        continue
      }
      half = nil
      let unit =
        isBigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first)
      add(unit, to: &text)
    }
  }

  /// Adds what is left at the end of the input.
  mutating func finish(_ text: inout ByteBuffer) {
    if high != nil || half != nil { addScalar(0xfffd, to: &text) }
    high = nil
    half = nil
  }

  private mutating func add(_ unit: UInt16, to text: inout ByteBuffer) {
    if unit < 0x80, high == nil { return text.append(UInt8(truncatingIfNeeded: unit)) }
    let isLow = unit & 0xfc00 == 0xdc00
    if let first = high {
      high = nil
      if isLow {
        let scalar = UInt32(first & 0x3ff) << 10 | UInt32(unit & 0x3ff)
        return addScalar(scalar + 0x10000, to: &text)
      }
      addScalar(0xfffd, to: &text)
    }
    if unit & 0xfc00 == 0xd800 {
      high = unit
    } else {
      addScalar(isLow ? 0xfffd : UInt32(unit), to: &text)
    }
  }

  private func addScalar(_ scalar: UInt32, to text: inout ByteBuffer) {
    guard let scalar = Unicode.Scalar(scalar) else { return }
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { text.append(byte) }
  }
}
