internal import IPGeoRateLimit

/// The tokens of one endpoint as all processes see them, and what follows for one who wants one.
///
/// Pure: read from the file in a transaction, decided on, and written back by `LimitTables`. All
/// instants are nanoseconds of the clock that counts from the machine's start.
struct SharedTokens {
  /// A request: it counts until its token is back.
  struct Spend: Hashable {
    var owner: Int64
    var process: ProcessIdentity
    var grantedAt: Int64
    /// How long the request may take; then it has ended, whatever became of its process.
    var timeout: Int64
    var window: Int64
    /// When the token is back; nil while the request is under way.
    var backAt: Int64?
  }

  /// A process that wants tokens, or did just now.
  struct Contender: Hashable {
    var owner: Int64
    var process: ProcessIdentity
    /// Since when it waits; nil when it does not.
    var waitingSince: Int64?
    /// When it last said so.
    var seenAt: Int64
    /// When it last got a token.
    var grantedAt: Int64?
    /// Its own limit, which may be lower than others': it takes none beyond it.
    var limit: Int64
  }

  /// What a reply has said: so many grants until then.
  struct Cap: Hashable {
    var remaining: Int64
    var until: Int64
  }

  /// What becomes of one who wants a token.
  enum Verdict: Hashable {
    case granted
    /// Look again then.
    case notBefore(Int64)
  }

  /// Who has just got a token usually wants another: so long its place is kept.
  static let linger: Int64 = 50_000_000
  /// How often someone looks whose turn it is not, though there are tokens.
  static let turnCheck: Int64 = 20_000_000
  /// How often someone looks where others may give a token back at any moment.
  static let returnCheck: Int64 = 50_000_000
  /// A waiter that has not said so for that long waits no more; it says so every second or sooner.
  static let silence: Int64 = 2_500_000_000
  /// Shares are kept equal over so many windows.
  static let shareWindows: Int64 = 3

  var spends: [Spend] = []
  var contenders: [Contender] = []
  var caps: [Cap] = []
  var heldUntil = Int64.min
  /// How a process is now; asked only where it matters.
  var condition: (ProcessIdentity) -> ProcessIdentity.Condition = { $0.condition }

  /// Whether a spend still counts.
  ///
  /// That of a process that has died, or was stopped, counts for its timeout and one window: so
  /// long its request may have taken, and so long the service remembers it.
  func isCounted(_ spend: Spend, now: Int64) -> Bool {
    if let backAt = spend.backAt { return backAt > now }
    return spend.end > now || condition(spend.process) == .running
  }

  /// Tokens that are in.
  func free(limit: Int, now: Int64) -> Int {
    max(0, limit - spends.count { isCounted($0, now: now) })
  }

  /// The fewest grants that any reply's word still allows; nil without one.
  func capped(now: Int64) -> Int64? {
    caps.filter { $0.until > now }.map(\.remaining).min()
  }

  /// When holds and caps that allow nothing are over; `now` where there are none.
  func blockedUntil(now: Int64) -> Int64 {
    caps.filter { $0.remaining <= 0 }.reduce(max(now, heldUntil)) { max($0, $1.until) }
  }

  /// When the next token is in, as far as can be known; `now` where one is in.
  ///
  /// - Returns: nil where it depends on a request of `owner`'s own. Of a request of others it is
  ///   only known that its token is back a window from now at the soonest.
  func nextToken(for owner: Int64, limit: Int, now: Int64) -> Int64? {
    let counted = spends.filter { isCounted($0, now: now) }
    if counted.count < limit { return now }
    let returns = counted.compactMap { spend -> Int64? in
      if let backAt = spend.backAt { return backAt }
      return spend.owner == owner ? nil : min(max(spend.end, now), later(now, by: spend.window))
    }.sorted()
    let excess = counted.count - limit
    return excess < returns.count ? returns[excess] : nil
  }

