// IPv6 by groups, not by bytes: what most addresses are, in half of the time.
extension IPv6Text {
  /// Reads text of hexadecimal groups, eight bytes at least.
  ///
  /// Groups differ in length, and where one ends is guessed wrong by the processor about every other
  /// time; a word at a time there is nothing to guess.
  /// - Parameters:
  ///   - bytes: The text.
  ///   - isCanonical: Whether the text is the address's canonical one.
  /// - Returns: `nil` where it is no such text, whatever else it may be.
  static func readWords(_ bytes: UnsafeRawBufferPointer, isCanonical: inout Bool) -> IPAddress? {
    let count = bytes.count
    guard count >= 8, let base = bytes.baseAddress else { return nil }
    var bits = GroupBits()
    var gap = -1
    var position = 0
    var isOdd = false
    if bytes[0] == ASCII.colon {
      guard bytes[1] == ASCII.colon else { return nil }
      (gap, position) = (0, 2)
    }
    while position < count {
      let rest = count &- position
      let word =
        rest >= 8
        ? IPAddress.longWord(base, position)
        : IPAddress.longWord(base, count &- 8) >> UInt64(truncatingIfNeeded: 8 &* (8 &- rest))
      let length = min(firstColon(word), rest)
      guard 1...4 ~= length, bits.count < 8 else { return nil }
      // Zeros in front, so that each group has four digits.
      let shift = UInt32(truncatingIfNeeded: 8 &* (4 &- length))
      let text = UInt32(truncatingIfNeeded: word) &<< shift | 0x3030_3030 & ((1 &<< shift) &- 1)
      guard isHexadecimal(text) else { return nil }
      let value = hexadecimal(text)
      let hasLeadingZero = length > 1 && value &>> UInt32(4 &* (length &- 1)) == 0
      // Digits and small letters have this bit, capital letters do not.
      isOdd = isOdd || hasLeadingZero || text & 0x2020_2020 != 0x2020_2020
      bits.append(value)
      position &+= length
      if position == count { break }
      // It stands on a colon.
      position &+= 1
      guard position < count else { return nil }
      if bytes[position] == ASCII.colon {
        guard gap < 0 else { return nil }
        gap = bits.count
        position &+= 1
      }
    }
    guard let address = bits.address(gap: gap) else { return nil }
    isCanonical = !isOdd && bits.isGapCanonical(gap) && !address.isIPv4
    return address
  }

  /// Which of eight bytes is the first colon; 8 where none is.
  @inline(__always)
  private static func firstColon(_ word: UInt64) -> Int {
    let mixed = word ^ 0x3a3a_3a3a_3a3a_3a3a
    let zero = (mixed &- 0x0101_0101_0101_0101) & ~mixed & 0x8080_8080_8080_8080
    return zero.trailingZeroBitCount &>> 3
  }

  /// Whether four bytes are `0` to `9`, `a` to `f` or `A` to `F`.
  @inline(__always)
  private static func isHexadecimal(_ text: UInt32) -> Bool {
    // Below 0x80 no sum carries into the next byte; the high bit says "at least" or "above".
    let digits = (text &+ 0x5050_5050) & ~(text &+ 0x4646_4646)
    let small = text | 0x2020_2020
    let letters = (small &+ 0x1f1f_1f1f) & ~(small &+ 0x1919_1919)
    return text & 0x8080_8080 == 0 && (digits | letters) & 0x8080_8080 == 0x8080_8080
  }

  /// The value of four hexadecimal digits, the first in the low byte.
  @inline(__always)
  private static func hexadecimal(_ text: UInt32) -> UInt32 {
    let digits = (text & 0x0f0f_0f0f) &+ (text &>> 6 & 0x0101_0101) &* 9
    let pairs = (digits & 0x000f_000f) &<< 4 | digits &>> 8 & 0x000f_000f
    return (pairs & 0xff) &<< 8 | pairs &>> 16
  }
}
