internal import IPGeoAddresses

/// Finds the addresses that stand alone in running text, from left to right.
///
/// A *word* is a run of `[0-9A-Za-z.:_-]`; an address is all of its word, but for a port behind IPv4
/// and full stops or a colon at the end (`connecting to 8.8.8.8...`, `from 8.8.8.8: refused`). So
/// versions, clock times, MACs, ranges and parts of longer numbers are none. Around the word:
///
/// - `[address]:port` has a port, and IPv6 may have a zone id behind its `%`;
/// - `8.8.8.0/24` is a network and skipped, but not `/32`, `/443`, nor what follows `//`, as a path
///   does in `http://8.8.8.8/24`;
/// - digits of `%20` before a word, or a name behind the `%` of IPv4, belong to something else.
///
/// Neither `::` is an address here nor is IPv6 of a block that is allocated to nobody: what looks so
/// is code (`a::b`, `dead::beef`), times or hardware addresses of eight parts.
struct AddressScan {
  /// Where an address stands.
  struct Place {
    var address: IPAddress
    /// Its spelling, with a zone, without a port.
    var spelling: Range<Int>
    /// The same with its brackets and port.
    var text: Range<Int>
    var port: UInt16?
  }

  private let bytes: UnsafeRawBufferPointer
  private let start: Int
  private let end: Int
  /// What lies before it is dealt with.
  private var position: Int

