public import IPGeoCore

/// The hits that share everything that maps and summaries tell apart: status, position, place and
/// network.
///
/// The smallest unit that is counted: whatever a reader filters by, sums are sums of cells.
public struct TallyCell: Hashable, Sendable {
  /// What the cells are told apart by; `nil` is what the rows do not know.
  public struct Key: Hashable, Sendable {
    /// Where it is; `nil` cells are counted and never drawn.
    public var position: Position?
    /// Two-letter country code, as the rows have it.
    public var countryCode: String?
    /// Country name.
    public var country: String?
    /// Region or state name.
    public var region: String?
    /// City name.
    public var city: String?
    /// IANA time zone name.
    public var timezone: String?
    /// Autonomous system number.
    public var asn: UInt32?
    /// Name of the network: the system's organisation, else the organisation, else the provider.
    public var network: String?

    /// Makes a key of which nothing is known.
    public init() {}
  }

  /// What the rows say of their addresses; `nil` where they do not say.
  public var status: Status?
  /// Why they have no place, in one word and as the rows have it; `nil` where they have one.
  public var reason: String?
  /// What its hits have in common.
  public var key: Key
  /// How many records it stands for.
  public var hits: UInt64
  /// How many distinct addresses those have.
  public var addressCount: Int
  /// The addresses themselves in canonical form, and what is none as the rows write it; empty
  /// unless they were asked for.
  public var addresses: [String]

  /// Makes a cell.
  public init(
    key: Key, status: Status? = nil, reason: String? = nil, hits: UInt64 = 1,
    addressCount: Int = 1, addresses: [String] = []
  ) {
    self.status = status
    self.reason = reason
    self.key = key
    self.hits = hits
    self.addressCount = addressCount
    self.addresses = addresses
  }

  /// Whether its rows are counted by place: they are located, or do not say what they are.
  public var isPlaced: Bool { status == nil || status == .located }
}
