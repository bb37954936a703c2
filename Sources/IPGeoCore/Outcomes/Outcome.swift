public import IPGeoAddresses

/// What a look-up of an address came to.
public enum Outcome: Hashable, Sendable {
  /// The provider gave a location.
  case located(Location)
  /// The address is special-purpose; nothing was asked.
  case special(SpecialBlock)
  /// The provider has nothing; the reason is one of status `unknown`.
  case unknown(Reason)
  /// It could not be asked.
  case failed(Failure)

  /// The row's status.
  public var status: Status {
    switch self {
    case .located: .located
    case .special: .special
    case .unknown: .unknown
    case .failed: .failed
    }
  }
}

/// Why an address has no answer, with the evidence.
public struct Failure: Hashable, Sendable {
  /// One of the reasons of status `failed`.
  public var reason: Reason
  /// One line for a person: what happened, with no key and no address of anybody else.
  public var message: String
  /// How many attempts counted; a 429 does not.
  public var attempts: Int
  /// The status of the last reply, where there was one.
  public var httpStatus: Int?
  /// Whether any request held this address: the sums tell `asked` from `unasked` by it.
  public var wasAsked: Bool
  /// Whether asking again later can help.
  public var isRetryable: Bool

  /// Makes a failure; `wasAsked` is false and `isRetryable` true unless said otherwise.
  public init(
    _ reason: Reason, message: String, attempts: Int = 0, httpStatus: Int? = nil,
    wasAsked: Bool = false, isRetryable: Bool = true
  ) {
    self.reason = reason
    self.message = message
    self.attempts = attempts
    self.httpStatus = httpStatus
    self.wasAsked = wasAsked
    self.isRetryable = isRetryable
  }
}

/// An address to look up, and the asker's own mark on it.
public struct Question: Hashable, Sendable {
  /// The asker's mark, handed back with the answer; distinct among the questions of a queue.
  public var tag: UInt32
  /// The address: a queue holds each once, and none that is special.
  public var address: IPAddress

  /// Pairs an address with the asker's mark.
  public init(tag: UInt32, address: IPAddress) {
    self.tag = tag
    self.address = address
  }
}

/// The outcome of one question.
public struct Answer: Hashable, Sendable {
  /// The question's mark.
  public var tag: UInt32
  /// What it came to.
  public var outcome: Outcome
  /// When the provider was asked, in seconds since 1970 UTC (POSIX time).
  public var askedAt: Int64
  /// Whether an earlier run had asked it, so that nothing was sent for it now.
  public var isKnown: Bool
  /// Who gave it, as the `source` column says it; `nil`: the provider that was asked.
  public var source: String?

  /// Pairs a question's mark with what it came to.
  public init(
    tag: UInt32, outcome: Outcome, askedAt: Int64, isKnown: Bool = false, source: String? = nil
  ) {
    self.tag = tag
    self.outcome = outcome
    self.askedAt = askedAt
    self.isKnown = isKnown
    self.source = source
  }
}
