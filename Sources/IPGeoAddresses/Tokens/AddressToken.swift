/// An address as people write it: with blanks, brackets or quotes around it, a port behind it.
public struct AddressToken: Hashable, Sendable {
  /// The address.
  public let address: IPAddress
  /// Where the caller's spelling stands in the given bytes, without decoration and port.
  ///
  /// A zone id is part of it; a `/32` or `/128` is not.
  public let spelling: Range<Int>
  /// Where the zone id stands, without its `%` (in square brackets: without `%25`, RFC 6874).
  public let zone: Range<Int>?
  /// The port, 0 to 65535.
  public let port: UInt16?

  /// Makes a token of its parts.
  @inlinable
  public init(
    address: IPAddress, spelling: Range<Int>, zone: Range<Int>? = nil, port: UInt16? = nil
  ) {
    self.address = address
    self.spelling = spelling
    self.zone = zone
    self.port = port
  }

  /// Reads one address, or says why there is none.
  ///
  /// Taken off from outside: blanks and characters of no width; one trailing `,` `;` or `.`; one
  /// pair of `( ) < > [ ] { } " " ' '` or backticks. What is left must be strict text as in
  /// `IPAddress.init(bytes:)`, where IPv4 and bracketed IPv6 may have a port, IPv6 a zone id, and
  /// both the prefix length that covers one address.
  /// - Parameter bytes: Any bytes of any length; the time grows linearly.
  /// - Returns: The token, with offsets into `bytes`.
  @inlinable
  public static func parse(
    _ bytes: UnsafeRawBufferPointer
  ) -> Result<AddressToken, AddressFault> {
    if let ipv4 = IPAddress.readIPv4(bytes) {
      return .success(
        AddressToken(
          address: IPAddress(ipv4: ipv4),
          spelling: Range(uncheckedBounds: (0, bytes.count))))
    }
    return parseOther(bytes)
  }

  /// Where the text stands once outer blanks are taken off.
  ///
  /// Blanks are: ASCII blanks and NULs, U+00A0 and the other Unicode spaces, and characters of no
  /// width, the byte order mark and direction marks among them.
  public static func trimmed(_ bytes: UnsafeRawBufferPointer) -> Range<Int> {
    trimmed(bytes, 0..<bytes.count)
  }

  /// The decimal reading of a text whose fault is `leadingZero`; `nil` for any other text.
  ///
  /// It is for messages: `010.8.8.8` may be meant as 10.8.8.8.
  public static func decimalReading(_ bytes: UnsafeRawBufferPointer) -> IPAddress? {
    switch TokenReader(bytes: bytes).read() {
    case .success: nil
    case .failure(let rejection): rejection.decimalReading
    }
  }

  @usableFromInline
  static func parseOther(_ bytes: UnsafeRawBufferPointer) -> Result<AddressToken, AddressFault> {
    if let address = IPAddress.readIPv6(bytes) {
      return .success(AddressToken(address: address, spelling: 0..<bytes.count))
    }
    return TokenReader(bytes: bytes).read().mapError(\.fault)
  }

  static func trimmed(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while case let length = Blanks.length(in: bytes, at: start, end: end), length > 0 {
      start += length
    }
    while case let length = Blanks.length(in: bytes, before: end, start: start), length > 0 {
      end -= length
    }
    return start..<end
  }
}
