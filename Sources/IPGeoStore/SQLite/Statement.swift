internal import CSQLite

/// A prepared statement of one connection, kept and used again.
///
/// Parameters count from 1 and columns from 0, as in SQLite. Not to be shared: the owner of the
/// connection owns its statements.
final class Statement {
  private let handle: OpaquePointer

  /// Takes over a handle that `sqlite3_prepare_v3` made.
  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_finalize(handle) }

  func bind(_ index: Int32, _ value: Int64) { sqlite3_bind_int64(handle, index, value) }

  func bind(_ index: Int32, _ value: Int64?) {
    if let value { bind(index, value) } else { sqlite3_bind_null(handle, index) }
  }

  func bind(_ index: Int32, _ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      _ = utf8.withMemoryRebound(to: CChar.self) {
        // Without an address SQLite would bind NULL.
        ipgeo_sqlite3_bind_text(handle, index, $0.baseAddress ?? Self.nothing, Int32($0.count))
      }
    }
  }

  func bind(_ index: Int32, _ bytes: [UInt8]) {
    _ = bytes.withUnsafeBufferPointer {
      ipgeo_sqlite3_bind_blob(handle, index, $0.baseAddress, Int32(truncatingIfNeeded: $0.count))
    }
  }

  /// Binds bytes that must stay where they are until the statement is reset.
  func bind(_ index: Int32, unmoved bytes: UnsafeRawBufferPointer) {
    sqlite3_bind_blob(handle, index, bytes.baseAddress, Int32(truncatingIfNeeded: bytes.count), nil)
  }

  /// Goes to the next row; false when there is none, and then the statement has ended.
  func step() throws(DatabaseError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      // Parameters of a statement that has not ended cannot be bound.
      reset()
      return false
    default:
      let error = Database.lastError(sqlite3_db_handle(handle))
      reset()
      throw error
    }
  }

  /// Runs a statement to its end.
  func run() throws(DatabaseError) {
    while try step() {}
  }

  /// Ends the statement, so that it holds no lock; parameters stay bound.
  func reset() { sqlite3_reset(handle) }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  func optionalInteger(_ column: Int32) -> Int64? {
    sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : integer(column)
  }

  func text(_ column: Int32) -> String {
    // The text first, then its length: the other order may convert in between.
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The bytes of a column; they are valid until the next step or reset.
  func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    guard let start = sqlite3_column_blob(handle, column) else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(
      start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }

  // Never read or written: it stands for an empty text, and lives as long as the process.
  nonisolated(unsafe) private static let nothing = UnsafePointer(
    UnsafeMutablePointer<CChar>.allocate(capacity: 1))
}
