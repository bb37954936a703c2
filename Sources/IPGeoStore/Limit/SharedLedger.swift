public import IPGeoRateLimit

/// The tokens of an endpoint that other processes use, too, as one bucket sees them.
///
/// Tokens are taken and given back in transactions. Where tokens are short, each process gets as
/// many as the others: whoever has had the fewest in three windows is next, then who has waited
/// longest; one that has died or was stopped is passed over. Halving is this bucket's own.
public struct SharedLedger: TokenLedger {
  /// When to try again while others hold the file's lock.
  private static let retry: Int64 = 50_000_000
  /// How often a waiter says that it still waits.
  private static let renewal: Int64 = 400_000_000
  /// So long what the file said is repeated to those who only look, and holds of others may pass
  /// unseen where there is no limit: no request is stopped on its way either.
  private static let freshness: Int64 = 5_000_000
  /// Stands for a row where there is no limit, and a request leaves none.
  private static let noRow: Int64 = 0

  /// A request that has ended.
  private struct End {
    var row: Int64
    /// nil: nothing was sent.
    var limits: ReplyLimits?
    var at: Int64
  }

  private let seat: Seat
  private let window: Int64
  private let requestTimeout: Int64
  private var limit: Int?
  private var member: LimitTables.Member?
  private var generation = 0
  /// This bucket's requests that are out, by number; the values are rows.
  private var rows: [UInt64: Int64] = [:]
  /// What is not written yet: others may hold the lock.
  private var ends: [End] = []
  private var wantedHold: Int64?
  /// When the file was last told that this bucket waits; nil when it does not.
  private var saidAt: Int64?
  /// What the file said when this bucket last looked; nil after anything that it did since.
  private var known: (balance: TokenBalance, from: Int64, until: Int64)?
  /// In use once the file is given up.
  private var own: MemoryLedger?

  init(file: LimitFile, host: String, endpoint: String, limit: RateLimit?, requestTimeout: Int64) {
    seat = Seat(file: file, host: host, endpoint: endpoint)
    self.limit = limit?.requests
    window = limit?.window ?? 0
    self.requestTimeout = max(requestTimeout, 0)
  }

  /// Takes a token, or says when there may be one.
  public mutating func take(_ id: UInt64, now: Int64) -> TokenAnswer {
    // Without a limit, what was seen just now is enough.
    if limit == nil { _ = balance(now: now) } else { flush(now: now) }
    let seen = fresh(now: now)
    // Whoever has just seen tokens need not look again before the lock; others look without one.
    var verdict = seen.map { $0.grantable > 0 } ?? false ? .granted : look(now: now)
    if verdict == .granted { verdict = grant(id, isOpen: seen?.grantable == .max, now: now) }
    if own != nil { return own?.take(id, now: now) ?? .afterReply }
    switch verdict {
    case .granted: return .granted
    case .notBefore(let instant):
      sayWaiting(now: now)
      return .notBefore(instant)
    case nil: return .notBefore(later(now, by: Self.retry))
    }
  }

  /// Ends a request: its token is back one window after `now`, and the reply's word counts.
  public mutating func replied(_ id: UInt64, limits: ReplyLimits, now: Int64) {
    own?.replied(id, limits: limits, now: now)
    guard let row = rows.removeValue(forKey: id) else { return }
    if row == Self.noRow, limits == .none { return }
    ends.append(End(row: row, limits: limits, at: now))
    flush(now: now)
  }

  /// Puts a token back at once.
  public mutating func giveBack(_ id: UInt64, now: Int64) {
    own?.giveBack(id, now: now)
    guard let row = rows.removeValue(forKey: id), row != Self.noRow else { return }
    ends.append(End(row: row, limits: nil, at: now))
    flush(now: now)
  }

  /// Grants nothing before `until`, to any process.
  public mutating func hold(until: Int64, now: Int64) {
    own?.hold(until: until, now: now)
    wantedHold = max(wantedHold ?? .min, until)
    flush(now: now)
  }

  /// Halves this bucket's limit, to no less than 1.
  public mutating func halve(now: Int64) {
    own?.halve(now: now)
    known = nil
    guard let current = limit else { return }
    limit = max(current / 2, 1)
    member?.limit = Int64(max(current / 2, 1))
  }

