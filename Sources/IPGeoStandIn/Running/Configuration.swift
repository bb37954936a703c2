extension StandInServer {
  /// What the stand-in does where the service's ways are not known, or a test wants them otherwise.
  ///
  /// The defaults are the free service's published numbers.
  public struct Configuration: Sendable {
    /// Requests to `/batch` per window; `nil`: no limit, and no X- headers.
    public var batchLimit: Int? = 15
    /// Look-ups per window; `nil`: no limit, and no X- headers.
    public var singleLimit: Int? = 45
    /// Length of both windows.
    public var windowMilliseconds = 60_000
    /// How they move.
    public var windowKind = WindowKind.fixed
    /// How `X-Ttl` is rounded to whole seconds.
    public var resetRounding = ResetRounding.up
    /// How long a request is under way before the limit sees it: arrivals jitter by it.
    public var latencyMilliseconds = 0...0
    /// How long a reply is under way, after the limit has counted its request.
    public var replyDelayMilliseconds = 0...0
    /// Seed of both delays and of every shuffling.
    public var seed: UInt64 = 1
    /// Order of a batch's elements.
    public var order = ElementOrder.same
    /// How the query of a located address is told back.
    public var queryForm = QueryForm.verbatim
    /// Whether `X-Rl` and `X-Ttl` are sent at all.
    public var rateHeaders = true
    /// Whether a 429 says `X-Ttl: 0`, as measured in bursts, not the time that is left.
    public var ttlZeroOn429 = false
    /// What a 429 carries.
    public var body429 = RefusalBody.empty
    /// A client is banned at its so-many-th 429; `nil`: never.
    public var banAfter429s: Int?
    /// What a banned client gets.
    public var ban = Ban.silent
    /// How long a ban lasts; `nil`: as long as the server.
    public var banMilliseconds: Int?
    /// The key of the paid service; `nil`: `key` is not looked at.
    ///
    /// With it there is neither limit nor X- header; a wrong one is refused with 403.
    public var key: String?
    /// Whether every look-up gets the 403 of the free service's TLS port.
    public var answersAsTLSPort = false
    /// The address that an empty `/json/` is about, as a loopback peer has none.
    public var selfAddress = "93.184.216.34"
    /// The most entries of a batch; beyond it: 422.
    public var batchSize = 100
    /// The status for a batch that is no JSON array.
    public var badJSONStatus = 400
    /// How the space station's position is written.
    public var iss = StationManners()
    /// What goes wrong.
    public var faults: [FaultRule] = []
    /// Called with each request as it is answered, on that connection's thread.
    public var onRequest: (@Sendable (LoggedRequest) -> Void)?

    /// Makes the free service as it is published.
    public init() {}
  }

  /// Order of the elements of a batch's reply.
  public enum ElementOrder: Hashable, Sendable {
    /// As asked, as the service does.
    case same
    /// Last first.
    case reversed
    /// By the configuration's seed and the request's number.
    case shuffled
  }

  /// What `query` holds on success; of the service itself it is not known.
  public enum QueryForm: Hashable, Sendable {
    /// The text as it was sent.
    case verbatim
    /// The address in canonical form (RFC 5952).
    case canonical
  }

  /// What a 429 carries; both were seen.
  public enum RefusalBody: Hashable, Sendable {
    case empty
    case text
  }

  /// What a banned client gets; both were seen.
  public enum Ban: Hashable, Sendable {
    /// Nothing: the connection stays open and silent.
    case silent
    /// 403.
    case forbidden
  }

  /// How the space station's position is written.
  public struct StationManners: Hashable, Sendable {
    /// Whether latitude and longitude are numbers; the service sends texts.
    public var numbers = false
    /// Whether the keys come in a fixed order; the service's order varies.
    public var fixedOrder = false
    /// A timestamp that never changes, in seconds since 1970; `nil`: now.
    public var frozenTimestamp: Int64?

    /// Makes the service as it was seen.
    public init() {}
  }
}

typealias QueryForm = StandInServer.QueryForm
