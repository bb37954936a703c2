/// Finds the bytes that need a look in a run of plain text, eight at a time.
enum ByteScan {
  static let ones: UInt64 = 0x0101_0101_0101_0101
  static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The eight bytes at `offset`, the first one lowest; they must lie in `bytes`.
  @inline(__always)
  static func word(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Where a byte lies that is no plain ASCII of a JSON string, or `end`.
  ///
  /// Stops at quotes, backslashes, control characters below U+0020 and bytes from 0x80.
  @inline(__always)
  static func specialByte(
    in bytes: UnsafeRawBufferPointer, from start: Int, to end: Int
  ) -> Int {
    var at = start
    while end &- at >= 8 {
      let marks = specialMarks(word(bytes, at: at))
      if marks != 0 { return at &+ marks.trailingZeroBitCount / 8 }
      at &+= 8
    }
    while at < end {
      let byte = bytes[at]
      if byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5C { return at }
      at &+= 1
    }
    return end
  }

  /// Where the first byte from 0x80 lies, or `end`.
  @inline(__always)
  static func nonASCII(in bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Int {
    var at = start
    while end &- at >= 8 {
      let marks = word(bytes, at: at) & highBits
      if marks != 0 { return at &+ marks.trailingZeroBitCount / 8 }
      at &+= 8
    }
    while at < end, bytes[at] < 0x80 { at &+= 1 }
    return at
  }

  /// Eight bytes from a place on, with zeros for those behind the end.
  ///
  /// `bytes` has eight at least, and the place is not behind its end.
  @inline(__always)
  static func wordOrRest(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    let beyond = offset &+ 8 &- bytes.count
    if beyond <= 0 { return word(bytes, at: offset) }
    // A shift by all of its bits makes zero.
    return word(bytes, at: bytes.count &- 8) >> UInt64(truncatingIfNeeded: 8 &* beyond)
  }

  /// The lowest bit set is in the first byte that is special, or one of `stops`: eight times a byte.
  @inline(__always)
  static func marks(_ word: UInt64, or stops: UInt64) -> UInt64 {
    let stop = word ^ stops
    return specialMarks(word) | ((stop &- ones) & ~stop & highBits)
  }

  // A borrow can only mark bytes above a true mark, so the lowest mark is always a true one.
  @inline(__always)
  private static func specialMarks(_ word: UInt64) -> UInt64 {
    let quote = word ^ (ones &* 0x22)
    let backslash = word ^ (ones &* 0x5C)
    let control = (word &- ones &* 0x20) & ~word
    let escaped = ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
    return (word | control | escaped) & highBits
  }
}
