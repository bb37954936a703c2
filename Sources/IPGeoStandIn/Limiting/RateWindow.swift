/// How the limit's window moves.
public enum WindowKind: Hashable, Sendable {
  /// It opens at the first request and is full again when it ends.
  case fixed
  /// At every moment it is the span before that moment.
  case sliding
}

/// How `X-Ttl` becomes whole seconds.
public enum ResetRounding: Hashable, Sendable {
  case up, down, nearest
}

/// One client's window on one endpoint; pure, its instants come from outside.
struct RateWindow {
  struct Decision: Equatable {
    var isAccepted: Bool
    /// Requests left after this one.
    var remaining: Int
    /// Nanoseconds until the window is reset; sliding: until its oldest request leaves it.
    var reset: Int64
  }

  let limit: Int
  /// Nanoseconds.
  let length: Int64
  let kind: WindowKind
  // Fixed: accepted since `opened`. Sliding: the instants of the accepted requests.
  private var opened: Int64?
  private var accepted: [Int64] = []

  init(limit: Int, length: Int64, kind: WindowKind) {
    self.limit = limit
    self.length = length
    self.kind = kind
  }

  /// Judges a request that arrives now; only accepted requests count.
  mutating func arrive(_ now: Int64) -> Decision {
    switch kind {
    case .fixed:
      if let start = opened, now &- start >= length { opened = nil }
      if opened == nil {
        opened = now
        accepted.removeAll(keepingCapacity: true)
      }
    case .sliding:
      accepted.removeAll { now &- $0 >= length }
    }
    let isAccepted = accepted.count < limit
    if isAccepted { accepted.append(now) }
    let start = kind == .fixed ? opened : accepted.first
    return Decision(
      isAccepted: isAccepted, remaining: max(0, limit - accepted.count),
      reset: max(0, (start ?? now) &+ length &- now))
  }
}

extension ResetRounding {
  /// Nanoseconds as whole seconds.
  func seconds(_ nanoseconds: Int64) -> Int64 {
    let second: Int64 = 1_000_000_000
    switch self {
    case .down: return nanoseconds / second
    case .nearest: return (nanoseconds &+ second / 2) / second
    case .up: return (nanoseconds &+ second &- 1) / second
    }
  }
}
