/// One pass over the text of an IPv6 address.
enum IPv6Text {
  /// How a dotted tail is read.
  enum Tail {
    case strict
    case leadingZeros
  }

  static func read(_ bytes: UnsafeRawBufferPointer, tail: Tail) -> IPAddress? {
    let count = bytes.count
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
        position &+= 1
      }
      if position < count, byte == ASCII.dot {
        let text = UnsafeRawBufferPointer(rebasing: bytes[start...])
        guard bits.count <= 6, let ipv4 = readTail(text, tail) else { return nil }
        bits.append(ipv4 >> 16)
        bits.append(ipv4 & 0xffff)
        break
      }
      guard 1...4 ~= position &- start, bits.count < 8 else { return nil }
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
    return bits.address(gap: gap)
  }

  private static func readTail(_ text: UnsafeRawBufferPointer, _ tail: Tail) -> UInt32? {
    switch tail {
    case .strict: IPAddress.readIPv4(text)
    case .leadingZeros: IPAddress.readIPv4WithLeadingZeros(text)
    }
  }

  /// The groups read so far, the last at the low end.
  private struct GroupBits {
    var high: UInt64 = 0
    var low: UInt64 = 0
    var count = 0

    mutating func append(_ group: UInt32) {
      high = high << 16 | low >> 48
      low = low << 16 | UInt64(group)
      count &+= 1
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