  /// Scans a range of `bytes`; what lies outside of them is left out.
  init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    self.bytes = bytes
    start = max(0, range.lowerBound)
    end = min(range.upperBound, bytes.count)
    position = start
  }

  mutating func next() -> Place? {
    var from = position
    while true {
      let mark = firstMark(from)
      guard mark < end else {
        position = end
        return nil
      }
      from = mark + 1
      guard mayBeInAddress(mark) else { continue }
      let word = word(around: mark)
      position = word.range.upperBound
      if let place = address(in: word) { return place }
      from = position
    }
  }

  /// Where the next dot or colon stands, or the end; eight bytes are looked at in one go.
  @inline(__always)
  private func firstMark(_ from: Int) -> Int {
    var index = from
    while end &- index >= 8 {
      let text = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let word = UInt64(littleEndian: text)
      let dots = word ^ 0x2e2e_2e2e_2e2e_2e2e
      let colons = word ^ 0x3a3a_3a3a_3a3a_3a3a
      // A borrow can mark a byte above a true mark only; the lowest mark is a true one.
      let marks =
        ((dots &- 0x0101_0101_0101_0101) & ~dots | (colons &- 0x0101_0101_0101_0101) & ~colons)
        & 0x8080_8080_8080_8080
      if marks != 0 { return index &+ marks.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < end, bytes[index] != WordBytes.dot, bytes[index] != WordBytes.colon {
      index &+= 1
    }
    return index
  }

  /// Whether a dot stands between digits, or a colon before another or between hexadecimal digits.
  ///
  /// Each address has such a mark, most other text has not.
  @inline(__always)
  private func mayBeInAddress(_ mark: Int) -> Bool {
    guard mark &+ 1 < end else { return false }
    let (byte, next) = (bytes[mark], bytes[mark &+ 1])
    if byte == WordBytes.colon, next == WordBytes.colon { return true }
    guard mark > position else { return false }
    let previous = bytes[mark &- 1]
    return byte == WordBytes.dot
      ? WordBytes.isDigit(previous) && WordBytes.isDigit(next)
      : WordBytes.isHexDigit(previous) && WordBytes.isHexDigit(next)
  }

  /// A word, and what it has of the marks.
  private struct Word {
    var range: Range<Int>
    var dots = 0
    var colons = 0
    var hasDoubleColon = false
  }

  private func word(around mark: Int) -> Word {
    var first = mark
    while first > position, WordBytes.contains(bytes[first &- 1]) { first &-= 1 }
    var word = Word(range: first..<first)
    var index = first
    var previous: UInt8 = 0
    while index < end, case let byte = bytes[index], WordBytes.contains(byte) {
      if byte == WordBytes.dot { word.dots &+= 1 }
      if byte == WordBytes.colon {
        word.colons &+= 1
        if previous == WordBytes.colon { word.hasDoubleColon = true }
      }
      previous = byte
      index &+= 1
    }
    word.range = first..<index
    return word
  }

  private mutating func address(in word: Word) -> Place? {
    let text = withoutPunctuation(word)
    guard var place = read(text), !isWithinEscape(place.text.lowerBound) else { return nil }
    let isIPv6Text = text.colons > 1
    // With punctuation behind it, it goes on nowhere.
    if text.range == word.range {
      guard takeZone(&place, isIPv6Text: isIPv6Text) else { return nil }
      if takeNetwork(place) { return nil }
      takeBrackets(&place)
    }
    return isLookAlike(place.address) ? nil : place
  }

  /// The word without the full stops at its end, and without one colon before them.
  private func withoutPunctuation(_ word: Word) -> Word {
    var word = word
    var last = word.range.upperBound
    let first = word.range.lowerBound
    while last > first, bytes[last &- 1] == WordBytes.dot {
      last &-= 1
      word.dots &-= 1
    }
    if last &- first > 1, bytes[last &- 1] == WordBytes.colon, bytes[last &- 2] != WordBytes.colon {
      last &-= 1
      word.colons &-= 1
    }
    word.range = first..<last
    return word
  }

  private func read(_ word: Word) -> Place? {
    let text = UnsafeRawBufferPointer(rebasing: bytes[word.range])
    switch (word.colons, word.dots) {
    case (0, 3): break
    case (1, 3):
      guard case .success(let token) = AddressToken.parse(text) else { return nil }
      let spelling = token.spelling.moved(by: word.range.lowerBound)
      return Place(
        address: token.address, spelling: spelling, text: word.range, port: token.port)
    case (7, 0), (6, 3): break
    case (2..., 0), (2..., 3): guard word.hasDoubleColon else { return nil }
    default: return nil
    }
    guard let address = IPAddress(bytes: text) else { return nil }
    return Place(address: address, spelling: word.range, text: word.range)
  }

  /// `::`, and IPv6 that nobody can have.
  private func isLookAlike(_ address: IPAddress) -> Bool {
    guard !address.isIPv4, let block = address.specialBlock else { return false }
    return block.name == "unallocated" || block.name == "unspecified"
  }
}

// MARK: What stands around the word

extension AddressScan {
  private static let percent = UInt8(ascii: "%")
  private static let slash = UInt8(ascii: "/")
  /// `/255.255.255.252`; what is longer is no mask and no length.
  private static let longestMask = 16

  private func isByte(_ byte: UInt8, at index: Int) -> Bool {
    index >= start && index < end && bytes[index] == byte
  }

  /// The rest of a word: its end without dots and colons, and its end.
  private func behind(_ from: Int) -> (last: Int, word: Int) {
    var word = from
    while word < end, WordBytes.contains(bytes[word]) { word &+= 1 }
    var last = word
    while last > from, bytes[last &- 1] == WordBytes.dot || bytes[last &- 1] == WordBytes.colon {
      last &-= 1
    }
    return (last, word)
  }

  /// Whether a `%` before a word takes its first two digits: `%208.8.8.8`.
  private func isWithinEscape(_ first: Int) -> Bool {
    isByte(AddressScan.percent, at: first - 1) && hasTwoHexDigits(first)
  }

  private func hasTwoHexDigits(_ index: Int) -> Bool {
    index + 1 < end && WordBytes.isHexDigit(bytes[index]) && WordBytes.isHexDigit(bytes[index + 1])
  }

  /// Takes a zone id; returns whether what stands behind a `%` lets the address be one.
  private mutating func takeZone(_ place: inout Place, isIPv6Text: Bool) -> Bool {
    let percent = place.text.upperBound
    guard isByte(AddressScan.percent, at: percent) else { return true }
    let (last, word) = behind(percent + 1)
    guard isIPv6Text else { return word == percent + 1 || hasTwoHexDigits(percent + 1) }
    // `AddressToken` knows how long a zone may be.
    let text = place.text.lowerBound..<last
    position = word
    guard case .success = AddressToken.parse(UnsafeRawBufferPointer(rebasing: bytes[text])) else {
      return false
    }
    place.spelling = text
    place.text = text
    return true
  }

  /// Takes what makes a network of an address; returns whether it is one.
  private mutating func takeNetwork(_ place: Place) -> Bool {
    let slash = place.text.upperBound
    guard isByte(AddressScan.slash, at: slash),
      !(isByte(AddressScan.slash, at: place.text.lowerBound - 1)
        && isByte(AddressScan.slash, at: place.text.lowerBound - 2))
    else { return false }
    let (last, word) = behind(slash + 1)
    guard last > slash + 1, last - slash <= AddressScan.longestMask,
      !isByte(AddressScan.slash, at: word),
      case .failure(.network) = AddressToken.parse(
        UnsafeRawBufferPointer(rebasing: bytes[place.text.lowerBound..<last]))
    else { return false }
    position = word
    return true
  }

  /// Takes the square brackets around an address, and the port behind them.
  private mutating func takeBrackets(_ place: inout Place) {
    let close = place.text.upperBound
    guard place.port == nil, isByte(UInt8(ascii: "["), at: place.text.lowerBound - 1),
      isByte(UInt8(ascii: "]"), at: close)
    else { return }
    guard isByte(WordBytes.colon, at: close + 1) else { return }
    let (last, word) = behind(close + 2)
    let text = (place.text.lowerBound - 1)..<last
    guard last > close + 2, last - close <= 7,
      case .success(let token) = AddressToken.parse(
        UnsafeRawBufferPointer(rebasing: bytes[text])), let port = token.port
    else { return }
    position = word
    place.port = port
    place.text = text
  }
}
