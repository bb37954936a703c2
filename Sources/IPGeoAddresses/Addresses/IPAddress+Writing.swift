extension IPAddress: CustomStringConvertible, LosslessStringConvertible {
  /// The canonical text: RFC 5952 for IPv6, four decimal parts for IPv4.
  public var description: String {
    String(unsafeUninitializedCapacity: IPAddress.maximumTextLength) {
      writeText(to: UnsafeMutableRawBufferPointer($0))
    }
  }

  /// Writes the canonical text: RFC 5952 for IPv6, four decimal parts for IPv4.
  ///
  /// IPv6 is always written in hexadecimal groups, never with a dotted tail: the one prefix for
  /// which RFC 5952 knows it surely, ::ffff:0:0/96, is IPv4 here.
  /// - Parameter room: At least `maximumTextLength` bytes; into less nothing is written.
  /// - Returns: How many bytes were written; 0 when there was not enough room.
  @inlinable
  public func writeText(to room: UnsafeMutableRawBufferPointer) -> Int {
    guard room.count >= IPAddress.maximumTextLength, let base = room.baseAddress else { return 0 }
    guard isIPv4 else { return writeIPv6(to: base) }
    var length = 0
    var shift: UInt64 = 24
    while true {
      IPAddress.putDecimal(UInt8(truncatingIfNeeded: low &>> shift), to: base, &length)
      if shift == 0 { return length }
      shift &-= 8
      IPAddress.put(0x2e, to: base, &length)
    }
  }

  @inlinable
  static func put(_ byte: UInt8, to base: UnsafeMutableRawPointer, _ length: inout Int) {
    base.storeBytes(of: byte, toByteOffset: length, as: UInt8.self)
    length &+= 1
  }

  @inlinable
  static func putDecimal(_ value: UInt8, to base: UnsafeMutableRawPointer, _ length: inout Int) {
    if value >= 100 { put(0x30 &+ value / 100, to: base, &length) }
    if value >= 10 { put(0x30 &+ value / 10 % 10, to: base, &length) }
    put(0x30 &+ value % 10, to: base, &length)
  }

  @usableFromInline
  func writeIPv6(to base: UnsafeMutableRawPointer) -> Int {
    let gap = longestZeroRun
    var length = 0
    var index = 0
    while index < 8 {
      if index == gap.lowerBound, !gap.isEmpty {
        // The colon of the group before is there already; at the start there was none.
        if index == 0 { IPAddress.put(ASCII.colon, to: base, &length) }
        IPAddress.put(ASCII.colon, to: base, &length)
        index = gap.upperBound
        continue
      }
      IPAddress.putHexadecimal(group(index), to: base, &length)
      index &+= 1
      if index < 8 { IPAddress.put(ASCII.colon, to: base, &length) }
    }
    return length
  }

  private func group(_ index: Int) -> UInt16 {
    let half = index < 4 ? high : low
    return UInt16(truncatingIfNeeded: half &>> UInt64(48 &- 16 &* (index & 3)))
  }

  /// The longest run of at least two zero groups, the first of equals; empty where there is none.
  private var longestZeroRun: Range<Int> {
    var longest = 0..<0
    var start = 0
    for index in 0..<8 {
      if group(index) != 0 {
        start = index &+ 1
      } else if index &+ 1 &- start > max(longest.count, 1) {
        longest = start..<(index &+ 1)
      }
    }
    return longest
  }

  private static func putHexadecimal(
    _ value: UInt16, to base: UnsafeMutableRawPointer, _ length: inout Int
  ) {
    var shift: UInt16 = value >= 0x1000 ? 12 : value >= 0x100 ? 8 : value >= 0x10 ? 4 : 0
    while true {
      let digit = UInt8(truncatingIfNeeded: value &>> shift) & 15
      put(digit < 10 ? 0x30 &+ digit : 0x57 &+ digit, to: base, &length)
      if shift == 0 { return }
      shift &-= 4
    }
  }
}

extension IPAddress: Codable {
  /// Reads a string of strict text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let address = IPAddress(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "This is not an IP address.")
    }
    self = address
  }

  /// Writes the canonical text as a string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
