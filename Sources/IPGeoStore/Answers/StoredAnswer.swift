public import IPGeoAddresses
public import IPGeoCore

/// Whose answers, and in which language: each combination is known apart.
public struct AnswerKind: Hashable, Sendable {
  /// Who was asked, as `ip-api`.
  public var provider: String
  /// The language of names, as `en`.
  public var language: String

  /// Names a provider and a language.
  public init(provider: String, language: String) {
    self.provider = provider
    self.language = language
  }
}

/// What was asked of an address once, and what came of it.
public struct StoredAnswer: Hashable, Sendable {
  /// The address that was asked.
  public var address: IPAddress
  /// `located` or `unknown`; nothing else is kept.
  public var outcome: Outcome
  /// When it was asked, in seconds since 1970.
  public var askedAt: Int64
  /// Whether the reverse name was asked for, too: only then does its absence mean anything.
  public var hasReverse: Bool

  /// Says what was asked and what came of it.
  public init(address: IPAddress, outcome: Outcome, askedAt: Int64, hasReverse: Bool = false) {
    self.address = address
    self.outcome = outcome
    self.askedAt = askedAt
    self.hasReverse = hasReverse
  }
}
