public import IPGeoAddresses

/// What the tree says of an address: where its record is, and which network shares it.
public struct Finding: Hashable, Sendable, BitwiseCopyable {
  /// The address looked up.
  public let address: IPAddress
  /// Where the record starts in the data section; `nil` where the database has none.
  ///
  /// Many networks share a record: what was made of one may be kept by this number. It means
  /// nothing in another file.
  public let recordOffset: UInt32?
  /// How many of the address's 128 bits the network fixes; IPv4 counts from 96.
  let fixedBits: UInt8

  /// The largest network that has the address, and the same record for all that is in it.
  ///
  /// Where IPv4 has a record of a larger part of the tree, it is one of IPv6, as `::/64`.
  public var network: AddressPrefix { AddressPrefix(treeBits: fixedBits, of: address) }
}

extension AddressPrefix {
  /// The network that fixes so many bits of an address's way through a tree.
  init(treeBits bits: UInt8, of address: IPAddress) {
    let depth = min(Int(bits), 128)
    let part =
      if !address.isIPv4 {
        AddressPrefix(address, length: depth)
      } else if depth >= 96 {
        AddressPrefix(address, length: depth - 96)
      } else {
        // In the tree IPv4 stands below ::/96, not below ::ffff:0:0/96.
        AddressPrefix(IPAddress(high: 0, low: 0), length: depth)
      }
    // Both lengths are in range.
    self = part ?? AddressPrefix(of: address)
  }
}
