public import IPGeoAddresses
public import IPGeoCore

/// Which address of a list of them is the client's: `--client` and `--trusted-proxy`.
public struct ClientRule: Hashable, Sendable {
  /// Where in the list the client stands.
  public enum Choice: String, Sendable, CaseIterable {
    /// The left-most that is no special-purpose address; where none is public, the left-most.
    case firstPublic = "first-public"
    /// The left-most.
    case first
    /// The right-most: the one that the last proxy saw.
    case last
  }

  /// Where the client stands.
  public var choice = Choice.firstPublic
  /// Proxies whose entries are believed: addresses in these blocks are passed over from the right.
  ///
  /// With any, `choice` is not asked.
  public var trustedProxies: [AddressPrefix] = []

  /// The usual rule.
  public init() {}

  /// What a field that names the client says.
  public struct Finding: Hashable, Sendable {
    /// What was found.
    public var result: FoundRecord.Finding
    /// Where the address's spelling stands in the text; the whole text where there is none.
    public var spelling: Range<Int>
    /// The port behind the address.
    public var port: UInt16?
    /// Whether the text is a list: an X-Forwarded-For of several entries, or a Forwarded header.
    public var isForwarded: Bool
  }

  /// Reads one address, or a list of them, and chooses.
  ///
  /// - Parameter text: The field without the quotes of its format; outer blanks do not matter.
  public func client(in text: UnsafeRawBufferPointer) -> Finding {
    switch AddressToken.parse(text) {
    case .success(let token):
      Finding(
        result: .address(token.address), spelling: token.spelling, port: token.port,
        isForwarded: false)
    case .failure(let fault):
      Finding(
        result: .invalid(Reason(fault)), spelling: 0..<text.count, port: nil, isForwarded: false)
    }
  }
}
