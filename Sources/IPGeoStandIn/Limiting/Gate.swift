/// What the limit says about a request.
struct Verdict {
  enum Kind { case unlimited, accepted, refused, banned }
  var kind: Kind
  var remaining = 0
  /// Nanoseconds until the window is reset.
  var reset: Int64 = 0
}

/// Two windows per client, and the bans; pure.
struct Gate {
  private struct Client: Hashable {
    var peer: UInt32
    var endpoint: Endpoint
  }

  private let configuration: StandInServer.Configuration
  private var windows: [Client: RateWindow] = [:]
  private var refusals: [UInt32: Int] = [:]
  private var bannedSince: [UInt32: Int64] = [:]

  init(_ configuration: StandInServer.Configuration) { self.configuration = configuration }

  /// Judges a request of a client (an IPv4 address) at an instant.
  mutating func judge(peer: UInt32, endpoint: Endpoint, isPaid: Bool, now: Int64) -> Verdict {
    if isBanned(peer, now) { return Verdict(kind: .banned) }
    let limit: Int? =
      switch endpoint {
      case .batch: configuration.batchLimit
      case .single: configuration.singleLimit
      case .iss, .other: nil
      }
    guard let limit, !isPaid else { return Verdict(kind: .unlimited) }
    let client = Client(peer: peer, endpoint: endpoint)
    let length = Int64(clamping: configuration.windowMilliseconds).multipliedReportingOverflow(
      by: 1_000_000)
    let decision = windows[
      client,
      default: RateWindow(
        limit: limit, length: length.overflow ? .max / 2 : length.partialValue,
        kind: configuration.windowKind)
    ].arrive(now)
    return Verdict(
      kind: decision.isAccepted ? .accepted : .refused, remaining: decision.remaining,
      reset: decision.reset)
  }

  /// Notes a 429 that goes to a client; enough of them are a ban.
  mutating func noteRefusal(peer: UInt32, now: Int64) {
    guard let most = configuration.banAfter429s else { return }
    refusals[peer, default: 0] += 1
    if refusals[peer, default: 0] >= most { bannedSince[peer] = now }
  }

  private mutating func isBanned(_ peer: UInt32, _ now: Int64) -> Bool {
    guard let since = bannedSince[peer] else { return false }
    guard let length = configuration.banMilliseconds,
      (now &- since) / 1_000_000 >= Int64(length)
    else { return true }
    bannedSince[peer] = nil
    refusals[peer] = nil
    return false
  }
}
