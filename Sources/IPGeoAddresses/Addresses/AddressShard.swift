/// One of several parts that all addresses fall into: the same one on every machine and in every
/// version.
///
/// The part is told by the address alone, however it is spelled: two rounds of the 64-bit finalizer
/// of MurmurHash3 over the high and the low half of its 128 bits (IPv4 as ::ffff:0:0/96, as
/// everywhere), and of the result the remainder by the number of parts.
public struct AddressShard: Hashable, Sendable {
  /// The most parts that there may be.
  public static let maximumCount = 65_536

  /// Which part it is, from 1.
  public let number: Int
  /// How many parts there are.
  public let count: Int

  /// Makes the part of that number.
  /// - Returns: `nil` where there is no such part: neither is below 1, `number` not above `count`,
  ///   and that not above `maximumCount`.
  public init?(_ number: Int, of count: Int) {
    guard (1...Self.maximumCount).contains(count), (1...count).contains(number) else { return nil }
    self.number = number
    self.count = count
  }

  /// Whether it is the first part: the one that has what holds no address, too.
  public var isFirst: Bool { number == 1 }

  /// Whether an address falls into this part.
  public func holds(_ address: IPAddress) -> Bool {
    let hash = Self.mixed(Self.mixed(address.high) ^ address.low)
    return Int(hash % UInt64(count)) &+ 1 == number
  }

  // MurmurHash3 is by Austin Appleby, who put it into the public domain.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var hash = value
    hash = (hash ^ (hash &>> 33)) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ (hash &>> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return hash ^ (hash &>> 33)
  }
}
