extension IPAddress {
  /// Reads strict text, without decoration, zone or port.
  ///
  /// IPv4 is four decimal parts of 0 to 255 without leading zeros; IPv6 is RFC 4291, section 2.2,
  /// with or without a dotted tail. Anything else is `nil`.
  public init?(_ text: some StringProtocol) {
    var copy = String(text)
    guard let address = copy.withUTF8({ IPAddress(bytes: UnsafeRawBufferPointer($0)) }) else {
      return nil
    }
    self = address
  }

  /// Reads strict text from bytes, without decoration, zone or port.
  ///
  /// The grammar is that of `init(_:)`. Plain IPv4 takes a few nanoseconds.
  @inlinable
  public init?(bytes: UnsafeRawBufferPointer) {
    if let ipv4 = IPAddress.readIPv4(bytes) {
      self.init(ipv4: ipv4)
      return
    }
    guard let address = IPAddress.readIPv6(bytes) else { return nil }
    self = address
  }

  /// Reads strict text as `init(bytes:)` does, and tells whether `writeText(to:)` writes the same.
  ///
  /// IPv4 has one spelling only; IPv6 has many.
  @inlinable
  public static func read(
    _ bytes: UnsafeRawBufferPointer
  ) -> (address: IPAddress, isCanonical: Bool)? {
    if let ipv4 = IPAddress.readIPv4(bytes) { return (IPAddress(ipv4: ipv4), true) }
    var isCanonical = false
    return IPAddress.readIPv6(bytes, isCanonical: &isCanonical).map { ($0, isCanonical) }
  }

  /// Strict IPv6 text; a dotted tail is allowed in the last 32 bits.
  @usableFromInline
  static func readIPv6(_ bytes: UnsafeRawBufferPointer) -> IPAddress? {
    var isCanonical = false
    return readIPv6(bytes, isCanonical: &isCanonical)
  }

  @usableFromInline
  static func readIPv6(
    _ bytes: UnsafeRawBufferPointer, isCanonical: inout Bool
  ) -> IPAddress? {
    guard bytes.count <= maximumTextLength else { return nil }
    return IPv6Text.readWords(bytes, isCanonical: &isCanonical)
      ?? IPv6Text.read(bytes, tail: .strict, isCanonical: &isCanonical)
  }

  /// IPv6 text whose dotted tail may have leading zeros, read as decimal.
  static func readIPv6WithLeadingZeros(_ bytes: UnsafeRawBufferPointer) -> IPAddress? {
    var isCanonical = false
    return IPv6Text.read(bytes, tail: .leadingZeros, isCanonical: &isCanonical)
  }
}
