/// A block of addresses that share their first bits: CIDR notation (RFC 4632; RFC 4291, 2.3).
///
/// IPv4 and IPv6 do not mix: `::/0` contains no IPv4 address, though IPv4 is held as ::ffff:0:0/96.
public struct AddressPrefix: Hashable, Sendable {
  /// The first address of the block: all bits behind the prefix are zero.
  public let address: IPAddress
  /// How many bits are fixed: 0 to 32 of IPv4, 0 to 128 of IPv6.
  public let length: Int

  /// Makes a block of any address in it; `nil` when the length is out of range.
  ///
  /// Bits of `address` behind the prefix are dropped.
  public init?(_ address: IPAddress, length: Int) {
    let offset = address.isIPv4 ? 96 : 0
    guard length >= 0, length <= 128 - offset else { return nil }
    self.init(cutting: address, fixedBits: offset + length)
  }

  /// The block of `address` that fixes that many of the 128 bits, 0 to 128.
  init(cutting address: IPAddress, fixedBits: Int) {
    let mask = AddressPrefix.mask(fixedBits)
    self.address = IPAddress(bits: address.bits & mask)
    // Cut before the 96th bit, a mapped address is none any more, and the block is one of IPv6.
    self.length = self.address.isIPv4 ? fixedBits - 96 : fixedBits
  }

  /// The first address.
  public var first: IPAddress { address }

  /// The last address.
  public var last: IPAddress {
    IPAddress(bits: address.bits | ~AddressPrefix.mask(fixedBits))
  }

  /// Whether an address lies in the block.
  public func contains(_ other: IPAddress) -> Bool {
    other.isIPv4 == address.isIPv4
      && (other.bits ^ address.bits) & AddressPrefix.mask(fixedBits) == 0
  }

  /// How many of the 128 bits are fixed.
  var fixedBits: Int { address.isIPv4 ? length + 96 : length }

  static func mask(_ fixedBits: Int) -> UInt128 {
    fixedBits <= 0 ? 0 : UInt128.max << UInt128(128 - fixedBits)
  }
}

extension AddressPrefix: CustomStringConvertible, LosslessStringConvertible {
  /// CIDR notation with the first address in canonical text, as `10.0.0.0/8`.
  public var description: String { "\(address)/\(length)" }

  /// Reads CIDR notation: strict address text, a slash, and a length without leading zeros.
  ///
  /// Bits behind the prefix may be set; they are dropped.
  public init?(_ text: some StringProtocol) {
    var copy = String(text)
    guard let prefix = copy.withUTF8({ AddressPrefix(bytes: UnsafeRawBufferPointer($0)) }) else {
      return nil
    }
    self = prefix
  }

  /// Reads CIDR notation from bytes, as `init(_:)` does from text.
  public init?(bytes: UnsafeRawBufferPointer) {
    guard let slash = bytes.lastIndex(of: ASCII.slash) else { return nil }
    let text = UnsafeRawBufferPointer(rebasing: bytes[..<slash])
    let lengthText = UnsafeRawBufferPointer(rebasing: bytes[(slash + 1)...])
    if let ipv4 = IPAddress.readIPv4(text) {
      guard let length = AddressPrefix.readLength(lengthText, limit: 32) else { return nil }
      self.init(cutting: IPAddress(ipv4: ipv4), fixedBits: 96 + length)
    } else {
      // The length counts the bits of the spelling: ::ffff:10.0.0.0/104 is 10.0.0.0/8.
      guard let address = IPAddress.readIPv6(text),
        let length = AddressPrefix.readLength(lengthText, limit: 128)
      else { return nil }
      self.init(cutting: address, fixedBits: length)
    }
  }

  /// A decimal length without leading zeros.
  static func readLength(_ bytes: UnsafeRawBufferPointer, limit: Int) -> Int? {
    if bytes.count > 1, bytes.first == 0x30 { return nil }
    return ASCII.decimal(bytes, digits: 3, limit: limit)
  }
}
