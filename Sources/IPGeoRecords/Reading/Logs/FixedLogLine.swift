internal import IPGeoAddresses

/// Lines whose client stands at a known place and not before a date in brackets.
struct FixedLogLine {
  /// Whose log it is.
  enum Kind {
    case squid
    case loadBalancer
  }

  private let bytes: UnsafeRawBufferPointer
  private let date: LogDate
  private var words: LogWords

  /// Reads the line that starts there.
  static func client(
    in bytes: UnsafeRawBufferPointer, _ range: Range<Int>
  ) -> (field: Range<Int>, kind: Kind)? {
    guard !range.isEmpty else { return nil }
    var line = FixedLogLine(bytes, range)
    switch bytes[range.lowerBound] {
    case 0x31...0x39:
      if let field = line.squid() { return (field, .squid) }
      line = FixedLogLine(bytes, range)
      return line.classicBalancer().map { ($0, .loadBalancer) }
    case UInt8(ascii: "g"), UInt8(ascii: "h"), UInt8(ascii: "w"):
      return line.applicationBalancer().map { ($0, .loadBalancer) }
    default: return nil
    }
  }

  private init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    self.bytes = bytes
    date = LogDate(bytes: bytes, end: range.upperBound)
    words = LogWords(bytes, range)
  }

  /// Squid's own: `1735689600.123 345 CLIENT TCP_MISS/200` and more.
  private mutating func squid() -> Range<Int>? {
    guard let time = words.next(), time.count == 14,
      date.matches("0000000000.000", at: time.lowerBound),
      let elapsed = words.next(), bytes[elapsed].allSatisfy({ LogWords.isDigit($0) || $0 == 0x2d }),
      let client = words.next(), let result = words.next(),
      let slash = bytes[result].lastIndex(of: UInt8(ascii: "/")),
      bytes[result.lowerBound..<slash].allSatisfy({ 0x41...0x5a ~= $0 || $0 == 0x5f }),
      slash > result.lowerBound,
      date.matches("000", at: slash + 1) && result.upperBound == slash + 4
    else { return nil }
    return client
  }

  /// A classic one: `2026-01-01T00:00:00.123456Z NAME CLIENT:PORT TARGET:PORT 0.000073` and more.
  private mutating func classicBalancer() -> Range<Int>? {
    guard let time = words.next(), isTime(time), words.next() != nil else { return nil }
    return clientAndTarget()
  }

  /// The same with the connection's type before it: `https`, `h2`, `grpcs`, `wss`.
  private mutating func applicationBalancer() -> Range<Int>? {
    guard let type = words.next(), type.count <= 5,
      bytes[type].allSatisfy({ LogWords.isLetter($0) || LogWords.isDigit($0) }),
      let time = words.next(), isTime(time), words.next() != nil
    else { return nil }
    return clientAndTarget()
  }

  private func isTime(_ word: Range<Int>) -> Bool {
    date.matches("0000-00-00T00:00:00", at: word.lowerBound)
      && bytes[word.upperBound - 1] == UInt8(ascii: "Z")
  }

  private mutating func clientAndTarget() -> Range<Int>? {
    guard let client = words.next(), hasPort(client), let target = words.next(),
      hasPort(target) || target.count == 1 && bytes[target.lowerBound] == 0x2d,
      let duration = words.next(),
      bytes[duration].allSatisfy({ LogWords.isDigit($0) || $0 == 0x2e || $0 == 0x2d })
    else { return nil }
    return client
  }

  private func hasPort(_ word: Range<Int>) -> Bool {
    let text = UnsafeRawBufferPointer(rebasing: bytes[word])
    switch AddressToken.parse(text) {
    case .success(let token): return token.port != nil
    // The service writes IPv6 without brackets before the port.
    case .failure(let fault): return fault == .ambiguousPort
    }
  }
}
