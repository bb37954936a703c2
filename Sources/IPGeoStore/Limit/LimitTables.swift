internal import IPGeoRateLimit

/// The tables of a limit file, and the statements on one connection to them; has one owner.
///
/// Hosts and endpoints stand in it, and no address that was asked.
final class LimitTables {
  static let identity = DatabaseFile.Identity(
    application: 0x4950_476c, version: 1,
    schema: """
      CREATE TABLE machine(
        id INTEGER PRIMARY KEY CHECK(id = 1), boot TEXT NOT NULL, wall_ahead INTEGER NOT NULL);
      CREATE TABLE endpoints(
        id INTEGER PRIMARY KEY, host TEXT NOT NULL, name TEXT NOT NULL,
        held_until INTEGER NOT NULL DEFAULT 0, held_for INTEGER NOT NULL DEFAULT 0,
        UNIQUE(host, name));
      CREATE TABLE spends(
        id INTEGER PRIMARY KEY AUTOINCREMENT, endpoint INTEGER NOT NULL, owner INTEGER NOT NULL,
        process INTEGER NOT NULL, start INTEGER NOT NULL, granted_at INTEGER NOT NULL,
        timeout INTEGER NOT NULL, span INTEGER NOT NULL, back_at INTEGER, before INTEGER NOT NULL);
      CREATE INDEX spends_by_endpoint ON spends(endpoint);
      CREATE TABLE caps(
        endpoint INTEGER NOT NULL, remaining INTEGER NOT NULL, until INTEGER NOT NULL,
        length INTEGER NOT NULL);
      CREATE TABLE contenders(
        endpoint INTEGER NOT NULL, owner INTEGER NOT NULL, process INTEGER NOT NULL,
        start INTEGER NOT NULL, waiting_since INTEGER, seen_at INTEGER NOT NULL,
        granted_at INTEGER, most INTEGER NOT NULL, PRIMARY KEY(endpoint, owner)) WITHOUT ROWID;
      CREATE TABLE refusals(
        host TEXT PRIMARY KEY, until INTEGER NOT NULL, length INTEGER NOT NULL) WITHOUT ROWID;
      """,
    mark: "CREATE INDEX spends_by_endpoint ON spends(endpoint)")

  /// One endpoint, as one bucket uses it.
  struct Member: Hashable {
    var endpoint: Int64
    var owner: Int64
    var process: ProcessIdentity
    /// Its limit; the greatest number for none.
    var limit: Int64
  }

  let database: Database
  let file: FileSystem.Identity
  let clocks: LimitClocks
  /// How far the wall clock was ahead when that was last written.
  var wallAhead: Int64?
  private var statements: [String: Statement] = [:]

  init(_ opened: DatabaseFile.Opened, _ clocks: LimitClocks) throws(DatabaseError) {
    database = opened.database
    file = opened.file
    self.clocks = clocks
    do throws(DatabaseError) {
      try database.transaction(.immediate) { () throws(DatabaseError) in try arrive() }
    } catch {
      throw error.kind == .other ? .missingTable(error) : error
    }
  }

  /// A statement, prepared when first used.
  func statement(_ sql: String, _ values: Int64?...) throws(DatabaseError) -> Statement {
    let statement: Statement
    if let known = statements[sql] {
      statement = known
    } else {
      statement = try database.prepare(sql)
      statements[sql] = statement
    }
    for (index, value) in values.enumerated() { statement.bind(Int32(index) + 1, value) }
    return statement
  }

  /// The number of a host's endpoint, which is added where it is new.
  func endpoint(host: String, name: String) throws(DatabaseError) -> Int64 {
    let find = try statement("SELECT id FROM endpoints WHERE host = ?1 AND name = ?2")
    find.bind(1, host)
    find.bind(2, name)
    if try find.step() {
      defer { find.reset() }
      return find.integer(0)
    }
    let add = try statement("INSERT INTO endpoints(host, name) VALUES(?1, ?2)")
    add.bind(1, host)
    add.bind(2, name)
    try add.run()
    return database.lastRow
  }

  // MARK: Reading

