/// An IPv4 or IPv6 address, held as 128 bits.
///
/// IPv4 a.b.c.d is held as ::ffff:a.b.c.d (RFC 4291, section 2.5.5.2), so that an IPv4-mapped IPv6
/// address and the IPv4 address are one value. Order is numeric, which puts IPv4 after `::1` and
/// before all global unicast IPv6.
public struct IPAddress: Hashable, Sendable, BitwiseCopyable {
  /// The first 64 bits, as a number: the first octet is the most significant.
  public let high: UInt64
  /// The last 64 bits, as a number.
  public let low: UInt64

  /// The most bytes that an address's text takes: eight full groups, the last two dotted.
  public static let maximumTextLength = 45

  /// Makes an address of its two halves; ::ffff:0:0/96 is IPv4.
  @inlinable
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Makes an IPv4 address; 127.0.0.1 is 0x7f000001.
  @inlinable
  public init(ipv4: UInt32) {
    self.init(high: 0, low: 0xffff_0000_0000 | UInt64(ipv4))
  }

  /// Whether this is an IPv4 address.
  @inlinable
  public var isIPv4: Bool { high == 0 && low >> 32 == 0xffff }

  /// The 32 bits of an IPv4 address; `nil` for IPv6.
  @inlinable
  public var ipv4: UInt32? { isIPv4 ? UInt32(truncatingIfNeeded: low) : nil }

  /// The octets in network order: 4 of IPv4, 16 of IPv6.
  public var octets: [UInt8] {
    let all = bits
    let count = isIPv4 ? 4 : 16
    return (0..<count).map { UInt8(truncatingIfNeeded: all >> UInt128(8 * (count - 1 - $0))) }
  }

  /// A well-mixed hash that is the same on every machine and in every run.
  ///
  /// It is not keyed: where an attacker chooses the addresses, whoever uses it bounds the probing.
  @inlinable
  public var stableHash: UInt64 {
    // Two rounds of the MurmurHash3 finaliser; the constants between are digits of pi, so that
    // neither half can cancel the other.
    IPAddress.mixed(IPAddress.mixed(low ^ 0x243f_6a88_85a3_08d3) ^ high ^ 0x1319_8a2e_0370_7344)
  }

  @inlinable
  static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ mixed >> 33) &* 0xff51_afd7_ed55_8ccd
    mixed = (mixed ^ mixed >> 33) &* 0xc4ce_b9fe_1a85_ec53
    return mixed ^ mixed >> 33
  }

  /// All 128 bits as one number.
  var bits: UInt128 { UInt128(high) << 64 | UInt128(low) }

  init(bits: UInt128) {
    self.init(
      high: UInt64(truncatingIfNeeded: bits >> 64), low: UInt64(truncatingIfNeeded: bits))
  }
}

extension IPAddress: Comparable {
  /// Numeric order of the 128 bits.
  @inlinable
  public static func < (left: IPAddress, right: IPAddress) -> Bool {
    left.high != right.high ? left.high < right.high : left.low < right.low
  }
}
