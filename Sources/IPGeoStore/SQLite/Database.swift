internal import CSQLite

/// One connection to an SQLite file, with one owner: not thread-safe, and not `Sendable`.
///
/// It is opened without SQLite's own locks, and distrusts the file: no schema of a file may call
/// functions with effects, and no value may be longer than `longestValue`.
final class Database {
  /// How a transaction begins.
  enum Transaction: String {
    /// Takes a snapshot for reading.
    case deferred = "BEGIN"
    /// Takes the write lock at once, so that it cannot fail for being second later.
    case immediate = "BEGIN IMMEDIATE"
  }

  /// No stored value of ours comes near; a damaged length must not take the memory.
  static let longestValue: Int32 = 1 << 20

  private let handle: OpaquePointer

  /// Opens an existing file, which may be empty.
  /// - Parameters:
  ///   - name: A path, or with `isURI` a `file:` URI. A path that SQLite would take for something
  ///     else (`:memory:`, `file:…`) is the caller's to make absolute.
  ///   - isURI: Whether `name` is a URI.
  ///   - followsLinks: Whether the path may have links in it.
  ///   - busyMilliseconds: How long a lock is waited for.
  /// - Throws: What SQLite says of the file; it looks into it at the first statement only.
  init(
    _ name: String, isURI: Bool = false, followsLinks: Bool = true, busyMilliseconds: Int32
  ) throws(DatabaseError) {
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
      | (isURI ? SQLITE_OPEN_URI : 0) | (followsLinks ? 0 : SQLITE_OPEN_NOFOLLOW)
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(name, &handle, flags, nil)
    guard let handle else { throw DatabaseError(code: SQLITE_NOMEM, message: "out of memory") }
    guard code == SQLITE_OK else {
      let error = Self.lastError(handle)
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
    // Before anything else, for any other statement may meet a lock.
    sqlite3_busy_timeout(handle, busyMilliseconds)
    sqlite3_extended_result_codes(handle, 1)
    ipgeo_sqlite3_set(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    ipgeo_sqlite3_set(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.longestValue)
  }

  // Statements that still live keep the connection open until they go.
  deinit { sqlite3_close_v2(handle) }

  /// Whether the file can only be read.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// Whether the path names another file now, or none.
  var hasMoved: Bool { ipgeo_sqlite3_has_moved(handle) != 0 }

  /// How many rows the last statement inserted, changed or deleted.
  var changes: Int { Int(sqlite3_changes(handle)) }

  /// The row that was inserted last.
  var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Whether closing the connection may move the log into the file.
  func setCheckpointsOnClose(_ checkpoints: Bool) {
    ipgeo_sqlite3_set(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, checkpoints ? 0 : 1)
  }

  /// How long a lock is waited for from now on.
  func setBusy(milliseconds: Int32) { sqlite3_busy_timeout(handle, milliseconds) }

  /// Prepares one statement to be kept.
  func prepare(_ sql: String) throws(DatabaseError) -> Statement {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw Self.lastError(handle) }
    return Statement(statement)
  }

  /// Runs a statement that has no parameters and whose rows do not matter.
  func execute(_ sql: String) throws(DatabaseError) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw Self.lastError(handle)
    }
  }

  /// The first column of the first row, as an integer; 0 without a row.
  func integer(_ sql: String) throws(DatabaseError) -> Int64 {
    let statement = try prepare(sql)
    return try statement.step() ? statement.integer(0) : 0
  }

  /// The first column of the first row, as text; empty without a row.
  func text(_ sql: String) throws(DatabaseError) -> String {
    let statement = try prepare(sql)
    return try statement.step() ? statement.text(0) : ""
  }

  /// Runs `body` in a transaction, which is undone when it throws.
  func transaction<Result>(
    _ kind: Transaction, _ body: () throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    try execute(kind.rawValue)
    do throws(DatabaseError) {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // Some errors have ended the transaction already; then there is nothing to undo.
      try? execute("ROLLBACK")
      throw error
    }
  }

  /// The error of the connection's last call.
  static func lastError(_ handle: OpaquePointer?) -> DatabaseError {
    DatabaseError(
      code: sqlite3_extended_errcode(handle),
      message: sqlite3_errmsg(handle).map { String(cString: $0) } ?? "")
  }
}