  /// The tokens of an endpoint.
  ///
  /// No instant read lies further ahead than its kind can: a file may hold anything.
  ///
  /// Without `withSpends` only holds and the word of replies are read: not who makes requests or
  /// wants to.
  func tokens(
    _ endpoint: Int64, withSpends: Bool = true, now: Int64
  ) throws(DatabaseError) -> SharedTokens {
    var tokens = SharedTokens()
    let holds = try statement("SELECT held_until, held_for FROM endpoints WHERE id = ?1", endpoint)
    if try holds.step() {
      tokens.heldUntil = min(holds.integer(0), later(now, by: holds.integer(1)))
    }
    holds.reset()
    let caps = try statement(
      "SELECT remaining, until, length FROM caps WHERE endpoint = ?1", endpoint)
    while try caps.step() {
      tokens.caps.append(
        SharedTokens.Cap(
          remaining: caps.integer(0), until: min(caps.integer(1), later(now, by: caps.integer(2)))))
    }
    caps.reset()
    if withSpends { try addRequests(to: &tokens, endpoint, now: now) }
    return tokens
  }

  private func addRequests(
    to tokens: inout SharedTokens, _ endpoint: Int64, now: Int64
  ) throws(DatabaseError) {
    let spends = try statement(
      """
      SELECT owner, process, start, granted_at, timeout, span, back_at FROM spends
      WHERE endpoint = ?1
      """, endpoint)
    while try spends.step() {
      let window = max(spends.integer(5), 0)
      tokens.spends.append(
        SharedTokens.Spend(
          owner: spends.integer(0),
          process: ProcessIdentity(number: spends.integer(1), start: spends.integer(2)),
          grantedAt: min(spends.integer(3), now), timeout: spends.integer(4), window: window,
          backAt: spends.optionalInteger(6).map { min($0, later(now, by: window)) }))
    }
    spends.reset()
    let contenders = try statement(
      """
      SELECT owner, process, start, waiting_since, seen_at, granted_at, most FROM contenders
      WHERE endpoint = ?1
      """, endpoint)
    while try contenders.step() {
      tokens.contenders.append(
        SharedTokens.Contender(
          owner: contenders.integer(0),
          process: ProcessIdentity(number: contenders.integer(1), start: contenders.integer(2)),
          waitingSince: contenders.optionalInteger(3), seenAt: contenders.integer(4),
          grantedAt: contenders.optionalInteger(5), limit: contenders.integer(6)))
    }
    contenders.reset()
  }

  // MARK: Writing

  /// Notes a grant.
  /// - Returns: The spend's row.
  func addSpend(
    _ member: Member, timeout: Int64, window: Int64, before: Int, now: Int64
  ) throws(DatabaseError) -> Int64 {
    try statement(
      """
      INSERT INTO spends(endpoint, owner, process, start, granted_at, timeout, span, before)
      VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """, member.endpoint, member.owner, member.process.number, member.process.start, now,
      timeout, window, Int64(before)
    ).run()
    let row = database.lastRow
    try spendCaps(member.endpoint)
    try statement(
      """
      UPDATE contenders SET waiting_since = NULL, granted_at = ?3
      WHERE endpoint = ?1 AND owner = ?2
      """, member.endpoint, member.owner, now
    ).run()
    if database.changes == 0 {
      try statement(
        """
        INSERT INTO contenders(endpoint, owner, process, start, seen_at, granted_at, most)
        VALUES(?1, ?2, ?3, ?4, ?5, ?5, ?6)
        """, member.endpoint, member.owner, member.process.number, member.process.start, now,
        member.limit
      ).run()
    }
    return row
  }

  /// Takes a grant from what replies have left.
  func spendCaps(_ endpoint: Int64) throws(DatabaseError) {
    try statement(
      "UPDATE caps SET remaining = remaining - 1 WHERE endpoint = ?1 AND remaining > 0", endpoint
    ).run()
  }

  /// Says that a member waits.
  func wait(_ member: Member, now: Int64) throws(DatabaseError) {
    try statement(
      """
      INSERT INTO contenders(endpoint, owner, process, start, waiting_since, seen_at, most)
      VALUES(?1, ?2, ?3, ?4, ?5, ?5, ?6)
      ON CONFLICT(endpoint, owner) DO UPDATE SET seen_at = ?5, most = ?6,
        waiting_since = coalesce(waiting_since, ?5)
      """, member.endpoint, member.owner, member.process.number, member.process.start, now,
      member.limit
    ).run()
  }

