public import IPGeoAddresses
public import IPGeoCore

/// The store as one run uses it: one kind of answers, of the ages that the run accepts.
public struct RunAnswers: AnswerMemory {
  /// What a run makes of the store.
  public struct Terms: Sendable {
    /// Whose answers, and in which language.
    public var kind: AnswerKind
    /// Whether an answer must know of the reverse name.
    public var wantsReverse = false
    /// Whether known answers are given; else all is asked anew (`--refresh`).
    public var gives = true
    /// How old an answer may be.
    public var ages = AnswerAges()
    /// How old, in seconds, one may be where the service cannot be asked; nil: it is not given.
    public var staleAge: Int64?

    /// The usual terms for answers of `kind`.
    public init(kind: AnswerKind) { self.kind = kind }
  }

  private let store: @Sendable () -> AnswerStore?
  private let terms: Terms
  private let wallSeconds: @Sendable () -> Int64

  /// Uses a store on these terms.
  /// - Parameters:
  ///   - terms: What the run makes of it.
  ///   - store: Gives the store, whenever it is needed; nil where there is none. It stays the
  ///     caller's, who closes it.
  ///   - wallSeconds: Seconds since 1970.
  public init(
    _ terms: Terms, store: @escaping @Sendable () -> AnswerStore?,
    wallSeconds: @escaping @Sendable () -> Int64
  ) {
    self.terms = terms
    self.store = store
    self.wallSeconds = wallSeconds
  }

  /// Looks up what is young enough.
  public func known(
    among addresses: [IPAddress], each: (_ place: Int, _ outcome: Outcome, _ askedAt: Int64) -> Void
  ) {
    guard terms.gives else { return }
    store()?.lookUp(
      addresses, kind: terms.kind, wantsReverse: terms.wantsReverse, ages: terms.ages,
      now: wallSeconds(), each: each)
  }

  /// Looks up what is young enough, without a text of its own for each member.
  public func views(
    among addresses: [IPAddress],
    each: (_ place: Int, _ outcome: OutcomeView, _ askedAt: Int64) -> Void
  ) {
    guard terms.gives else { return }
    store()?.lookUpViews(
      addresses, kind: terms.kind, wantsReverse: terms.wantsReverse, ages: terms.ages,
      now: wallSeconds(), each: each)
  }

  /// Whether older answers are given where the service cannot be asked.
  public var givesStale: Bool { terms.staleAge != nil }

  /// Looks up what is older, too.
  public func stale(
    among addresses: [IPAddress], each: (_ place: Int, _ outcome: Outcome, _ askedAt: Int64) -> Void
  ) {
    guard let age = terms.staleAge else { return }
    store()?.lookUp(
      addresses, kind: terms.kind, wantsReverse: terms.wantsReverse, ages: .upTo(age),
      now: wallSeconds(), each: each)
  }

  /// Keeps what was asked.
  public func keep(_ answers: [AskedAnswer]) {
    store()?.keep(
      answers.map {
        StoredAnswer(
          address: $0.address, outcome: $0.outcome, askedAt: $0.askedAt,
          hasReverse: terms.wantsReverse)
      }, kind: terms.kind, now: wallSeconds())
  }
}
