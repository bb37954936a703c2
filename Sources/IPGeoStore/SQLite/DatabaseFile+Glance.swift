extension DatabaseFile {
  /// Copies tables of the file into memory, and leaves no trace: no file is made or changed, not
  /// even one beside it.
  ///
  /// A log that others have left is read along with the file, by the index beside it. Only what this
  /// program itself would write is read, and nothing is repaired or waited for long.
  /// - Parameter tables: The tables to copy, by name.
  /// - Returns: The copy; nil where there is no such file, or it cannot be read so.
  func glance(at tables: [String]) -> Opened? {
    guard let (facts, options) = traceless, let copy = try? copied(tables, options) else {
      return nil
    }
    return Opened(database: copy, file: facts.identity, canWrite: true, notices: [])
  }

  /// Opens the file to be read where it lies, as long as nobody minds that what others write
  /// meanwhile may be missed; leaves no trace either.
  /// - Returns: nil where there is no such file, or it cannot be read so.
  func openToRead() -> Opened? {
    guard let (facts, options) = traceless,
      let database = try? Database(
        "file:" + uriPath + "?" + options, isURI: true, busyMilliseconds: busyMilliseconds)
    else { return nil }
    database.setCheckpointsOnClose(false)
    guard (try? database.integer("PRAGMA application_id")) == identity.application,
      (try? database.integer("PRAGMA user_version")) == identity.version
    else { return nil }
    return Opened(database: database, file: facts.identity, canWrite: false, notices: [])
  }

  /// How to open the file without a trace; nil where there is no way.
  private var traceless: (facts: FileSystem.Facts, options: String)? {
    guard let facts = FileSystem.facts(path), facts.isRegular, facts.size > 0,
      (FileSystem.facts(path + "-journal")?.size ?? 0) == 0
    else { return nil }
    // Without a log the file is whole, and others write to the log first.
    if (FileSystem.facts(path + "-wal")?.size ?? 0) == 0 {
      return (facts, "mode=ro&immutable=1")
    }
    // An index would have to be made.
    guard FileSystem.facts(path + "-shm") != nil else { return nil }
    return (facts, "mode=ro&readonly_shm=1")
  }

  private func copied(_ tables: [String], _ options: String) throws(DatabaseError) -> Database? {
    let database = try Database(":memory:", isURI: true, busyMilliseconds: busyMilliseconds)
    database.setCheckpointsOnClose(false)
    let attach = try database.prepare("ATTACH ?1 AS seen")
    attach.bind(1, "file:" + uriPath + "?" + options)
    try attach.run()
    let isOurs = try database.transaction(.deferred) { () throws(DatabaseError) -> Bool in
      guard try database.integer("PRAGMA seen.application_id") == identity.application,
        try database.integer("PRAGMA seen.user_version") == identity.version
      else { return false }
      try database.execute(identity.schema)
      for table in tables {
        try database.execute("INSERT INTO main.\(table) SELECT * FROM seen.\(table)")
      }
      return true
    }
    guard isOurs else { return nil }
    try database.execute("DETACH seen")
    return database
  }

  /// The path as it stands in a `file:` URI.
  var uriPath: String {
    FileSystem.plain(path).utf8.map { byte in
      let isPlain =
        byte == 0x2f || byte == 0x2e || byte == 0x2d || byte == 0x5f
        || (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte)
        || (0x61...0x7a).contains(byte)
      if isPlain { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16)
      return digits.utf8.count == 1 ? "%0" + digits : "%" + digits
    }.joined()
  }
}
