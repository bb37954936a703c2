extension AnswerStore {
  /// What a store holds.
  public struct Statistics: Hashable, Sendable {
    /// The answers of one kind.
    public struct Count: Hashable, Sendable {
      /// Whose answers, and in which language.
      public var kind: AnswerKind
      /// How many.
      public var answers: Int
    }

    /// Answers of all kinds.
    public var answers = 0
    /// Answers by kind, in the order of the kinds' names.
    public var kinds: [Count] = []
    /// When the oldest was asked, in seconds since 1970; nil for an empty store.
    public var oldest: Int64?
    /// When the newest was asked.
    public var newest: Int64?
    /// Bytes of the file and its log.
    public var size: Int64 = 0

    /// What a store holds that is not there.
    public init() {}
  }

  /// An answer with its kind, as it is exported.
  public struct Row: Hashable, Sendable {
    /// Whose answer, and in which language.
    public var kind: AnswerKind
    /// The answer.
    public var answer: StoredAnswer

    /// Pairs an answer with its kind.
    public init(kind: AnswerKind, answer: StoredAnswer) {
      self.kind = kind
      self.answer = answer
    }
  }

  /// A place in the order of a store's rows.
  public struct Cursor: Hashable, Sendable {
    var kind = AnswerKind(provider: "", language: "")
    // Before every address's key, and not empty: SQLite would take that for NULL.
    var key: [UInt8] = [0]

    /// The place before the first row.
    public init() {}

    /// The place before a kind's first row.
    init(kind: AnswerKind) { self.kind = kind }
  }

  /// What became of rows that were to be imported.
  public struct ImportCount: Hashable, Sendable {
    /// Rows that are in the store now.
    public var taken = 0
    /// Rows of which the store has a newer one.
    public var older = 0
    /// Rows that are not kept: neither `located` nor `unknown`, from the future, or too long.
    public var refused = 0
  }

  /// Says what the store holds.
  public func statistics() throws(StoreError) -> Statistics {
    var statistics = try manage { file throws(DatabaseError) in try file.statistics() }
    for name in [path, path + "-wal"] {
      statistics.size += FileSystem.facts(name)?.size ?? 0
    }
    return statistics
  }

  /// Deletes answers that were asked before `horizon`, in seconds since 1970.
  ///
  /// In small transactions, so that others wait little. A run's end, where a file that cannot be
  /// written is no error: see ``AnswerAges/horizon(maximum:stale:now:)``.
  /// - Parameters:
  ///   - horizon: What was asked before goes.
  ///   - goesOn: Asked before each transaction: whether there is time for another one. What has no
  ///     time is made up for by a later call.
  /// - Throws: Why the file cannot be used.
  /// - Returns: How many were deleted.
  @discardableResult
  public func prune(
    before horizon: Int64, while goesOn: () -> Bool = { true }
  ) throws(StoreError) -> Int {
    var all = 0
    while goesOn() {
      let deleted = try manage(writes: true) { file throws(DatabaseError) in
        try file.prune(before: horizon)
      }
      all += deleted
      if deleted == 0 { break }
    }
    if all > 0 {
      let hasTime = goesOn()
      try manage(writes: true) { file throws(DatabaseError) in
        try file.sweepParts(gone: all, hasTime: hasTime)
      }
    }
    return all
  }

  /// Deletes all answers, and gives their room back.
  /// - Returns: How many there were.
  @discardableResult
  public func clear() throws(StoreError) -> Int {
    try manage(writes: true) { file throws(DatabaseError) in try file.clear() }
  }

  /// Rows in the order of providers, languages and addresses, at most `count`, after `cursor`.
  ///
  /// IPv4 and IPv6 addresses are ordered by their octets, together. Between two calls others may
  /// write. A row that cannot be read is left out.
  /// - Returns: The rows, and where to go on; nil there: these were the last.
  public func rows(
    after cursor: Cursor, count: Int = 1000
  ) throws(StoreError) -> (rows: [Row], next: Cursor?) {
    try manage { file throws(DatabaseError) in try file.rows(after: cursor, count: count) }
  }

  /// Takes rows in, in one transaction; of two answers for an address, what was asked later stays.
  public func importRows(_ rows: [Row], now: Int64) throws(StoreError) -> ImportCount {
    try manage(writes: true) { file throws(DatabaseError) in
      var count = ImportCount()
      for (kind, rows) in Dictionary(grouping: rows, by: \.kind) {
        let answers = rows.map(\.answer).filter {
          $0.isKept && $0.askedAt <= now
            && PackedForm.pack($0.outcome, hasReverse: $0.hasReverse) != nil
        }
        let taken = try file.put(answers, kind, now: now)
        count.taken += taken
        count.older += answers.count - taken
        count.refused += rows.count - answers.count
      }
      return count
    }
  }

  /// Uses the file where an error is the caller's to tell.
  private func manage<Result>(
    writes: Bool = false, _ body: (AnswerFile) throws(DatabaseError) -> Result
  ) throws(StoreError) -> Result {
    let result = withState { state -> Swift.Result<Result, StoreError> in
      guard let file = state.file else {
        return .failure(.unusable(path: path, why: "it was given up"))
      }
      if writes, !state.canWrite {
        return .failure(.unusable(path: path, why: "it cannot be written"))
      }
      do throws(DatabaseError) {
        return .success(try body(file))
      } catch {
        if error.kind == .corrupt || error.kind == .notADatabase {
          Self.use(&state, source) { _ throws(DatabaseError) in throw error }
        }
        return .failure(StoreError(error, path: path))
      }
    }
    return try result.get()
  }
}
