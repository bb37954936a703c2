public import IPGeoAddresses
public import IPGeoCore

/// One record of the input: where it stands, and the address found in it.
public struct FoundRecord: Hashable, Sendable {
  /// All of the record in the chunk's bytes, without its line end: what is passed on of it.
  public var whole: Range<UInt32>
  /// The text that was judged, as a range of the chunk's bytes: without outer blanks, count, comment.
  public var text: Range<UInt32>
  /// The caller's spelling of the address in the chunk's bytes; the whole text where there is none.
  public var spelling: Range<UInt32>
  /// How many lines after the chunk's first one it starts.
  public var lineOffset: UInt32
  /// What ends its last line.
  public var lineEnd = LineEnd.feed
  /// Whether `text` is a list that the address was chosen from: a forwarded list.
  public var isForwarded = false
  /// Whether `spelling` is known to be the address's canonical text.
  public var isCanonical = false
  /// What its row takes over from it.
  public var passage = Passage.nothing
  /// The port behind the address; 0 where `hasPort` is false.
  private var portNumber: UInt16 = 0
  private var hasPort = false
  /// Why there is no address; `nil` where there is one.
  public var reason: Reason?
  /// How many hits it stands for: its leading count, 1 without; never 0.
  public var hits: UInt64
  /// The address; zero where there is a `reason`.
  public var address: IPAddress

  /// Makes a record with an address.
  ///
  /// All of it is its text, until `whole` is set. Say that the spelling is canonical only where
  /// that is known: rows are written without a look at it then.
  public init(
    address: IPAddress, text: Range<UInt32>, spelling: Range<UInt32>, lineOffset: UInt32,
    hits: UInt64 = 1, port: UInt16? = nil, isCanonical: Bool = false
  ) {
    whole = text
    self.text = text
    self.spelling = spelling
    self.lineOffset = lineOffset
    self.hits = hits
    self.address = address
    self.isCanonical = isCanonical
    if let port { (portNumber, hasPort) = (port, true) }
  }

  /// Makes a record without one; all of it is its text, until `whole` is set.
  public init(invalid reason: Reason, text: Range<UInt32>, lineOffset: UInt32, hits: UInt64 = 1) {
    whole = text
    self.text = text
    spelling = text
    self.lineOffset = lineOffset
    self.hits = hits
    self.reason = reason
    address = IPAddress(high: 0, low: 0)
  }

  /// The port behind the address.
  public var port: UInt16? { hasPort ? portNumber : nil }

  /// What was found.
  public enum Finding: Hashable, Sendable {
    /// An address.
    case address(IPAddress)
    /// None; the reason is one of status `invalid`.
    case invalid(Reason)
  }

  /// The address, or why there is none.
  public var result: Finding {
    if let reason { return .invalid(reason) }
    return .address(address)
  }
}
