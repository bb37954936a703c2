public import IPGeoAddresses
internal import IPGeoCore

/// Which address of a list of them is the client's: `--client` and `--trusted-proxy`.
public struct ClientRule: Hashable, Sendable {
  /// Where in the list the client stands.
  public enum Choice: String, Sendable, CaseIterable {
    /// The left-most that is no special-purpose address; where none is public, the left-most.
    ///
    /// Whoever sends a request can write what they like on the left.
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
  /// With any, `choice` is not asked: the client is the right-most entry that is none of them, and
  /// not known where that entry holds no address, since nobody trusted vouches for what is left of
  /// it. Where all are trusted, it is the left-most.
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
    /// Whether the spelling is known to be the address's canonical text.
    public var isCanonical = false
  }

  /// Reads one address, or a list of them, and chooses.
  ///
  /// A list has commas between its entries, those of an X-Forwarded-For or of a Forwarded header
  /// (RFC 7239: some entry has a `for`). Entries that hold no address are passed over, empty ones do
  /// not count. The reason is `no-address` where no entry holds one, and for texts that stand for
  /// nothing (`-`, `unknown`, `null`); other texts keep the fault that `AddressToken` finds.
  /// - Parameter text: The field without the quotes of its format; outer blanks do not matter.
  ///   The time grows linearly.
  /// - Returns: The address that was chosen, or the reason why there is none.
  public func client(in text: UnsafeRawBufferPointer) -> Finding {
    // Most fields are an address and nothing else.
    if let read = IPAddress.read(text) {
      return Finding(
        result: .address(read.address), spelling: Range(uncheckedBounds: (0, text.count)),
        port: nil, isForwarded: false, isCanonical: read.isCanonical)
    }
    return clientOfOther(text)
  }

  @inline(never)
  private func clientOfOther(_ text: UnsafeRawBufferPointer) -> Finding {
    guard ListSyntax.mayBeList(text) else { return one(text) }
    var chooser = ClientChooser(self)
    chooser.take(text, at: 0)
    if chooser.isForwarded || chooser.count == 0 { return chooser.finding(in: 0..<text.count) }
    if chooser.count > 1 { return chooser.finding(in: 0..<text.count) }
    let single = one(text)
    if case .address = single.result { return single }
    // The commas of empty entries stand around it.
    var entries = ListEntries(text)
    guard let entry = entries.next() else { return single }
    var finding = one(UnsafeRawBufferPointer(rebasing: text[entry]))
    if case .invalid = finding.result {
      finding.spelling = 0..<text.count
    } else {
      finding.spelling = finding.spelling.moved(by: entry.lowerBound)
    }
    return finding
  }

  /// Reads a text that is a list, and nothing but a list: no entry is anything else than an address
  /// or a word for none.
  ///
  /// It is for texts that nobody has called a field of a client: `8.8.8.8,US` is a table's line.
  /// - Returns: `nil` for any other text, one address among them.
  func list(in text: UnsafeRawBufferPointer) -> Finding? {
    guard ListSyntax.mayBeList(text) else { return nil }
    var chooser = ClientChooser(self)
    chooser.take(text, at: 0, stopsWhenSettled: false)
    guard chooser.isForwarded || chooser.count > 1, !chooser.hasOtherText else { return nil }
    return chooser.finding(in: 0..<text.count)
  }

  private func one(_ text: UnsafeRawBufferPointer) -> Finding {
    switch AddressToken.parse(text) {
    case .success(let token):
      Finding(
        result: .address(token.address), spelling: token.spelling, port: token.port,
        isForwarded: false)
    case .failure(let fault):
      Finding(
        result: .invalid(Placeholder.matches(text) ? .noAddress : Reason(fault)),
        spelling: 0..<text.count, port: nil, isForwarded: false)
    }
  }
}

extension Range<Int> {
  /// The same range of a text that starts so much later.
  func moved(by distance: Int) -> Range<Int> {
    (lowerBound + distance)..<(upperBound + distance)
  }
}
