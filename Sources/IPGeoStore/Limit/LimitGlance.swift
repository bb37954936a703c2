public import IPGeoRateLimit

/// What a limit file said at one moment, for those who only plan: nothing is made, changed or held.
///
/// It has one owner, and says the same however long it lives.
public final class LimitGlance {
  private let tables: LimitTables
  private let now: Int64

  /// Looks into the file; nil where there is none, or where it cannot be read without a trace.
  ///
  /// - Parameters:
  ///   - path: Where the file is.
  ///   - clocks: The clocks that it is kept by.
  public convenience init?(path: String, clocks: LimitClocks = .system) {
    self.init(source: DatabaseFile(path: path, identity: LimitTables.identity), clocks: clocks)
  }

  init?(source: DatabaseFile, clocks: LimitClocks) {
    let names = ["machine", "endpoints", "spends", "caps", "contenders", "refusals"]
    // The copy is brought to this start of the machine as the file itself would be.
    guard let opened = source.glance(at: names), let tables = try? LimitTables(opened, clocks)
    else { return nil }
    self.tables = tables
    now = clocks.boot()
  }

  /// How an endpoint's tokens stood, for a run that has none of them yet.
  ///
  /// - Parameters:
  ///   - host: The API's host, as it is named to ``LimitFile/ledger(host:endpoint:limit:requestTimeout:)``.
  ///   - endpoint: Which of its limits.
  ///   - limit: The limit, as a run keeps it; nil for none, but holds are obeyed.
  /// - Returns: The balance; full where the file knows nothing of the endpoint.
  public func balance(host: String, endpoint: String, limit: RateLimit?) -> TokenBalance {
    let free = limit?.requests ?? .max
    let (tokens, now) = (tokens(host, endpoint), now)
    // No bucket has this number.
    return tokens?.balance(
      for: 0, limit: limit?.requests, window: limit?.window ?? 0, inFlight: 0, now: now)
      ?? TokenBalance(free: free, grantable: free, inFlight: 0, nextGrant: now)
  }

  /// When a run may use those of its tokens that it could not use at once, as far as can be known.
  ///
  /// - Parameters:
  ///   - host: The API's host.
  ///   - endpoint: Which of its limits.
  ///   - limit: The limit, as a run keeps it; nil for none.
  /// - Returns: Nanoseconds from the look, soonest first, one for each token that the balance does
  ///   not grant; without a limit, the end of a hold.
  public func returns(host: String, endpoint: String, limit: RateLimit?) -> [Int64] {
    guard let tokens = tokens(host, endpoint) else { return [] }
    let now = now
    let held = duration(from: now, to: tokens.blockedUntil(now: now))
    guard let limit else { return held > 0 ? [held] : [] }
    let counted = tokens.spends.filter { tokens.isCounted($0, now: now) }
    let backs = counted.map { spend in
      let back = spend.backAt ?? min(max(spend.end, now), later(now, by: spend.window))
      return max(duration(from: now, to: back), held)
    }.sorted()
    // What others take beyond this limit must be back first; what is in may be held, or a reply's
    // word keeps it.
    let free = max(0, limit.requests - counted.count)
    let granted = balance(host: host, endpoint: endpoint, limit: limit).grantable
    let word = tokens.caps.map(\.until).max().map { duration(from: now, to: $0) } ?? 0
    let kept = Array(repeating: max(held, word), count: max(0, free - granted))
    return (kept + backs.dropFirst(max(0, counted.count - limit.requests))).sorted()
  }

  /// Whether the service must be left alone for having refused (403); nil: it may be asked.
  public func refusal(host: String) -> LimitFile.Refusal? {
    guard let refusal = try? tables.refusal(host, now: now), refusal.remaining > 0 else {
      return nil
    }
    return refusal
  }

  private func tokens(_ host: String, _ endpoint: String) -> SharedTokens? {
    guard let number = try? tables.endpoint(host: host, name: endpoint) else { return nil }
    return try? tables.tokens(number, now: now)
  }
}
