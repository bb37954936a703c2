public import IPGeoRateLimit
internal import Synchronization

/// The limit of a service, kept in a file by all processes that ask it.
///
/// The file knows hosts and endpoints, and no address that was asked. Where it cannot be used any
/// more, that is said once, and each process goes on with a ledger of its own, after one window in
/// which it asks nothing. Safe to use from any thread.
public final class LimitFile: Sendable {
  /// How a service has refused to be asked (403), for all processes.
  public struct Refusal: Hashable, Sendable {
    /// How long it must be left alone from now, in nanoseconds.
    public var remaining: Int64
    /// How long in all.
    public var length: Int64
  }

  /// The first refusal holds for an hour, each further one twice as long, up to a day.
  static let firstRefusal: Int64 = 3600 * second
  static let longestRefusal: Int64 = 24 * 3600 * second
  /// Others may hold the lock for so long before the file is given up.
  static let patience: Int64 = 10 * second
  /// So often a refusal is tried to be written where others hold the lock: as long as `patience`,
  /// with a quarter of a second for each try.
  private static let mostRefusalTries = 40

  /// What became of a use of the file.
  enum Use<Value> {
    case done(Value)
    /// Others hold the lock: try again soon.
    case busy
    /// The file is given up for good.
    case abandoned
  }

  private struct State {
    var tables: LimitTables?
    /// Rises when another file takes the place of the one in use: rows mean nothing any more then.
    var generation = 0
    var busySince: Int64?
    var notices: [StoreNotice] = []
    var uses = 0
  }

  let clocks: LimitClocks
  private let source: DatabaseFile
  private let onNotice: @Sendable (StoreNotice) -> Void
  private let lock = Mutex(())
  // Touched under `lock` alone; the connection in it belongs to whoever holds the lock.
  nonisolated(unsafe) private var state: State

  /// Where the file is, links followed.
  public var path: String { source.path }

  /// Opens a limit file, and makes one where there is none.
  ///
  /// - Parameters:
  ///   - path: Where the file is.
  ///   - isShared: Whether several users share it: then its mode stays.
  ///   - clocks: The clocks to keep it by; buckets on it must use the same `boot`.
  ///   - onNotice: Takes what a person should hear, each once, from the thread that met it.
  /// - Throws: Why there is no file to be had.
  public convenience init(
    path: String, isShared: Bool = false, clocks: LimitClocks = .system,
    onNotice: @escaping @Sendable (StoreNotice) -> Void = { _ in }
  ) throws(StoreError) {
    var source = DatabaseFile(path: path, identity: LimitTables.identity)
    source.keepsMode = isShared
    source.busyMilliseconds = 250
    // What a power cut takes is younger than the machine's next start, but for refusals.
    source.synchronous = "NORMAL"
    try self.init(source: source, clocks: clocks, onNotice: onNotice)
  }

  init(
    source: DatabaseFile, clocks: LimitClocks,
    onNotice: @escaping @Sendable (StoreNotice) -> Void
  ) throws(StoreError) {
    self.source = source
    self.clocks = clocks
    self.onNotice = onNotice
    let (tables, notices) = try Self.open(source, clocks)
    state = State(tables: tables)
    for notice in notices { onNotice(notice) }
  }

  private static func open(
    _ source: DatabaseFile, _ clocks: LimitClocks
  ) throws(StoreError) -> (LimitTables, [StoreNotice]) {
    var notices: [StoreNotice] = []
    let end = clocks.boot() &+ patience
    var hasReplaced = false
    while true {
      let opened = try source.open()
      guard opened.canWrite else { throw .unusable(path: source.path, why: "it is read-only") }
      notices += opened.notices
      do throws(DatabaseError) {
        return (try LimitTables(opened, clocks), notices)
      } catch {
        if error.kind == .busy, clocks.boot() < end { continue }
        guard error.kind == .corrupt, !hasReplaced else {
          throw StoreError(error, path: source.path)
        }
        hasReplaced = true
        if let aside = try source.setAside(opened.file) {
          notices.append(.replaced(path: source.path, aside: aside))
        }
      }
    }
  }

  /// The tokens of one endpoint, for one bucket.
  ///
  /// - Parameters:
  ///   - host: The API's host, with its port where that is not the usual one.
  ///   - endpoint: Which of its limits.
  ///   - limit: The limit, as this bucket keeps it; nil for none, but holds are obeyed.
  ///   - requestTimeout: How long a request may take, in nanoseconds: so long, and one window, the
  ///     token of a process counts that died before its reply.
  /// - Returns: The ledger, for one `TokenBucket`.
  public func ledger(
    host: String, endpoint: String, limit: RateLimit?, requestTimeout: Int64
  ) -> SharedLedger {
    SharedLedger(
      file: self, host: host, endpoint: endpoint, limit: limit, requestTimeout: requestTimeout)
  }

  // MARK: Refusals

  /// Whether the service must be left alone for having refused (403); nil: it may be asked.
  public func refusal(host: String) -> Refusal? {
    let now = clocks.boot()
    let found = use { tables throws(DatabaseError) in try tables.refusal(host, now: now) }
    guard case .done(let refusal?) = found, refusal.remaining > 0 else { return nil }
    return refusal
  }