  /// Says that a member waits no more, and when it got its last token no more either.
  func leave(_ member: Member) throws(DatabaseError) {
    try statement(
      "DELETE FROM contenders WHERE endpoint = ?1 AND owner = ?2", member.endpoint, member.owner
    ).run()
  }

  /// Ends a spend: its token is back then.
  func endSpend(_ row: Int64, backAt: Int64) throws(DatabaseError) {
    try statement("UPDATE spends SET back_at = ?2 WHERE id = ?1", row, backAt).run()
  }

  /// Undoes a spend.
  func removeSpend(_ row: Int64) throws(DatabaseError) {
    try statement("DELETE FROM spends WHERE id = ?1", row).run()
  }

  /// How many requests of ours the service may have counted by the reply to that of `row`: all that
  /// were out at its grant, itself, and all granted since.
  func mostCounted(_ row: Int64, endpoint: Int64) throws(DatabaseError) -> Int64 {
    let before = try statement("SELECT before FROM spends WHERE id = ?1", row)
    guard try before.step() else { return 0 }
    let out = before.integer(0)
    before.reset()
    let since = try statement(
      "SELECT count(*) FROM spends WHERE endpoint = ?1 AND id > ?2", endpoint, row)
    defer { since.reset() }
    return out &+ (try since.step() ? since.integer(0) : 0)
  }

  /// Keeps a reply's word, unless a stricter one stands for at least as long.
  func addCap(
    _ endpoint: Int64, remaining: Int64, length: Int64, now: Int64
  ) throws(DatabaseError) {
    let until = later(now, by: length)
    let stricter = try statement(
      "SELECT 1 FROM caps WHERE endpoint = ?1 AND remaining <= ?2 AND until >= ?3", endpoint,
      remaining, until)
    let isKnown = try stricter.step()
    stricter.reset()
    if isKnown { return }
    try statement(
      "DELETE FROM caps WHERE endpoint = ?1 AND remaining >= ?2 AND until <= ?3", endpoint,
      remaining, until
    ).run()
    try statement(
      "INSERT INTO caps(endpoint, remaining, until, length) VALUES(?1, ?2, ?3, ?4)", endpoint,
      remaining, until, length
    ).run()
  }

  /// Holds an endpoint; an earlier hold never shortens a later one.
  func hold(_ endpoint: Int64, until: Int64, now: Int64) throws(DatabaseError) {
    try statement(
      """
      UPDATE endpoints SET held_until = ?2, held_for = ?3
      WHERE id = ?1 AND min(held_until, ?4 + held_for) < ?2
      """, endpoint, until, duration(from: now, to: until), now
    ).run()
  }

  /// Removes what no longer says anything, and shortens what lies further ahead than it can.
  func tidy(_ endpoint: Int64, now: Int64) throws(DatabaseError) {
    try statement(
      "UPDATE spends SET back_at = ?2 + span WHERE endpoint = ?1 AND back_at > ?2 + span",
      endpoint, now
    ).run()
    try statement(
      "UPDATE spends SET granted_at = ?2 WHERE endpoint = ?1 AND granted_at > ?2", endpoint, now
    ).run()
    try statement(
      "UPDATE caps SET until = ?2 + length WHERE endpoint = ?1 AND until > ?2 + length", endpoint,
      now
    ).run()
    try statement(
      """
      UPDATE endpoints SET held_until = ?2 + held_for
      WHERE id = ?1 AND held_until > ?2 + held_for
      """, endpoint, now
    ).run()
    try statement(
      """
      DELETE FROM spends WHERE endpoint = ?1 AND granted_at < ?2 - 3 * span
        AND (back_at <= ?2 OR (back_at IS NULL AND granted_at + timeout + span <= ?2 - 86400000000000))
      """, endpoint, now
    ).run()
    try statement("DELETE FROM caps WHERE endpoint = ?1 AND until <= ?2", endpoint, now).run()
    try statement(
      "DELETE FROM contenders WHERE endpoint = ?1 AND seen_at < ?2 - 60000000000", endpoint, now
    ).run()
  }
}

/// Nanoseconds of one second.
let second: Int64 = 1_000_000_000
