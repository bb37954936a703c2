extension AddressPrefix {
  /// The block of one address alone: /32 of IPv4, /128 of IPv6.
  public init(of address: IPAddress) { self.init(cutting: address, fixedBits: 128) }
}
