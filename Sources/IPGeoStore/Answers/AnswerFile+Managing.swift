internal import IPGeoAddresses
internal import IPGeoCore

extension AnswerFile {
  func statistics() throws(DatabaseError) -> AnswerStore.Statistics {
    var statistics = AnswerStore.Statistics()
    try database.transaction(.deferred) { () throws(DatabaseError) in
      let kinds = try database.prepare(
        """
        SELECT provider, language, count(*) FROM answers JOIN kinds ON kinds.id = kind
        GROUP BY kind ORDER BY provider, language
        """)
      while try kinds.step() {
        let kind = AnswerKind(provider: kinds.text(0), language: kinds.text(1))
        statistics.kinds.append(.init(kind: kind, answers: Int(kinds.integer(2))))
      }
      kinds.reset()
      statistics.answers = statistics.kinds.reduce(0) { $0 + $1.answers }
      // Two statements, for SQLite answers each from the index, and both together from a scan.
      let oldest = try database.prepare("SELECT min(asked_at) FROM answers")
      if try oldest.step() { statistics.oldest = oldest.optionalInteger(0) }
      oldest.reset()
      let newest = try database.prepare("SELECT max(asked_at) FROM answers")
      if try newest.step() { statistics.newest = newest.optionalInteger(0) }
      newest.reset()
    }
    return statistics
  }

  /// Deletes up to some thousand old answers; 0 when none is left.
  func prune(before horizon: Int64) throws(DatabaseError) -> Int {
    let find = try database.prepare("SELECT 1 FROM answers WHERE asked_at < ?1 LIMIT 1")
    find.bind(1, horizon)
    let isThere = try find.step()
    find.reset()
    // Most nights there is nothing, and then no lock to take.
    guard isThere else { return 0 }
    let delete = try database.prepare(
      """
      DELETE FROM answers WHERE rowid IN
        (SELECT rowid FROM answers WHERE asked_at < ?1 ORDER BY asked_at LIMIT 5000)
      """)
    delete.bind(1, horizon)
    return try database.transaction(.immediate) { () throws(DatabaseError) in
      try delete.run()
      return database.changes
    }
  }

  /// Deletes the parts that no answer needs any more, when so many answers are gone that it pays.
  ///
  /// It reads all answers, so it waits until a fifth of them is gone, and for a call that has time.
  func sweepParts(gone: Int, hasTime: Bool = true) throws(DatabaseError) {
    try database.transaction(.immediate) { () throws(DatabaseError) in
      let count = try database.prepare(
        """
        INSERT INTO counters(name, value) VALUES('gone', ?1)
        ON CONFLICT(name) DO UPDATE SET value = value + excluded.value
        """)
      count.bind(1, Int64(gone))
      try count.run()
      guard hasTime else { return }
      let all = try database.integer("SELECT count(*) FROM answers")
      let waiting = try database.integer("SELECT value FROM counters WHERE name = 'gone'")
      guard waiting >= all / 4 else { return }
      try database.execute(
        """
        DELETE FROM parts WHERE id NOT IN (
          SELECT country FROM answers WHERE country IS NOT NULL
          UNION SELECT network FROM answers WHERE network IS NOT NULL)
        """)
      try database.execute("DELETE FROM counters WHERE name = 'gone'")
    }
    forgetParts()
  }

  func clear() throws(DatabaseError) -> Int {
    let count = try database.transaction(.immediate) { () throws(DatabaseError) in
      let count = try database.integer("SELECT count(*) FROM answers")
      for table in ["answers", "parts", "counters"] {
        try database.execute("DELETE FROM \(table)")
      }
      return Int(count)
    }
    forgetParts()
    // The room goes back when nobody else uses the file; else it is used again.
    try? database.execute("VACUUM")
    try? database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return count
  }

  func rows(
    after cursor: AnswerStore.Cursor, count: Int
  ) throws(DatabaseError) -> (rows: [AnswerStore.Row], next: AnswerStore.Cursor?) {
    try database.transaction(.deferred) { () throws(DatabaseError) in
      try noticeChanges()
      // By name, for the numbers of kinds differ from file to file.
      let kinds = try database.prepare(
        """
        SELECT id, provider, language FROM kinds WHERE (provider, language) >= (?1, ?2)
        ORDER BY provider, language
        """)
      kinds.bind(1, cursor.kind.provider)
      kinds.bind(2, cursor.kind.language)
      defer { kinds.reset() }
      var rows: [AnswerStore.Row] = []
      var last = cursor
      var room = max(count, 1)
      while room > 0, try kinds.step() {
        let kind = AnswerKind(provider: kinds.text(1), language: kinds.text(2))
        if kind != last.kind { last = AnswerStore.Cursor(kind: kind) }
        room -= try read(kinds.integer(0), after: &last, count: room, into: &rows)
      }
      return (rows, room > 0 ? nil : last)
    }
  }

  /// Reads the rows of one kind; returns how many were looked at.
  private func read(
    _ number: Int64, after last: inout AnswerStore.Cursor, count: Int,
    into rows: inout [AnswerStore.Row]
  ) throws(DatabaseError) -> Int {
    let page = try database.prepare(
      """
      SELECT key, asked_at, country, network, body FROM answers
      WHERE kind = ?1 AND key > ?2 ORDER BY key LIMIT ?3
      """)
    page.bind(1, number)
    page.bind(2, last.key)
    page.bind(3, Int64(count))
    defer { page.reset() }
    var seen = 0
    while try page.step() {
      seen += 1
      last.key = Array(page.bytes(0))
      if let answer = answer(page) { rows.append(.init(kind: last.kind, answer: answer)) }
    }
    return seen
  }

  private func answer(_ page: Statement) -> StoredAnswer? {
    let (country, network) = (page.optionalInteger(2), page.optionalInteger(3))
    guard
      let body = Seal.opened(page.bytes(4), key: page.bytes(0), country: country, network: network)
    else { return nil }
    let packed = PackedAnswer(country: country, network: network, body: body)
    var reader = PackedReader(packed.body)
    guard let start = PackedForm.start(&reader), let address = IPAddress(key: page.bytes(0)) else {
      return nil
    }
    var unpacked: Outcome?
    unpack(packed, start, reader) { unpacked = $0.outcome }
    guard let outcome = unpacked else { return nil }
    return StoredAnswer(
      address: address, outcome: outcome, askedAt: page.integer(1), hasReverse: start.hasReverse)
  }
}