  /// The service has refused (403): for all processes it is left alone for an hour, or for twice as
  /// long as after the refusal before, if nothing has succeeded since.
  ///
  /// While a refusal holds, another one is of a request that was under way, and changes nothing.
  /// - Returns: How long it must be left alone now.
  @discardableResult
  public func refuse(host: String) -> Refusal {
    var refusal = noteRefusal(host)
    var tries = 1
    // What is not written, no later run obeys; others hold the lock for a moment only.
    while case .busy = refusal, tries < Self.mostRefusalTries {
      tries += 1
      refusal = noteRefusal(host)
    }
    // A refusal must outlive a power cut.
    _ = use { tables throws(DatabaseError) in
      try tables.database.execute("PRAGMA wal_checkpoint(PASSIVE)")
    }
    if case .done(let refusal) = refusal { return refusal }
    return Refusal(remaining: Self.firstRefusal, length: Self.firstRefusal)
  }

  private func noteRefusal(_ host: String) -> Use<Refusal> {
    let now = clocks.boot()
    return use(writes: true) { tables throws(DatabaseError) in
      try tables.database.transaction(.immediate) { () throws(DatabaseError) in
        let before = try tables.refusal(host, now: now)
        if let before, before.remaining > 0 { return before }
        let length = min(
          before.map { max($0.length, 0) &* 2 } ?? Self.firstRefusal, Self.longestRefusal)
        let refusal = Refusal(remaining: length, length: length)
        try tables.setRefusal(host, refusal, now: now)
        try tables.noteClocks()
        return refusal
      }
    }
  }

  /// The service has answered: a refusal before it is forgotten.
  public func succeeded(host: String) {
    let now = clocks.boot()
    _ = use { tables throws(DatabaseError) in
      // Seldom is there one, and then no lock to take.
      guard let before = try tables.refusal(host, now: now), before.remaining == 0 else { return }
      try tables.setRefusal(host, nil, now: now)
    }
  }

  // MARK: Using the file

  /// Runs `body` on the tables, and deals with what goes wrong.
  ///
  /// With `writes`, `body` takes the write lock: only then does its success say that others have let
  /// go of it.
  func use<Value>(
    writes: Bool = false, _ body: (LimitTables) throws(DatabaseError) -> Value
  ) -> Use<Value> {
    withState { state in
      guard let tables = state.tables else { return .abandoned }
      state.uses &+= 1
      do throws(DatabaseError) {
        if tables.database.hasMoved { throw .moved }
        let value = try body(tables)
        if writes { state.busySince = nil }
        return .done(value)
      } catch {
        return recover(&state, tables, error)
      }
    }
  }

  /// How often the file was used, which is what keeping the limit in it costs.
  var uses: Int { withState { $0.uses } }

  /// How often another file has taken the place of the one in use.
  var generation: Int { withState { $0.generation } }

  private func recover<Value>(
    _ state: inout State, _ tables: LimitTables, _ error: DatabaseError
  ) -> Use<Value> {
    switch error.kind {
    case .busy:
      let now = clocks.boot()
      let since = state.busySince ?? now
      state.busySince = since
      if duration(from: since, to: now) < Self.patience { return .busy }
    case .corrupt, .notADatabase, .moved:
      // Once each: a file that is damaged over and over is given up.
      guard state.generation < 2 else { break }
      state.tables = nil
      do throws(StoreError) {
        if error.kind != .moved, let aside = try source.setAside(tables.file) {
          state.notices.append(.replaced(path: path, aside: aside))
        }
        let (tables, notices) = try Self.open(source, clocks)
        state.tables = tables
        state.generation += 1
        state.notices += notices
        return .busy
      } catch {
        state.notices.append(.abandoned(error))
        return .abandoned
      }
    case .readOnly, .full, .cannotWrite, .cannotOpen, .other: break
    }
    state.tables = nil
    state.notices.append(.abandoned(StoreError(error, path: path)))
    return .abandoned
  }

  private func withState<Value>(_ body: (inout State) -> Value) -> Value {
    let (value, notices) = lock.withLock { _ in
      let value = body(&state)
      defer { state.notices = [] }
      return (Unchecked(value), state.notices)
    }
    for notice in notices { onNotice(notice) }
    return value.value
  }
}

extension LimitTables {
  /// The refusal of a host, also one that holds no more.
  func refusal(_ host: String, now: Int64) throws(DatabaseError) -> LimitFile.Refusal? {
    let find = try statement("SELECT until, length FROM refusals WHERE host = ?1")
    find.bind(1, host)
    defer { find.reset() }
    guard try find.step() else { return nil }
    let length = min(max(find.integer(1), 0), LimitFile.longestRefusal)
    return LimitFile.Refusal(
      remaining: min(duration(from: now, to: find.integer(0)), length), length: length)
  }

  func setRefusal(
    _ host: String, _ refusal: LimitFile.Refusal?, now: Int64
  ) throws(DatabaseError) {
    guard let refusal else {
      let remove = try statement("DELETE FROM refusals WHERE host = ?1")
      remove.bind(1, host)
      return try remove.run()
    }
    let store = try statement(
      "INSERT OR REPLACE INTO refusals(host, until, length) VALUES(?1, ?2, ?3)")
    store.bind(1, host)
    store.bind(2, later(now, by: refusal.remaining))
    store.bind(3, refusal.length)
    try store.run()
  }
}
