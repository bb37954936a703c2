internal import IPGeoRateLimit

/// A database file of ours: how it is made, recognised and opened.
///
/// `DatabaseFile+Damage.swift` is about those that cannot be.
struct DatabaseFile: Sendable {
  /// How a kind of file is told from others.
  struct Identity: Sendable {
    /// The number in its header that no other kind has.
    var application: Int64
    /// The form that this program writes, and the newest that it reads.
    var version: Int64
    /// The statements that make an empty file one of this form.
    var schema: String
    /// A text that stands in the schema of this kind only.
    var mark: String
  }

  /// An open file.
  struct Opened {
    var database: Database
    var file: FileSystem.Identity
    var canWrite: Bool
    var notices: [StoreNotice]
  }

  /// Why one attempt at opening came to nothing.
  enum Failure: Error {
    case store(StoreError)
    /// The error, and the file that it was met in.
    case database(DatabaseError, FileSystem.Identity)
  }

  /// Links are followed, but for strangers': SQLite keeps its log beside the file itself.
  let path: String
  /// Whether the path is a link of a stranger's.
  private let isStrangers: Bool
  var identity: Identity
  /// Whether the mode of an existing file stays: one that several users share.
  var keepsMode = false
  /// How long one lock is waited for.
  var busyMilliseconds: Int32 = 1000
  /// How long opening is tried in all.
  var patienceMilliseconds: Int64 = 10_000
  /// SQLite's word for how much is synced.
  var synchronous = "FULL"
  /// Whether the file may be shared with other machines.
  var isShared: @Sendable (String) -> Bool = { FileSystem.isShared($0) }

  init(path: String, identity: Identity) {
    let resolved = FileSystem.resolved(path)
    self.path = resolved ?? path
    isStrangers = resolved == nil
    self.identity = identity
  }

  /// Opens the file, and makes it where there is none.
  ///
  /// Several processes may do so at the same moment. A damaged file is set aside, once.
  func open() throws(StoreError) -> Opened {
    let end = MonotonicClock.nanoseconds() + patienceMilliseconds * 1_000_000
    var notices: [StoreNotice] = []
    var tries: UInt32 = 0
    while true {
      let met: (error: DatabaseError, file: FileSystem.Identity)
      do throws(Failure) {
        var opened = try attempt()
        opened.notices = notices + opened.notices
        return opened
      } catch {
        switch error {
        case .store(let failure): throw failure
        case .database(let failure, let file): met = (failure, file)
        }
      }
      tries += 1
      let error = met.error
      switch error.kind {
      case .corrupt, .notADatabase:
        if error.kind == .notADatabase, !isDamagedRatherThanForeign { throw .foreign(path: path) }
        guard notices.isEmpty else { throw StoreError(error, path: path) }
        if let aside = try setAside(met.file) {
          notices.append(.replaced(path: path, aside: aside))
        }
      case .busy, .moved: break
      case .cannotOpen where tries < 5: break
      default: throw StoreError(error, path: path)
      }
      if MonotonicClock.nanoseconds() > end { throw StoreError(error, path: path) }
      FileSystem.sleep(milliseconds: min(tries, 10) &* 2 &+ .random(in: 0...5))
    }
  }

  private func attempt() throws(Failure) -> Opened {
    let facts = try ready()
    let hasLog = hasLog
    let database: Database
    let state: State
    do throws(DatabaseError) {
      // What was a file a moment ago may be a link by now.
      database = try Database(
        FileSystem.plain(path),
        followsLinks: !FileSystem.isWritableByOthers(FileSystem.folder(of: path)),
        busyMilliseconds: busyMilliseconds)
      // Whatever this turns out to be: looking at it must not change it. Where there was no log,
      // closing has nothing to move, and takes away what SQLite made to look.
      database.setCheckpointsOnClose(!hasLog)
      state = try judge(database)
    } catch {
      let cannotLock = error.kind == .cannotOpen || error.kind == .readOnly
      if cannotLock, let frozen = frozen(facts) { return frozen }
      throw .database(error, facts.identity)
    }
    // Not before: the mode of somebody else's file is theirs, too.
    if !keepsMode, state == .empty || state == .ours { FileSystem.makePrivate(path) }
    switch state {
    case .foreign: throw .store(.foreign(path: path))
    case .newer(let version): throw .store(.newer(path: path, version: version))
    case .ours where database.isReadOnly:
      return Opened(
        database: database, file: facts.identity, canWrite: false,
        notices: [.readOnly(path: path)])
    case .empty, .ours: break
    }
    do throws(DatabaseError) {
      database.setCheckpointsOnClose(true)
      let notices = try setUp(database)
      if state == .empty { try fill(database) }
      return Opened(
        database: database, file: facts.identity, canWrite: true, notices: notices)
    } catch {
      throw .database(error, facts.identity)
    }
  }

