public import IPGeoAddresses
public import IPGeoCore
internal import Synchronization

/// Answers of earlier runs, in a file that several runs may use at once.
///
/// A run never fails for its store: what cannot be read is not known, what cannot be kept is asked
/// again another night, and either is said once. Safe to use from any thread; calls may take as long
/// as a disk takes to sync, and up to a second where another process holds the lock.
public final class AnswerStore: Sendable {
  /// Answers that wait while others hold the lock; more than any run asks in an hour.
  static let mostPending = 100_000

  struct State {
    /// nil once the file is given up.
    var file: AnswerFile?
    var canWrite = false
    /// What waits for the lock to become free, by kind.
    var pending: [(kind: AnswerKind, answer: StoredAnswer)] = []
    var hasReplaced = false
    var hasSaidLocked = false
    var notices: [StoreNotice] = []
  }

  let source: DatabaseFile
  private let onNotice: @Sendable (StoreNotice) -> Void
  private let lock = Mutex(())
  // Touched under `lock` alone; the connection in it belongs to whoever holds the lock.
  nonisolated(unsafe) private var state: State

  /// Where the file is, links followed.
  public var path: String { source.path }

  /// Whether nothing stands at `path`, so that opening a store there would make one.
  ///
  /// A place that cannot be looked at counts as one where something stands: opening it says why.
  public static func isAbsent(path: String) -> Bool { FileSystem.isAbsent(path) }

  /// Opens a store, and makes one where there is none: for its owner alone, as is its folder.
  ///
  /// Waits up to ten seconds for other processes that open it. A damaged file is set aside as
  /// `NAME.corrupt-<time>`, and a new one begun.
  /// - Parameters:
  ///   - path: Where the file is.
  ///   - onNotice: Takes what a person should hear, each once, from the thread that met it.
  /// - Throws: Why there is no store to be had; the file is as it was then.
  public convenience init(
    path: String, onNotice: @escaping @Sendable (StoreNotice) -> Void = { _ in }
  ) throws(StoreError) {
    try self.init(
      source: DatabaseFile(path: path, identity: AnswerFile.identity), onNotice: onNotice)
  }

  /// Opens a store to look answers up for a plan: nothing is made, changed or set aside; nil where
  /// there is no store, or it cannot be read without a trace.
  ///
  /// - Parameter path: Where the file is.
  public convenience init?(readingOnly path: String) {
    let source = DatabaseFile(path: path, identity: AnswerFile.identity)
    guard let opened = source.openToRead(), let file = try? AnswerFile(opened) else { return nil }
    self.init(source: source, file: file)
  }

  private init(source: DatabaseFile, file: AnswerFile) {
    self.source = source
    onNotice = { _ in }
    state = State(file: file, canWrite: false, hasReplaced: true, hasSaidLocked: true)
  }

  init(
    source: DatabaseFile, onNotice: @escaping @Sendable (StoreNotice) -> Void
  ) throws(StoreError) {
    self.source = source
    self.onNotice = onNotice
    let (file, notices) = try Self.open(source)
    state = State(file: file, canWrite: file.canWrite)
    state.hasReplaced = notices.contains { if case .replaced = $0 { true } else { false } }
    for notice in notices { onNotice(notice) }
  }

  private static func open(
    _ source: DatabaseFile
  ) throws(StoreError) -> (AnswerFile, [StoreNotice]) {
    var notices: [StoreNotice] = []
    for attempt in 0... {
      let opened = try source.open()
      notices += opened.notices
      do throws(DatabaseError) {
        return (try AnswerFile(opened), notices)
      } catch {
        // The header is ours and the tables are not there, or not readable.
        guard error.kind == .corrupt, attempt == 0 else {
          throw StoreError(error, path: source.path)
        }
        if let aside = try source.setAside(opened.file) {
          notices.append(.replaced(path: source.path, aside: aside))
        }
      }
    }
    throw .unusable(path: source.path, why: "it is damaged")
  }

  /// Looks addresses up.
  ///
  /// - Parameters:
  ///   - addresses: What to look up; order does not matter.
  ///   - kind: Whose answers, and in which language.
  ///   - wantsReverse: Whether an answer without a reverse name that was asked for will not do.
  ///   - ages: How old an answer may be.
  ///   - now: Seconds since 1970.
  ///   - each: Takes the place in `addresses`, the outcome and when it was asked, for each that is
  ///     known. It must not use the store.
  public func lookUp(
    _ addresses: [IPAddress], kind: AnswerKind, wantsReverse: Bool = false,
    ages: AnswerAges = AnswerAges(), now: Int64,
    each: (_ place: Int, _ outcome: Outcome, _ askedAt: Int64) -> Void
  ) {
    lookUpViews(
      addresses, kind: kind, wantsReverse: wantsReverse, ages: ages, now: now
    ) { place, view, askedAt in each(place, view.outcome, askedAt) }
  }

  /// The same with what is known where it lies: a view is good for the call of `each` alone.
  public func lookUpViews(
    _ addresses: [IPAddress], kind: AnswerKind, wantsReverse: Bool = false,
    ages: AnswerAges = AnswerAges(), now: Int64,
    each: (_ place: Int, _ outcome: OutcomeView, _ askedAt: Int64) -> Void
  ) {
    if addresses.isEmpty { return }
    withState { state in
      // One that is damaged is replaced, and then nothing is known.
      Self.use(&state, source) { file throws(DatabaseError) in
        try file.lookUp(addresses, kind) { place, askedAt, packed in
          var reader = PackedReader(packed.body)
          guard let start = PackedForm.start(&reader), start.hasReverse || !wantsReverse,
            ages.accepts(
              askedAt: askedAt, isUnknown: start.isUnknown, of: addresses[place], now: now)
          else { return }
          file.unpack(packed, start, reader) { each(place, $0, askedAt) }
        }
      }
    }
  }

