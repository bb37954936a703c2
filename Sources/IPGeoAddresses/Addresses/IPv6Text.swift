/// One pass over the text of an IPv6 address.
enum IPv6Text {
  /// How a dotted tail is read.
  enum Tail {
    case strict
    case leadingZeros
  }

  /// Reads any text byte by byte.
  /// - Parameters:
  ///   - bytes: The text.
  ///   - tail: How a dotted tail is read.
  ///   - isCanonical: Whether the text is the address's canonical one; means nothing where there is
  ///     no address.
  /// - Returns: The address; `nil` where the text is none.
  static func read(
    _ bytes: UnsafeRawBufferPointer, tail: Tail, isCanonical: inout Bool
  ) -> IPAddress? {
    let count = bytes.count
    // Digits and small letters have this bit, capital letters do not.
    var letterCase: UInt8 = 0x20
    // Leading zeros, or a dotted tail.
    var hasOtherSpelling = false
    guard count >= 2 else { return nil }
    var bits = GroupBits()
    var position = 0
    // How many groups stand before `::`; negative while there is none.
    var gap = -1
    if bytes[0] == ASCII.colon {
      guard bytes[1] == ASCII.colon else { return nil }
      gap = 0
      position = 2
    }
    while position < count {
      let start = position
      var value: UInt32 = 0
      var byte: UInt8 = 0
      while position < count {
        byte = bytes[position]
        let digit = ASCII.hexValue(byte)
        if digit > 15 { break }
        value = value << 4 | UInt32(digit)
        letterCase &= byte
        position &+= 1
      }
      if position < count, byte == ASCII.dot {
        let text = UnsafeRawBufferPointer(rebasing: bytes[start...])
        guard bits.count <= 6, let ipv4 = readTail(text, tail) else { return nil }
        hasOtherSpelling = true
        bits.append(ipv4 >> 16)
        bits.append(ipv4 & 0xffff)
        break
      }
      let digits = position &- start
      guard 1...4 ~= digits, bits.count < 8 else { return nil }
      if digits > 1, value &>> UInt32(truncatingIfNeeded: 4 &* (digits &- 1)) == 0 {
        hasOtherSpelling = true
      }
      bits.append(value)
      if position == count { break }
      position &+= 1
      // A single colon at the end is none that parts groups.
      guard byte == ASCII.colon, position < count else { return nil }
      if bytes[position] == ASCII.colon {
        guard gap < 0 else { return nil }
        gap = bits.count
        position &+= 1
      }
    }
    let address = bits.address(gap: gap)
    // What is IPv4 by its value is written in decimal parts.
    isCanonical =
      letterCase != 0 && !hasOtherSpelling && bits.isGapCanonical(gap)
      && address?.isIPv4 == false
    return address
  }

  private static func readTail(_ text: UnsafeRawBufferPointer, _ tail: Tail) -> UInt32? {
    switch tail {
    case .strict: IPAddress.readIPv4(text)
    case .leadingZeros: IPAddress.readIPv4WithLeadingZeros(text)
    }
  }

  /// The groups read so far, the last at the low end.
  struct GroupBits {
    var high: UInt64 = 0
    var low: UInt64 = 0
    var count = 0
    /// Which groups are zero, as bits, the last at the low end.
    var zeros: UInt32 = 0

    mutating func append(_ group: UInt32) {
      high = high << 16 | low >> 48
      low = low << 16 | UInt64(group)
      zeros = zeros << 1 | (group == 0 ? 1 : 0)
      count &+= 1
    }

    /// Whether `::` stands where RFC 5952, section 4.2, has it: for the longest run of zero groups,
    /// two at least, and for the first of equals.
    func isGapCanonical(_ gap: Int) -> Bool {
      // A bit a group, the last at the low end: what remains of a run when each loses its last.
      if gap < 0 { return zeros & zeros >> 1 == 0 }
      let length = 8 &- count
      guard length > 1 else { return false }
      let behind = count &- gap
      let back = zeros & ((1 << UInt32(behind)) &- 1)
      let front = zeros >> UInt32(behind)
      // A zero beside it would belong to it.
      if front & 1 == 1 || behind > 0 && back >> UInt32(behind &- 1) == 1 { return false }
      return GroupBits.longestRun(front) < length && GroupBits.longestRun(back) <= length
    }

    private static func longestRun(_ bits: UInt32) -> Int {
      var rest = bits
      var length = 0
      while rest != 0 {
        rest &= rest >> 1
        length &+= 1
      }
      return length
    }

    /// The address, with zeros after the first `gap` groups; negative: there is no `::`.
    func address(gap: Int) -> IPAddress? {
      if gap < 0 { return count == 8 ? IPAddress(high: high, low: low) : nil }
      guard count < 8 else { return nil }
      let all = UInt128(high) << 64 | UInt128(low)
      let back = all & ((1 as UInt128) << UInt128(16 * (count - gap)) &- 1)
      return IPAddress(bits: (all ^ back) << UInt128(16 * (8 - count)) | back)
    }
  }
}
