extension IPAddress {
  /// Four decimal parts of 0 to 255, no leading zeros.
  ///
  /// The text, at most 15 bytes, is held in two words and taken apart without a branch per byte:
  /// the lengths of parts differ from address to address, and each mispredicted branch costs as
  /// much as the rest.
  @inlinable
  static func readIPv4(_ bytes: UnsafeRawBufferPointer) -> UInt32? {
    let count = bytes.count
    guard count >= 7, count <= 15, let base = bytes.baseAddress else { return nil }
    // Exclusive or with `0` makes a digit its value and a dot 0x1e; behind the end are zeros.
    let low: UInt64
    let high: UInt64
    if count == 7 {
      low = UInt64(word(base, 0) ^ 0x3030_3030) | UInt64(word(base, 3) ^ 0x3030_3030) &<< 24
      high = 0
    } else {
      low = longWord(base, 0) ^ 0x3030_3030_3030_3030
      let end = longWord(base, count &- 8) ^ 0x3030_3030_3030_3030
      high = (end &>> 8) &>> UInt64(truncatingIfNeeded: 8 &* (15 &- count))
    }
    let lowDots = low &>> 4 & 0x0101_0101_0101_0101
    let highDots = high &>> 4 & 0x0101_0101_0101_0101
    guard (excess(low, lowDots) | excess(high, highDots)) & 0x8080_8080_8080_8080 == 0 else {
      return nil
    }
    var mask = places(lowDots) | places(highDots) &<< 8
    let first = mask.trailingZeroBitCount
    mask &= mask &- 1
    let second = mask.trailingZeroBitCount
    mask &= mask &- 1
    let third = mask.trailingZeroBitCount
    guard mask != 0, mask & (mask &- 1) == 0 else { return nil }
    // Each part, its length checked, lies in the text with three bytes before its end; the first
    // alone may not, and is moved there.
    let lengths = (first, second &- first &- 1, third &- second &- 1, count &- third &- 1)
    guard isPart(lengths.0), isPart(lengths.1), isPart(lengths.2), isPart(lengths.3) else {
      return nil
    }
    let a = part(UInt32(truncatingIfNeeded: low) &<< shift(lengths.0), lengths.0)
    let b = part(word(base, second &- 3), lengths.1)
    let c = part(word(base, third &- 3), lengths.2)
    let d = part(word(base, count &- 4) &>> 8, lengths.3)
    return a | b | c | d <= 255 ? a &<< 24 | b &<< 16 | c &<< 8 | d : nil
  }

  /// The high bit in each byte that is neither a digit nor, where it may be one, a dot.
  @inlinable @inline(__always)
  static func excess(_ values: UInt64, _ dots: UInt64) -> UInt64 {
    let values = values ^ dots &* 0x1e
    // A digit is at most 9 now, a dot exactly 0.
    return values | (values &+ 0x7676_7676_7676_7676 &+ dots &* 9)
  }

  /// The low bits of eight bytes, side by side.
  @inlinable @inline(__always)
  static func places(_ ones: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: (ones &* 0x0102_0408_1020_4080) &>> 56)
  }

  /// Four bytes, the first in the low bits.
  @inlinable @inline(__always)
  static func word(_ base: UnsafeRawPointer, _ offset: Int) -> UInt32 {
    UInt32(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// Eight bytes, the first in the low bits.
  @inlinable @inline(__always)
  static func longWord(_ base: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Whether a part may have that many digits.
  @inlinable @inline(__always)
  static func isPart(_ length: Int) -> Bool { UInt(bitPattern: length &- 1) <= 2 }

  /// How far a part of that many digits is from the end of three bytes, in bits.
  @inlinable @inline(__always)
  static func shift(_ length: Int) -> UInt32 { UInt32(truncatingIfNeeded: 8 &* (3 &- length)) }

  /// The value of a part that ends with the third byte of `text`; above 255 when it is none.
  @inlinable @inline(__always)
  static func part(_ text: UInt32, _ length: Int) -> UInt32 {
    let digits = text & 0x000f_0f0f & 0x00ff_ffff &<< shift(length)
    let value = (digits & 0xff) &* 100 &+ (digits &>> 8 & 0xff) &* 10 &+ digits &>> 16
    // The least value without a leading zero, by length: 0, 10 or 100.
    let least = 0x640a00 &>> UInt32(truncatingIfNeeded: 8 &* (length &- 1)) & 0xff
    return value | ((value &- least) &>> 31) &<< 8
  }

  /// Four decimal parts of 0 to 255 where leading zeros, any number of them, mean nothing.
  static func readIPv4WithLeadingZeros(_ bytes: UnsafeRawBufferPointer) -> UInt32? {
    var address: UInt32 = 0
    var part: UInt32 = 0
    var hasDigits = false
    var dots = 0
    for byte in bytes {
      if let digit = ASCII.digit(byte) {
        part = part &* 10 &+ UInt32(digit)
        hasDigits = true
        if part > 255 { return nil }
      } else {
        guard byte == ASCII.dot, hasDigits, dots < 3 else { return nil }
        address = address << 8 | part
        part = 0
        hasDigits = false
        dots &+= 1
      }
    }
    return dots == 3 && hasDigits ? address << 8 | part : nil
  }
}
