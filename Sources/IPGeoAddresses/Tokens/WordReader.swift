/// Reads one undecorated word: an address with zone, prefix length or port, or what else it is.
struct WordReader {
  typealias Reading = TokenReader.Reading

  let bytes: UnsafeRawBufferPointer
  let word: Range<Int>
  /// It stood in square brackets, where RFC 6874 writes the `%` of a zone as `%25`.
  let isBracketed: Bool

  func read() -> Reading {
    let marks = Marks(bytes, word)
    if let slash = marks.slash { return readPrefixed(slash) }
    if marks.percent != nil {
      return readZoned(word, percent: marks.percent).map(Reading.success) ?? failure(.notAnAddress)
    }
    switch marks.colons {
    case 0:
      if let ipv4 = IPAddress.readIPv4(text(word)) { return token(IPAddress(ipv4: ipv4), word) }
    case 1: return readWithPort(colon: marks.lastColon)
    default:
      if let address = IPAddress.readIPv6(text(word)) { return token(address, word) }
    }
    if marks.dash != nil, isAddressRange { return failure(.network) }
    return marks.colons == 0 ? .failure(judgeName(word)) : readColons(marks.lastColon)
  }

  /// Where the characters that decide stand, found in one pass.
  private struct Marks {
    var slash: Int?
    var percent: Int?
    var dash: Int?
    var colons = 0
    var lastColon = 0

    init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
      for index in range {
        switch bytes[index] {
        case ASCII.slash where slash == nil: slash = index
        case ASCII.percent where percent == nil: percent = index
        case ASCII.dash: dash = index
        case ASCII.colon:
          colons &+= 1
          lastColon = index
        default: continue
        }
      }
    }
  }

  /// A port: one to five digits, at most 65535.
  static func port(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> UInt16? {
    let text = UnsafeRawBufferPointer(rebasing: bytes[range])
    return ASCII.decimal(text, digits: 5, limit: 65535).map { UInt16(truncatingIfNeeded: $0) }
  }

  /// Whether the word is `address-address`, blanks around the dash allowed.
  var isAddressRange: Bool {
    guard let dash = bytes[word].firstIndex(of: ASCII.dash) else { return false }
    return isAddressOrPadded(word.lowerBound..<dash)
      && isAddressOrPadded((dash + 1)..<word.upperBound)
  }

  private func text(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[range])
  }

  private func failure(_ fault: AddressFault, decimalReading: IPAddress? = nil) -> Reading {
    .failure(TokenRejection(fault, decimalReading: decimalReading))
  }

  private func isAddressOrPadded(_ range: Range<Int>) -> Bool {
    let text = text(AddressToken.trimmed(bytes, range))
    return IPAddress.readIPv4WithLeadingZeros(text) != nil || IPAddress.readIPv6(text) != nil
  }

  private func token(_ address: IPAddress, _ spelling: Range<Int>) -> Reading {
    .success(AddressToken(address: address, spelling: spelling))
  }

  /// `address:port` of IPv4; with one colon it is no IPv6.
  private func readWithPort(colon: Int) -> Reading {
    let before = word.lowerBound..<colon
    guard let port = WordReader.port(bytes, (colon + 1)..<word.upperBound) else {
      return failure(.notAnAddress)
    }
    guard let ipv4 = IPAddress.readIPv4(text(before)) else { return .failure(judgeName(before)) }
    return .success(AddressToken(address: IPAddress(ipv4: ipv4), spelling: before, port: port))
  }

  /// IPv6 with a zone id behind its `%`.
  private func readZoned(_ range: Range<Int>, percent: Int?) -> AddressToken? {
    guard let percent, let zone = zone((percent + 1)..<range.upperBound),
      let address = IPAddress.readIPv6(text(range.lowerBound..<percent))
    else { return nil }
    return AddressToken(address: address, spelling: range, zone: zone)
  }

  /// Strict text, IPv6 with or without a zone.
  private func strict(_ range: Range<Int>) -> AddressToken? {
    if let address = IPAddress(bytes: text(range)) {
      return AddressToken(address: address, spelling: range)
    }
    return readZoned(range, percent: bytes[range].firstIndex(of: ASCII.percent))
  }

  /// The zone id in what stands behind the `%`: an interface's name or number.
  private func zone(_ range: Range<Int>) -> Range<Int>? {
    var zone = range
    if isBracketed, zone.count > 2, bytes[zone.lowerBound] == 0x32,
      bytes[zone.lowerBound + 1] == 0x35
    {
      zone = (zone.lowerBound + 2)..<zone.upperBound
    }
    let isName = bytes[zone].allSatisfy(WordReader.isZoneByte)
    return zone.isEmpty || zone.count > 64 || !isName ? nil : zone
  }

  /// Letters, digits and `! # $ & * + - . : = @ _ ~`: what interfaces are called.
  private static func isZoneByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x3a, 0x40...0x5a, 0x61...0x7a, 0x21, 0x23, 0x24, 0x26, 0x2a, 0x2b, 0x2d, 0x2e,
      0x3d, 0x5f, 0x7e:
      true
    default: false
    }
  }

  /// `address/length`: one address where the length covers one, else a network.
  private func readPrefixed(_ slash: Int) -> Reading {
    let left = word.lowerBound..<slash
    let lengthText = text((slash + 1)..<word.upperBound)
    let padded = IPAddress.readIPv4WithLeadingZeros(text(left))
    guard let bits = padded != nil ? 32 : strict(left).map({ _ in 128 }) else {
      return failure(.notAnAddress)
    }
    guard let length = AddressPrefix.readLength(lengthText, limit: bits) else {
      return failure(bits == 32 && isNetmask(lengthText) ? .network : .notAnAddress)
    }
    guard length == bits else { return failure(.network) }
    if let token = strict(left) { return .success(token) }
    return failure(.leadingZero, decimalReading: padded.map { IPAddress(ipv4: $0) })
  }

  /// `255.255.0.0`, as some write a prefix length.
  private func isNetmask(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let mask = IPAddress.readIPv4(text) else { return false }
    return (~mask &+ 1) & ~mask == 0
  }

  /// Two colons or more, and no address as a whole.
  private func readColons(_ lastColon: Int) -> Reading {
    if let address = IPAddress.readIPv6WithLeadingZeros(text(word)) {
      return failure(.leadingZero, decimalReading: address)
    }
    guard WordReader.port(bytes, (lastColon + 1)..<word.upperBound) != nil,
      IPAddress.readIPv6(text(word.lowerBound..<lastColon)) != nil
    else { return failure(.notAnAddress) }
    return failure(.ambiguousPort)
  }

  /// No address, and no colon in it.
  private func judgeName(_ range: Range<Int>) -> TokenRejection {
    let name = text(range)
    if let ipv4 = IPAddress.readIPv4WithLeadingZeros(name) {
      return TokenRejection(.leadingZero, decimalReading: IPAddress(ipv4: ipv4))
    }
    if MaskedAddress.matches(name) { return TokenRejection(.masked) }
    return TokenRejection(HostName.matches(name) ? .hostname : .notAnAddress)
  }
}