  /// Nobody waits any more: others need not leave tokens for this process.
  public mutating func waitersLeft(now: Int64) {
    guard saidAt != nil else { return }
    saidAt = nil
    _ = write(now: now) { tables, member throws(DatabaseError) in try tables.leave(member) }
  }

  /// Says how things stand, for all who use the file; requests under way are this bucket's.
  ///
  /// Others may have changed it in the last milliseconds: only a grant looks every time.
  public mutating func balance(now: Int64) -> TokenBalance {
    flush(now: now)
    if let balance = fresh(now: now) { return balance }
    let (limit, window, out) = (limit, window, rows.count)
    let found = read(now: now) { tables, member throws(DatabaseError) in
      try tables.tokens(member.endpoint, withSpends: limit != nil, now: now)
        .balance(for: member.owner, limit: limit, window: window, inFlight: out, now: now)
    }
    if own != nil, let balance = own?.balance(now: now) { return balance }
    if let found { note(found, now: now) }
    return found
      ?? TokenBalance(
        free: 0, grantable: 0, inFlight: out, nextGrant: later(now, by: Self.retry))
  }

  // MARK: Steps

  /// What the file said a moment ago, where nothing that is known of has changed since.
  private func fresh(now: Int64) -> TokenBalance? {
    guard own == nil, ends.isEmpty, wantedHold == nil, generation == seat.file.generation,
      let known, known.from <= now, now < known.until
    else { return nil }
    var balance = known.balance
    balance.inFlight = rows.count
    return balance
  }

  private mutating func note(_ balance: TokenBalance, now: Int64) {
    var until = later(now, by: Self.freshness)
    // The instant of the next token is one at which it changes.
    if let next = balance.nextGrant, next > now { until = min(until, next) }
    known = (balance, now, until)
  }

  private mutating func look(now: Int64) -> SharedTokens.Verdict? {
    let (limit, window) = (limit, window)
    return read(now: now) { tables, member throws(DatabaseError) in
      try tables.tokens(member.endpoint, withSpends: limit != nil, now: now)
        .verdict(for: member.owner, limit: limit, window: window, now: now)
    }
  }

  /// Takes a token in a transaction, unless others were quicker.
  ///
  /// Without a limit there is nothing to write where nothing at all is in the way (`isOpen`).
  private mutating func grant(
    _ id: UInt64, isOpen: Bool, now: Int64
  ) -> SharedTokens.Verdict? {
    if limit == nil, isOpen {
      rows[id] = Self.noRow
      return .granted
    }
    let (limit, window, timeout, out) = (limit, window, requestTimeout, rows.count + 1)
    let taken = write(now: now) {
      tables, member throws(DatabaseError) -> (SharedTokens.Verdict, Int64, TokenBalance?) in
      var tokens = try tables.tokens(member.endpoint, withSpends: limit != nil, now: now)
      let verdict = tokens.verdict(for: member.owner, limit: limit, window: window, now: now)
      guard verdict == .granted else { return (verdict, 0, nil) }
      guard limit != nil else {
        try tables.spendCaps(member.endpoint)
        return (verdict, Self.noRow, nil)
      }
      let before = tokens.spends.count { tokens.isCounted($0, now: now) } + 1
      let row = try tables.addSpend(
        member, timeout: timeout, window: window, before: before, now: now)
      tokens.spend(as: member, timeout: timeout, window: window, now: now)
      let balance = tokens.balance(
        for: member.owner, limit: limit, window: window, inFlight: out, now: now)
      return (verdict, row, balance)
    }
    guard let (verdict, row, balance) = taken else { return nil }
    if verdict == .granted {
      rows[id] = row
      saidAt = nil
    }
    if let balance { note(balance, now: now) }
    return verdict
  }

  private mutating func sayWaiting(now: Int64) {
    // Who has no limit takes no tokens that others would have to leave.
    if limit == nil { return }
    if let saidAt, saidAt <= now, duration(from: saidAt, to: now) < Self.renewal { return }
    let isSaid: Void? = write(now: now) { tables, member throws(DatabaseError) in
      try tables.wait(member, now: now)
    }
    if isSaid != nil { saidAt = now }
  }

