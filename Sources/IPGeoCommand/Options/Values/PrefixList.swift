internal import IPGeoAddresses

/// Blocks of addresses as `--trusted-proxy` takes them.
enum PrefixList {
  /// Reads CIDR notation or single addresses, with commas between them.
  static func parse(_ text: String) throws(ValueFault) -> [AddressPrefix] {
    var prefixes: [AddressPrefix] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let word = part.trimmingBlanks
      if let prefix = AddressPrefix(word) {
        prefixes.append(prefix)
      } else if let address = IPAddress(word),
        let prefix = AddressPrefix(address, length: address.isIPv4 ? 32 : 128)
      {
        prefixes.append(prefix)
      } else {
        throw ValueFault("is not an address or a network, as 10.0.0.0/8 or 2001:db8::/32")
      }
    }
    return prefixes
  }
}

extension Substring {
  /// Without blanks and tabs around it.
  fileprivate var trimmingBlanks: Substring {
    let isBlank = { (letter: Character) in letter == " " || letter == "\t" }
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return "" }
    return self[first...last]
  }
}
