public import IPGeoRateLimit

extension IPAPIProvider {
  /// How the service is asked.
  ///
  /// The defaults are the free service's published terms.
  public struct Configuration: Sendable {
    /// Where the service is; `nil`: the free service, or the paid one when there is a key.
    public var baseURL: ServiceURL?
    /// The paid service's key.
    ///
    /// It is sent to its own host, to an https `baseURL` and to loopback only; where it is sent the
    /// published limits do not hold, and one that was set to another value does.
    public var key: APIKey?
    /// Requests to `/batch`; `nil` for no limit.
    public var batchLimit: RateLimit? = Self.publishedBatchLimit
    /// Single look-ups; `nil` for no limit.
    public var singleLimit: RateLimit? = Self.publishedSingleLimit
    /// Whether a ninth of the single look-ups, rounded down, is left to others: to those who look up
    /// an address by hand, and then set this to false.
    public var leavesSingleLookUps = true
    /// Whether addresses go out in batches; else each is a look-up of its own, as few of them are
    /// that somebody waits for.
    public var usesBatches = true
    /// How many requests may be under way at once, at least 1.
    public var jobs = 16
    /// How long one attempt may take, whole, in nanoseconds.
    public var attemptTimeout: Int64 = 30_000_000_000
    /// How often a failed attempt is repeated.
    public var retries = 3
    /// The language of names; `nil` leaves it to the service (English).
    public var language: Language?
    /// Whether reverse DNS names are wanted: then every address is a look-up of its own.
    public var wantsReverse = false
    /// The most requests that one run sends, repeated ones included; `nil` for any number.
    ///
    /// What waits when they are used up, or comes later, is `failed/budget`, and the asking has not
    /// stopped by that: it has finished. While they do not suffice for single look-ups besides, only
    /// batches are sent.
    public var maximumRequests: Int?
    /// What is said of an address that `maximumRequests` leaves unasked; `nil` for plain words.
    public var budgetMessage: String?
    /// What the requests call themselves, where the transport is not given.
    public var userAgent = "ipgeo"

    /// Whether a refusal (403) is kept for later runs, and theirs are obeyed.
    ///
    /// Not of a key that is sent, which may be a wrong one, and not where it comes over https, from a
    /// service that is not shared with everybody.
    public var keepsRefusals: Bool { Settings(self).keepsRefusals }

    /// Makes a configuration of the free service.
    public init() {}

    /// 15 batches in 60 s.
    public static let publishedBatchLimit = RateLimit(requests: 15, window: 60_000_000_000)
    /// 45 look-ups in 60 s.
    public static let publishedSingleLimit = RateLimit(requests: 45, window: 60_000_000_000)
  }
}

/// What a configuration comes to.
struct Settings: Sendable {
  let url: ServiceURL
  /// The key, where it may be sent to `url`.
  let sentKey: APIKey?
  let batchLimit: RateLimit?
  let singleLimit: RateLimit?
  /// The single look-ups that a run may use.
  let singleShare: RateLimit?
  /// Whether batches are sent at all: reverse names come by single look-ups only.
  let usesBatches: Bool
  let notices: [String]

  /// As ``IPAPIProvider/Configuration/keepsRefusals``.
  var keepsRefusals: Bool { url.scheme == .http && sentKey == nil }

  init(_ configuration: IPAPIProvider.Configuration) {
    url = configuration.baseURL ?? (configuration.key == nil ? .free : .pro)
    sentKey = url.mayCarryKey ? configuration.key : nil
    notices =
      configuration.key != nil && !url.mayCarryKey
      ? ["the key is not used: \(url.host) is asked over plain http"] : []
    batchLimit = Self.limit(
      configuration.batchLimit, IPAPIProvider.Configuration.publishedBatchLimit, sentKey)
    singleLimit = Self.limit(
      configuration.singleLimit, IPAPIProvider.Configuration.publishedSingleLimit, sentKey)
    singleShare = configuration.leavesSingleLookUps ? Self.shareOfRun(singleLimit) : singleLimit
    usesBatches = configuration.usesBatches && !configuration.wantsReverse
  }

  /// With a key, the free service's own terms fall away; a limit that somebody chose stays.
  private static func limit(
    _ chosen: RateLimit?, _ published: RateLimit, _ key: APIKey?
  ) -> RateLimit? {
    key != nil && chosen == published ? nil : chosen
  }

  /// All single look-ups but a ninth.
  static func shareOfRun(_ limit: RateLimit?) -> RateLimit? {
    limit.map { RateLimit(requests: $0.requests - $0.requests / 9, window: $0.window) }
  }
}
