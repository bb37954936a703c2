public import IPGeoAddresses

/// How old an answer may be to be given again, in seconds.
public struct AnswerAges: Hashable, Sendable {
  /// Seconds of a day.
  static let day: Int64 = 86_400

  /// The longest for an answer with a location.
  public var located: Int64
  /// The longest for an address of which the provider knows nothing.
  public var unknown: Int64
  /// Whether each address has an age of its own, up to a tenth longer or shorter, so that what was
  /// asked in one night does not all end in one night.
  public var isSpread: Bool

  /// Ages of 30 and 7 days, spread, unless said otherwise; below 0 is 0.
  public init(
    located: Int64 = 30 * 86_400, unknown: Int64 = 7 * 86_400, isSpread: Bool = true
  ) {
    self.located = max(located, 0)
    self.unknown = max(unknown, 0)
    self.isSpread = isSpread
  }

  /// One age for all, to the second: for answers that are better than none (`--stale-ok`).
  public static func upTo(_ seconds: Int64) -> AnswerAges {
    AnswerAges(located: seconds, unknown: seconds, isSpread: false)
  }

  /// Whether an answer may be given again.
  ///
  /// One from the future may not: a clock was wrong, then or now.
  public func accepts(
    askedAt: Int64, isUnknown: Bool, of address: IPAddress, now: Int64
  ) -> Bool {
    let (age, overflow) = now.subtractingReportingOverflow(askedAt)
    guard !overflow, age >= 0 else { return false }
    return age < limit(isUnknown ? unknown : located, of: address)
  }

  private func limit(_ age: Int64, of address: IPAddress) -> Int64 {
    guard isSpread else { return age == .max ? age : age + 1 }
    // From -10 % to +10 %, the same in every run. The hash's high bits place addresses in tables.
    let step = Int64(address.stableHash % 2001) - 1000
    // Long ages in steps of their ten thousandth: no overflow, and no one will notice.
    let spread =
      age < 1 << 40 ? age * step / 10_000 : age / 10_000 * step
    let (sum, overflow) = age.addingReportingOverflow(spread)
    return overflow ? .max : sum
  }

  /// The oldest instant that a run keeps: 60 days back, or twice as far as any age reaches.
  ///
  /// - Parameters:
  ///   - maximum: `--max-age` in seconds.
  ///   - stale: `--stale-ok` in seconds; 0 without.
  ///   - now: Seconds since 1970.
  /// - Returns: Seconds since 1970; what was asked before may go.
  public static func horizon(maximum: Int64, stale: Int64, now: Int64) -> Int64 {
    let longest = max(maximum, stale, 0)
    let (twice, overflow) = longest.multipliedReportingOverflow(by: 2)
    let kept = max(60 * day, overflow ? .max : twice)
    let (horizon, underflow) = now.subtractingReportingOverflow(kept)
    return underflow ? .min : horizon
  }
}
