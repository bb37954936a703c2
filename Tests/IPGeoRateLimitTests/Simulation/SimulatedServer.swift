import IPGeoRateLimit

/// A service's own account of a limit.
struct SimulatedServer {
  enum Kind: CaseIterable {
    /// A window opens with the first request after the last one's end.
    case opened
    /// Windows follow the server's clock, whatever the client does.
    case aligned
    /// The last window's requests are remembered one by one.
    case sliding
  }

  enum Rounding: CaseIterable { case up, down, nearest, exact, silent }

  let kind: Kind
  let rounding: Rounding
  let limit: Int
  let window: Int64
  /// Where windows of the aligned kind start.
  let phase: Int64

  private(set) var refusals = 0
  /// By how much a reset told was longer than the true one, at the most.
  private(set) var addedByRounding: Int64 = 0
  private(set) var arrivals: [Int64] = []
  /// The first arrival that still counts; for the sliding kind the oldest in its log.
  private var firstCounted = 0
  private var start = Int64.min

  init(kind: Kind, rounding: Rounding, limit: Int, window: Int64, phase: Int64) {
    self.kind = kind
    self.rounding = rounding
    self.limit = limit
    self.window = window
    self.phase = phase
  }

  /// A request arrives; nil is a 429.
  mutating func receive(at now: Int64) -> ReplyLimits? {
    forget(now: now)
    guard arrivals.count - firstCounted < limit else {
      refusals += 1
      return nil
    }
    arrivals.append(now)
    return word(
      remaining: limit - (arrivals.count - firstCounted),
      reset: (kind == .sliding ? arrivals[firstCounted] : start) + window - now)
  }

  private mutating func forget(now: Int64) {
    switch kind {
    case .opened:
      if start == .min || now - start >= window {
        start = now
        firstCounted = arrivals.count
      }
    case .aligned:
      let current = now - (now - phase) % window
      if start != current {
        start = current
        firstCounted = arrivals.count
      }
    case .sliding:
      while firstCounted < arrivals.count, now - arrivals[firstCounted] >= window {
        firstCounted += 1
      }
    }
  }

  private mutating func word(remaining: Int, reset: Int64) -> ReplyLimits {
    let second: Int64 = 1_000_000_000
    let seconds: Int64
    switch rounding {
    case .silent: return .none
    case .exact: return ReplyLimits(remaining: remaining, resetNanoseconds: reset)
    case .up: seconds = (reset + second - 1) / second
    case .down: seconds = reset / second
    case .nearest: seconds = (reset + second / 2) / second
    }
    addedByRounding = max(addedByRounding, seconds * second - reset)
    return .parse(remaining: String(remaining), reset: String(seconds))
  }
}