  /// Whether anything stands in the log beside the file.
  private var hasLog: Bool { (FileSystem.facts(path + "-wal")?.size ?? 0) > 0 }

  /// Makes folder and file where they are missing.
  private func ready() throws(Failure) -> FileSystem.Facts {
    if isStrangers {
      throw .store(.unusable(path: path, why: "it is a link that somebody else has put there"))
    }
    if let code = FileSystem.makeFolder(FileSystem.folder(of: path)) {
      throw .store(.unusable(path: path, why: FileSystem.message(code)))
    }
    if FileSystem.facts(path) == nil, let code = makeFile() {
      throw .store(.unusable(path: path, why: FileSystem.message(code)))
    }
    guard let facts = FileSystem.facts(path) else {
      throw .store(.unusable(path: path, why: "it cannot be looked at"))
    }
    guard facts.isRegular else {
      let what = facts.isFolder ? "it is a folder" : "it is no regular file"
      throw .store(.unusable(path: path, why: what))
    }
    // SQLite takes a file of one byte for an empty one, and would write over it.
    if facts.size == 1 { throw .store(.foreign(path: path)) }
    return facts
  }

  private func makeFile() -> Int32? {
    // One that is set aside or removed is everybody's again.
    keepsMode && FileSystem.isWritableByOthers(FileSystem.folder(of: path))
      ? FileSystem.makeSharedFile(path) : FileSystem.makeFile(path)
  }

  /// What a file turns out to be.
  private enum State: Equatable {
    case empty
    case ours
    case foreign
    case newer(Int)
  }

  private func judge(_ database: Database) throws(DatabaseError) -> State {
    // One snapshot: another process may be filling the file.
    try database.transaction(.deferred) { () throws(DatabaseError) in
      let tables = try database.integer("SELECT count(*) FROM sqlite_schema")
      let application = try database.integer("PRAGMA application_id")
      let version = try database.integer("PRAGMA user_version")
      if application == 0, version == 0, tables == 0 { return .empty }
      guard application == identity.application else { return .foreign }
      return version > identity.version ? .newer(Int(version)) : .ours
    }
  }

  private func setUp(_ database: Database) throws(DatabaseError) -> [StoreNotice] {
    let wanted = isShared(path) ? "delete" : "wal"
    var mode = try database.text("PRAGMA journal_mode")
    if mode != wanted { mode = try database.text("PRAGMA journal_mode = \(wanted)") }
    try database.execute("PRAGMA synchronous = \(synchronous)")
    try database.execute("PRAGMA journal_size_limit = 1048576")
    return mode == "wal" ? [] : [.otherJournal(path: path, mode: mode)]
  }

  private func fill(_ database: Database) throws(DatabaseError) {
    try database.transaction(.immediate) { () throws(DatabaseError) in
      // Another process may have been quicker.
      guard try database.integer("SELECT count(*) FROM sqlite_schema") == 0 else { return }
      try database.execute(identity.schema)
      try database.execute("PRAGMA application_id = \(identity.application)")
      try database.execute("PRAGMA user_version = \(identity.version)")
    }
  }

  /// Opens a file of ours that nothing can lock, in a folder where nothing can be written: as one
  /// that does not change.
  private func frozen(_ facts: FileSystem.Facts) -> Opened? {
    // With a log beside it, the file alone may be torn.
    guard facts.size > 0, !hasLog else { return nil }
    let name = "file:" + uriPath + "?mode=ro&immutable=1"
    guard
      let database = try? Database(name, isURI: true, busyMilliseconds: busyMilliseconds),
      (try? judge(database)) == .ours
    else { return nil }
    return Opened(
      database: database, file: facts.identity, canWrite: false,
      notices: [.readOnly(path: path)])
  }
}
