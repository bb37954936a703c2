internal import CSQLite

/// What SQLite answered when it could not do what it was asked.
struct DatabaseError: Error, Hashable {
  /// What kind of trouble it is; several codes are of one kind.
  enum Kind: Hashable {
    /// Somebody else holds the lock, and did for the whole time that we may wait.
    case busy
    /// The file is damaged.
    case corrupt
    /// The file is no database at all.
    case notADatabase
    /// The file, its folder or its file system cannot be written.
    case readOnly
    /// The path names another file now than the one that was opened.
    case moved
    /// There is no room left.
    case full
    /// A write failed for another reason, such as a quota or a limit on the size of files; what is
    /// there can still be read.
    case cannotWrite
    /// The file, or one beside it, cannot be opened.
    case cannotOpen
    /// Anything else: input and output errors, wrong SQL, no memory.
    case other
  }

  /// The extended result code.
  let code: Int32
  /// SQLite's own words.
  let message: String

  /// The kind, told by the extended code where it says more, else by the primary one in its low
  /// eight bits.
  var kind: Kind {
    switch code {
    case Self.movedCode: return .moved
    case Self.corruptFileSystem: return .corrupt
    case Self.sharedMemorySize: return .full
    case Self.write, Self.synchronise, Self.truncate: return .cannotWrite
    default: break
    }
    switch code & 0xff {
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: return .busy
    case SQLITE_CORRUPT: return .corrupt
    case SQLITE_NOTADB: return .notADatabase
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: return .readOnly
    case SQLITE_FULL: return .full
    case SQLITE_CANTOPEN: return .cannotOpen
    default: return .other
    }
  }

  /// A file whose header says that it is ours lacks a table: it is damaged.
  static func missingTable(_ error: DatabaseError) -> DatabaseError {
    DatabaseError(code: SQLITE_CORRUPT, message: error.message)
  }

  /// The path names another file now.
  static let moved = DatabaseError(code: movedCode, message: "the file was moved")

  // Extended codes are macros with arithmetic, which Swift does not see.
  private static let movedCode = SQLITE_READONLY | 4 << 8
  private static let corruptFileSystem = SQLITE_IOERR | 33 << 8
  private static let sharedMemorySize = SQLITE_IOERR | 19 << 8
  private static let write = SQLITE_IOERR | 3 << 8
  private static let synchronise = SQLITE_IOERR | 4 << 8
  private static let truncate = SQLITE_IOERR | 6 << 8
}