  /// Writes what waits to be written.
  private mutating func flush(now: Int64) {
    if ends.isEmpty, wantedHold == nil { return }
    let _: Void? = write(now: now) { _, _ in }
  }

  // MARK: Using the file

  private mutating func read<Value>(
    now: Int64, _ body: (LimitTables, LimitTables.Member) throws(DatabaseError) -> Value
  ) -> Value? {
    // The endpoint's number comes with the first write.
    guard join(now: now), let member else { return nil }
    return settle(
      seat.file.use { tables throws(DatabaseError) in
        try tables.database.transaction(.deferred) { () throws(DatabaseError) in
          try body(tables, member)
        }
      }, now: now)
  }

  private mutating func write<Value>(
    now: Int64, _ body: (LimitTables, LimitTables.Member) throws(DatabaseError) -> Value
  ) -> Value? {
    known = nil
    guard join(now: now), let member else { return nil }
    let (ends, wantedHold, limit, window) = (ends, wantedHold, limit, window)
    let value = settle(
      seat.file.use(writes: true) { tables throws(DatabaseError) in
        try tables.database.transaction(.immediate) { () throws(DatabaseError) in
          for end in ends {
            try Self.write(end, tables, member, limit: limit, window: window, now: now)
          }
          if let wantedHold { try tables.hold(member.endpoint, until: wantedHold, now: now) }
          try tables.tidy(member.endpoint, now: now)
          try tables.noteClocks()
          return try body(tables, member)
        }
      }, now: now)
    if value != nil {
      self.ends = []
      self.wantedHold = nil
    }
    return value
  }

  private static func write(
    _ end: End, _ tables: LimitTables, _ member: LimitTables.Member, limit: Int?, window: Int64,
    now: Int64
  ) throws(DatabaseError) {
    guard let limits = end.limits else { return try tables.removeSpend(end.row) }
    if end.row != noRow { try tables.endSpend(end.row, backAt: later(end.at, by: window)) }
    guard let remaining = limits.remaining, remaining >= 0,
      let reset = limits.resetNanoseconds, reset > 0, reset <= ReplyLimits.longestReset
    else { return }
    // What our own requests explain tells of nobody else: see `MemoryLedger`.
    if remaining > 0, let limit, end.row != noRow {
      let counted = try tables.mostCounted(end.row, endpoint: member.endpoint)
      if Int64(remaining) >= Int64(limit) &- counted { return }
    }
    try tables.addCap(member.endpoint, remaining: Int64(remaining), length: reset, now: now)
  }

  /// Finds this bucket's place in the file, also after another one took its place.
  /// - Returns: Whether there is one.
  private mutating func join(now: Int64) -> Bool {
    if own != nil { return false }
    let current = seat.file.generation
    if member != nil, current == generation { return true }
    if current != generation {
      // What the old file knew of the window is lost: nothing is asked until it is over.
      generation = current
      rows = [:]
      ends = []
      wantedHold = max(wantedHold ?? .min, later(now, by: window))
    }
    let (host, name) = (seat.host, seat.endpoint)
    let number = settle(
      seat.file.use { tables throws(DatabaseError) in
        try tables.database.transaction(.immediate) { () throws(DatabaseError) in
          try tables.endpoint(host: host, name: name)
        }
      }, now: now)
    member = number.map {
      LimitTables.Member(
        endpoint: $0, owner: seat.owner, process: .current(), limit: limit.map { Int64($0) } ?? .max
      )
    }
    return member != nil
  }

  private mutating func settle<Value>(_ use: LimitFile.Use<Value>, now: Int64) -> Value? {
    switch use {
    case .done(let value): return value
    case .busy: return nil
    case .abandoned:
      var ledger = MemoryLedger(limit: limit.map { RateLimit(requests: $0, window: window) })
      // Others may have used the window up, and this process, too.
      ledger.hold(until: max(wantedHold ?? .min, later(now, by: window)), now: now)
      own = ledger
      return nil
    }
  }
}