  /// Whether `owner` gets a token, or when it should look again.
  func verdict(for owner: Int64, limit: Int?, window: Int64, now: Int64) -> Verdict {
    let blocked = blockedUntil(now: now)
    guard blocked <= now else { return .notBefore(blocked) }
    guard let limit else { return .granted }
    let free = Int(min(Int64(free(limit: limit, now: now)), capped(now: now) ?? .max))
    guard free > 0 else {
      // What is under way elsewhere may be given back; what has ended comes back when it says.
      let mayComeBack = spends.contains { $0.backAt == nil && $0.owner != owner }
      let next = nextToken(for: owner, limit: limit, now: now) ?? .max
      let check = later(now, by: mayComeBack ? Self.returnCheck : window)
      return .notBefore(min(next, check))
    }
    if hasShare(owner, free: free, window: window, now: now) { return .granted }
    return .notBefore(later(now, by: Self.turnCheck))
  }

  /// How things stand for `owner`.
  func balance(
    for owner: Int64, limit: Int?, window: Int64, inFlight: Int, now: Int64
  ) -> TokenBalance {
    let free = limit.map { self.free(limit: $0, now: now) } ?? .max
    var balance = TokenBalance(free: free, grantable: 0, inFlight: inFlight, nextGrant: now)
    switch verdict(for: owner, limit: limit, window: window, now: now) {
    case .granted:
      balance.grantable = min(free, capped(now: now).map { Int($0) } ?? free)
    case .notBefore(let instant):
      let blocked = blockedUntil(now: now)
      let next = limit.map { nextToken(for: owner, limit: $0, now: now) } ?? now
      // With tokens in and no hold, it is only not this one's turn.
      let isTurn = next == now && blocked == now
      balance.nextGrant = isTurn ? instant : next.map { max($0, blocked) }
    }
    return balance
  }

  /// Notes a grant, as `LimitTables.addSpend` writes it.
  mutating func spend(as member: LimitTables.Member, timeout: Int64, window: Int64, now: Int64) {
    spends.append(
      Spend(
        owner: member.owner, process: member.process, grantedAt: now, timeout: timeout,
        window: window))
    for index in caps.indices where caps[index].remaining > 0 { caps[index].remaining &-= 1 }
    if let index = contenders.firstIndex(where: { $0.owner == member.owner }) {
      contenders[index].waitingSince = nil
      contenders[index].grantedAt = now
    }
  }

  /// Whether one of `free` tokens is for `owner`, when each goes to whoever has had the fewest.
  private func hasShare(_ owner: Int64, free: Int, window: Int64, now: Int64) -> Bool {
    let counted = Int64(spends.count { isCounted($0, now: now) })
    let rivals = contenders.filter {
      $0.owner != owner && counted < $0.limit && isRival($0, now: now)
    }
    if rivals.isEmpty { return true }
    let mine =
      contenders.first { $0.owner == owner }?.waitingSince ?? now
    let (span, overflow) = window.multipliedReportingOverflow(by: Self.shareWindows)
    let start = overflow ? Int64.min : now.subtractingReportingOverflow(span).partialValue
    var had: [Int64: Int] = [:]
    for spend in spends where spend.grantedAt > start { had[spend.owner, default: 0] += 1 }
    // Each by what it has had, then by how long it has waited, then by number, for one order.
    var line = rivals.map { (had[$0.owner] ?? 0, $0.waitingSince ?? now, $0.owner) }
    line.append((had[owner] ?? 0, mine, owner))
    for _ in 0..<free {
      guard let next = line.indices.min(by: { line[$0] < line[$1] }) else { return true }
      if line[next].2 == owner { return true }
      line[next].0 += 1
    }
    return false
  }

  /// Whether tokens must be left for a contender: it waits, or will in a moment, and can take them.
  private func isRival(_ contender: Contender, now: Int64) -> Bool {
    // Who writes just now may have looked at the clock a moment later.
    let latest = later(now, by: second)
    let isWaiting =
      contender.waitingSince != nil && contender.seenAt <= latest
      && duration(from: contender.seenAt, to: now) < Self.silence
    let justGot =
      contender.grantedAt.map { $0 <= latest && duration(from: $0, to: now) < Self.linger }
      ?? false
    return (isWaiting || justGot) && condition(contender.process) == .running
  }
}

extension SharedTokens.Spend {
  /// When its token is surely back, if nothing more is heard of it.
  var end: Int64 { later(later(grantedAt, by: timeout), by: window) }
}
