/// How many requests a service takes in any window of a given length.
public struct RateLimit: Hashable, Sendable {
  /// The most requests in one window; at least 1.
  public let requests: Int
  /// The window's length in nanoseconds; never negative.
  public let window: Int64

  /// Makes a limit of `requests` in any `window` nanoseconds.
  ///
  /// Values that make no sense are raised to the least that does: 1 request, 0 nanoseconds.
  public init(requests: Int, window: Int64) {
    self.requests = max(requests, 1)
    self.window = max(window, 0)
  }
}

/// What a reply says about its endpoint's limit (`X-Rl`, `X-Ttl`), already parsed.
public struct ReplyLimits: Hashable, Sendable {
  /// The longest reset that is believed: a day.
  ///
  /// A longer one is taken as junk.
  public static let longestReset: Int64 = 86_400 * nanosecondsPerSecond

  /// Requests left after this one; nil when absent or junk.
  public var remaining: Int?
  /// Nanoseconds from the reply until the service's window is reset; nil when absent or junk.
  public var resetNanoseconds: Int64?

  /// Makes what a reply says; nothing by default, as for a reply that never came.
  public init(remaining: Int? = nil, resetNanoseconds: Int64? = nil) {
    self.remaining = remaining
    self.resetNanoseconds = resetNanoseconds
  }

  /// A reply that says nothing about limits, and the end of a request that had none.
  public static let none = ReplyLimits()

  /// Reads the two header values, each by itself: whole, unsigned decimal numbers only.
  ///
  /// Anything else is nil, as is a reset above ``longestReset``; blanks around a value are ignored.
  /// - Parameters:
  ///   - remaining: The value of `X-Rl`.
  ///   - reset: The value of `X-Ttl`, in seconds.
  /// - Returns: What the two say.
  public static func parse(remaining: String?, reset: String?) -> ReplyLimits {
    var limits = ReplyLimits()
    if let value = remaining.flatMap(decimal), value < saturatedDecimal {
      limits.remaining = Int(value)
    }
    if let value = reset.flatMap(decimal) {
      let nanoseconds = nanoseconds(seconds: value)
      if nanoseconds <= longestReset { limits.resetNanoseconds = nanoseconds }
    }
    return limits
  }
}
