internal import IPGeoAddresses

/// A host name as it may be given to the system's resolver.
struct HostNameText: Hashable, Sendable {
  /// ASCII, without decoration and port.
  let text: String

  /// Takes a word that is no address, but a name; nil for any other.
  ///
  /// A port behind the name is set aside. A name whose last label begins with a digit is none: of
  /// such texts resolvers make addresses by rules of their own (`0x8.8`, `8.8`), and nothing is
  /// guessed here. Names in other letters must be written as `xn--…`.
  init?(_ word: [UInt8]) {
    let found: [UInt8]? = word.withUnsafeBytes { bytes in
      guard case .failure(.hostname) = AddressToken.parse(bytes) else { return nil }
      var name = bytes[AddressToken.trimmed(bytes)]
      if let last = name.last, last == 0x2C || last == 0x3B { name = name.dropLast() }
      if let colon = name.firstIndex(of: 0x3A) { name = name[..<colon] }
      return Array(name)
    }
    guard let found, found.count <= 253, found.allSatisfy(Self.isNameByte) else { return nil }
    let labels = found.split(separator: 0x2E, omittingEmptySubsequences: true)
    guard let last = labels.last?.first, last &- 0x30 > 9,
      labels.allSatisfy({ $0.count <= 63 && $0.first != 0x2D })
    else { return nil }
    text = String(decoding: found, as: UTF8.self)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x2E || byte == 0x2D || byte == 0x5F
  }
}
