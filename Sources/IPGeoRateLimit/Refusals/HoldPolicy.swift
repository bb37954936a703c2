/// What a 429 means: how long to hold, whether to go on at all, whether others use the address.
///
/// Pure; one value serves both endpoints, for a refusal of one holds both. Instants are nanoseconds
/// of the buckets' clock.
public struct HoldPolicy: Hashable, Sendable {
  /// One 429.
  public struct Refusal: Hashable, Sendable {
    /// `X-Ttl` in nanoseconds; nil when absent or junk.
    public var resetNanoseconds: Int64?
    /// `Retry-After` in nanoseconds; nil when absent or junk.
    public var retryAfterNanoseconds: Int64?
    /// When its request was sent.
    public var sentAt: Int64
    /// Our own account of the limit still had tokens when it arrived: `Level.free` was above 0.
    public var hadTokensLeft: Bool

    /// Makes a refusal.
    public init(
      resetNanoseconds: Int64?, retryAfterNanoseconds: Int64?, sentAt: Int64, hadTokensLeft: Bool
    ) {
      self.resetNanoseconds = resetNanoseconds
      self.retryAfterNanoseconds = retryAfterNanoseconds
      self.sentAt = sentAt
      self.hadTokensLeft = hadTokensLeft
    }
  }

  /// What to do about a 429.
  public struct Decision: Hashable, Sendable {
    /// Hold both endpoints for that long from now; never 0.
    public var holdNanoseconds: Int64
    /// False when the request was under way before an earlier 429's hold had ended: part of it.
    public var isNewHold: Bool
    /// The address is shared: halve both limits, and say so.
    ///
    /// True at most once in a run.
    public var halvesLimit: Bool
    /// Stop asking, and why.
    public var stop: Stop?
  }

  /// Why refusals end a run's asking.
  public enum Stop: Hashable, Sendable {
    /// That many holds in a row, with no success between.
    case heldInARow(Int)
    /// The service wants to be left alone for that many nanoseconds.
    case toldToWait(nanoseconds: Int64)
  }

  /// That many holds in a row end the asking.
  public static let mostHoldsInARow = 6
  /// A `Retry-After` above this ends the asking: five minutes, in nanoseconds.
  public static let longestRetryAfter: Int64 = 300 * nanosecondsPerSecond

  private let window: Int64
  private var holdsInARow = 0
  private var heldUntil = Int64.min
  private var hasHalved = false

  /// Makes the policy of one run.
  /// - Parameter window: The limit's window in nanoseconds: how long to hold when a reply says
  ///   nothing, and the most when it says 0.
  public init(window: Int64) {
    self.window = max(window, 1)
  }

  /// A request succeeded: the row of holds is broken.
  public mutating func succeeded() {
    holdsInARow = 0
  }

  /// A request was refused with 429.
  public mutating func refused(_ refusal: Refusal, now: Int64) -> Decision {
    // Nothing is sent during a hold, so what was sent before its end was sent before its start.
    let isNewHold = refusal.sentAt >= heldUntil
    if isNewHold { holdsInARow += 1 }
    let reset = refusal.resetNanoseconds.flatMap { $0 < 0 ? nil : $0 }
    let retryAfter = refusal.retryAfterNanoseconds.flatMap { $0 < 0 ? nil : $0 }
    let hold = holdDuration([reset, retryAfter].compactMap(\.self).max())
    heldUntil = max(heldUntil, later(now, by: hold))
    let halvesLimit = refusal.hadTokensLeft && !hasHalved
    if halvesLimit { hasHalved = true }
    return Decision(
      holdNanoseconds: hold, isNewHold: isNewHold, halvesLimit: halvesLimit,
      stop: stop(reset: reset, retryAfter: retryAfter))
  }

  private func holdDuration(_ told: Int64?) -> Int64 {
    guard let told else { return window }
    if told > 0 { return told }
    // "In 0 seconds", from a service that has just refused: ask again, but ever later.
    let doublings = min(max(holdsInARow - 1, 0), 30)
    return min(nanosecondsPerSecond << Int64(doublings), window)
  }

  private func stop(reset: Int64?, retryAfter: Int64?) -> Stop? {
    if let retryAfter, retryAfter > Self.longestRetryAfter {
      return .toldToWait(nanoseconds: retryAfter)
    }
    // A window may well be longer than five minutes; a reset beyond both is a ban by another name.
    if let reset, reset > max(Self.longestRetryAfter, later(window, by: nanosecondsPerSecond)) {
      return .toldToWait(nanoseconds: reset)
    }
    if holdsInARow >= Self.mostHoldsInARow { return .heldInARow(holdsInARow) }
    return nil
  }
}
