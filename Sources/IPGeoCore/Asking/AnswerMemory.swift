public import IPGeoAddresses

/// What earlier runs have asked: looked into before a provider is asked, and added to after it.
///
/// A run never fails for its memory: what cannot be read is not known, and what cannot be kept is
/// asked again another time. Any thread may call; a call may take as long as a disk takes.
public protocol AnswerMemory: Sendable {
  /// Looks addresses up, in slices of some thousand at most.
  /// - Parameters:
  ///   - addresses: What to look up; order does not matter.
  ///   - each: Takes the place in `addresses`, the outcome, and when it was asked in seconds since
  ///     1970, for each that is known.
  func known(
    among addresses: [IPAddress], each: (_ place: Int, _ outcome: Outcome, _ askedAt: Int64) -> Void
  )

  /// As `known(among:each:)`, without a text of its own for each member: what runs use.
  /// - Parameters:
  ///   - addresses: What to look up; order does not matter.
  ///   - each: Takes the place in `addresses`, the outcome, which is good for the call alone, and
  ///     when it was asked in seconds since 1970, for each that is known.
  func views(
    among addresses: [IPAddress],
    each: (_ place: Int, _ outcome: OutcomeView, _ askedAt: Int64) -> Void
  )

  /// Whether answers that are too old may be given where an address cannot be asked.
  var givesStale: Bool { get }

  /// As `known(among:each:)`, for addresses that could not be asked: older answers will do.
  func stale(
    among addresses: [IPAddress], each: (_ place: Int, _ outcome: Outcome, _ askedAt: Int64) -> Void
  )

  /// Keeps what was just asked, durably when it returns.
  func keep(_ answers: [AskedAnswer])
}

extension AnswerMemory {
  /// Gives what `known(among:each:)` does.
  public func views(
    among addresses: [IPAddress],
    each: (_ place: Int, _ outcome: OutcomeView, _ askedAt: Int64) -> Void
  ) {
    known(among: addresses) { place, outcome, askedAt in
      outcome.withView { each(place, $0, askedAt) }
    }
  }
}

/// What an address came to, and when it was asked.
public struct AskedAnswer: Hashable, Sendable {
  /// The address.
  public var address: IPAddress
  /// What it came to: `located` or `unknown`.
  public var outcome: Outcome
  /// When it was asked, in seconds since 1970 UTC (POSIX time).
  public var askedAt: Int64

  /// Pairs an address with what it came to.
  public init(address: IPAddress, outcome: Outcome, askedAt: Int64) {
    self.address = address
    self.outcome = outcome
    self.askedAt = askedAt
  }
}
