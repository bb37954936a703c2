internal import IPGeoAddresses

/// The value of a `for`: an address with or without a port, `unknown`, or a made-up identifier.
struct ForwardedNode {
  /// Where it stands, without its quotes.
  var range: Range<Int>
  /// Whether backslashes in it are escapes.
  var mayHaveEscapes: Bool

  /// Longer ones with escapes in them are no addresses.
  private static let longestEscaped = 256

  /// The address, with ranges of `text`; `nil` where there is none.
  func token(in text: UnsafeRawBufferPointer) -> AddressToken? {
    let node = UnsafeRawBufferPointer(rebasing: text[range])
    guard mayHaveEscapes, node.contains(ForwardedQuote.backslash) else {
      return ForwardedNode.read(node).map { $0.moved(by: range.lowerBound) }
    }
    guard node.count <= ForwardedNode.longestEscaped else { return nil }
    return withUnsafeTemporaryAllocation(byteCount: node.count, alignment: 1) { room in
      let plain = UnsafeRawBufferPointer(
        rebasing: UnsafeRawBufferPointer(room)[..<ForwardedNode.unescape(node, into: room)])
      return ForwardedNode.read(plain).map { token in
        let start = ForwardedNode.place(token.spelling.lowerBound, in: node)
        let last = ForwardedNode.place(token.spelling.upperBound - 1, in: node)
        return AddressToken(
          address: token.address, spelling: start..<(last + 1), port: token.port
        ).moved(by: range.lowerBound)
      }
    }
  }

  /// The port may be a made-up identifier as well: `192.0.2.43:_secret`.
  private static func read(_ text: UnsafeRawBufferPointer) -> AddressToken? {
    if case .success(let token) = AddressToken.parse(text) { return token }
    guard let colon = text.lastIndex(of: UInt8(ascii: ":")),
      Placeholder.isObfuscated(UnsafeRawBufferPointer(rebasing: text[(colon + 1)...])),
      case .success(let token) = AddressToken.parse(
        UnsafeRawBufferPointer(rebasing: text[..<colon])), token.port == nil
    else { return nil }
    return token
  }

  /// Writes what a text with escapes stands for; returns its length.
  private static func unescape(
    _ text: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
  ) -> Int {
    var index = 0
    var length = 0
    while index < text.count, length < room.count {
      if text[index] == ForwardedQuote.backslash, index + 1 < text.count { index += 1 }
      room[length] = text[index]
      length += 1
      index += 1
    }
    return length
  }

  /// Where the byte of that number stands in the text with escapes.
  private static func place(_ number: Int, in text: UnsafeRawBufferPointer) -> Int {
    var index = 0
    var passed = 0
    while index < text.count {
      if text[index] == ForwardedQuote.backslash, index + 1 < text.count { index += 1 }
      if passed == number { return index }
      passed += 1
      index += 1
    }
    return max(0, text.count - 1)
  }
}

extension AddressToken {
  /// The same token of a text that starts so much later.
  fileprivate func moved(by distance: Int) -> AddressToken {
    AddressToken(
      address: address, spelling: spelling.moved(by: distance),
      zone: zone?.moved(by: distance), port: port)
  }
}