  /// Keeps answers, durably when this returns, unless a notice says otherwise.
  ///
  /// Only `located` and `unknown` ones are kept. Where another process holds the lock for over a
  /// second, they wait for the next call, or for `close`.
  /// - Parameters:
  ///   - answers: What to keep; of one address, what was asked last stays.
  ///   - kind: Whose answers, and in which language.
  ///   - now: Seconds since 1970.
  public func keep(_ answers: [StoredAnswer], kind: AnswerKind, now: Int64) {
    withState { state in
      guard state.canWrite else { return }
      state.pending += answers.filter(\.isKept).map { (kind, $0) }
      Self.write(&state, source, now: now)
    }
  }

  /// Keeps what still waits, and ends the use of the file.
  /// - Parameters:
  ///   - milliseconds: How long to wait where another process holds the lock.
  ///   - now: Seconds since 1970.
  public func close(waitingMilliseconds milliseconds: Int = 1000, now: Int64) {
    withState { state in
      state.file?.database.setBusy(milliseconds: Int32(clamping: milliseconds))
      Self.write(&state, source, now: now)
      if !state.pending.isEmpty { state.notices.append(.notKept(.locked(path: source.path))) }
      state.file = nil
      state.canWrite = false
      state.pending = []
    }
  }

  // MARK: Under the lock

  /// Runs `body` under the lock, and then tells what it has noticed.
  func withState<Result>(_ body: (inout State) -> Result) -> Result {
    let (result, notices) = lock.withLock { _ in
      let result = body(&state)
      defer { state.notices = [] }
      return (Unchecked(result), state.notices)
    }
    for notice in notices { onNotice(notice) }
    return result.value
  }

  /// Uses the file, and deals with what goes wrong.
  /// - Returns: nil where it went wrong.
  @discardableResult
  static func use<Result>(
    _ state: inout State, _ source: DatabaseFile,
    _ body: (AnswerFile) throws(DatabaseError) -> Result
  ) -> Result? {
    guard let file = state.file else { return nil }
    do throws(DatabaseError) {
      return try body(file)
    } catch {
      recover(&state, source, error)
      return nil
    }
  }

  private static func write(_ state: inout State, _ source: DatabaseFile, now: Int64) {
    while let kind = state.pending.first?.kind, let file = state.file, state.canWrite {
      let answers = state.pending.filter { $0.kind == kind }.map(\.answer)
      do throws(DatabaseError) {
        if file.database.hasMoved { throw .moved }
        _ = try file.put(answers, kind, now: now)
        state.pending.removeAll { $0.kind == kind }
      } catch {
        if error.kind == .busy {
          state.pending.removeFirst(max(0, state.pending.count - mostPending))
          return
        }
        // A file that takes the place of this one takes the answers.
        recover(&state, source, error)
      }
    }
    if !state.canWrite { state.pending = [] }
  }

  /// Goes on after an error: with a new file, with reading only, or without.
  private static func recover(
    _ state: inout State, _ source: DatabaseFile, _ error: DatabaseError
  ) {
    let failure = StoreError(error, path: source.path)
    switch error.kind {
    case .busy:
      // Readers do not wait for writers, but for those who make or mend the log.
      if !state.hasSaidLocked { state.notices.append(.notRead(failure)) }
      state.hasSaidLocked = true
    case .readOnly:
      state.canWrite = false
      state.notices.append(.readOnly(path: source.path))
    case .full, .cannotWrite:
      state.canWrite = false
      state.notices.append(.notKept(failure))
    case .corrupt, .notADatabase, .moved: replace(&state, source, error)
    case .cannotOpen, .other: abandon(&state, failure)
    }
  }

  private static func replace(
    _ state: inout State, _ source: DatabaseFile, _ error: DatabaseError
  ) {
    guard let damaged = state.file?.file else { return }
    let isMoved = error.kind == .moved
    if state.hasReplaced, !isMoved { return abandon(&state, StoreError(error, path: source.path)) }
    if !isMoved { state.hasReplaced = true }
    state.file = nil
    do throws(StoreError) {
      if !isMoved, let aside = try source.setAside(damaged) {
        state.notices.append(.replaced(path: source.path, aside: aside))
      }
      let (file, notices) = try open(source)
      state.file = file
      state.canWrite = file.canWrite
      state.notices += notices
    } catch {
      abandon(&state, error)
    }
  }

  private static func abandon(_ state: inout State, _ error: StoreError) {
    state.file = nil
    state.canWrite = false
    state.notices.append(.abandoned(error))
  }
}

/// Carries a value out of a lock that its caller holds no longer than the value's origin.
struct Unchecked<Value>: @unchecked Sendable {
  // Only `withState` makes one, and unpacks it on the same thread at once.
  let value: Value
  init(_ value: Value) { self.value = value }
}

extension StoredAnswer {
  /// Whether it is of those that are kept.
  var isKept: Bool {
    switch outcome {
    case .located, .unknown: true
    case .special, .failed: false
    }
  }
}
