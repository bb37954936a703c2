internal import IPGeoByteStreams
internal import IPGeoStore
internal import Synchronization

/// The store as the commands of `ipgeo cache` use it: what goes wrong ends them, with a code.
final class OpenStore: Sendable {
  /// What the store is opened for; it decides what a fault of it is.
  enum Purpose: Sendable { case reading, writing }

  /// What opening and using the store brought up.
  private struct News {
    var wasDamaged = false
    var isReadOnly = false
  }

  private let store: AnswerStore
  private let purpose: Purpose
  private let news: Shared

  private final class Shared: Sendable {
    let state = Mutex(News())
  }

  /// Opens the store at `path`; nil where there is none, and then none is made.
  static func existing(
    _ path: String, for purpose: Purpose, _ diagnostics: Diagnostics
  ) throws(CommandFault) -> OpenStore? {
    if AnswerStore.isAbsent(path: path) { return nil }
    return try OpenStore(path, for: purpose, diagnostics)
  }

  /// Opens the store at `path`, and makes it where there is none.
  init(
    _ path: String, for purpose: Purpose, _ diagnostics: Diagnostics
  ) throws(CommandFault) {
    let news = Shared()
    do throws(StoreError) {
      store = try AnswerStore(path: path) { notice in
        switch notice {
        case .replaced:
          news.state.withLock { $0.wasDamaged = true }
          // Who wants to read the answers does not get them.
          diagnostics.say("\(notice)", as: purpose == .reading ? .error : .warning)
        case .readOnly: news.state.withLock { $0.isReadOnly = true }
        case .otherJournal: diagnostics.detail("\(notice)")
        case .notKept, .notRead, .abandoned: diagnostics.warning("\(notice)")
        }
      }
    } catch {
      throw Self.fault(error, purpose, isOpening: true)
    }
    self.purpose = purpose
    self.news = news
    if purpose == .writing, news.state.withLock({ $0.isReadOnly }) {
      throw CommandFault(.cannotCreate, "\(path) is read-only: nothing can be changed in it")
    }
  }

  deinit { store.close(now: Clock.wallSeconds()) }

  /// Whether the answers that were there are gone: the file was set aside.
  var wasDamaged: Bool { news.state.withLock { $0.wasDamaged } }

  /// Uses the store; what it throws becomes the fault that ends the command.
  ///
  /// A lock that others hold is waited for, some ten seconds in all.
  func use<Result>(
    _ body: (AnswerStore) throws(StoreError) -> Result
  ) throws(CommandFault) -> Result {
    var tries = 0
    while true {
      do throws(StoreError) {
        return try body(store)
      } catch {
        tries += 1
        // Each try has waited for a second.
        if case .locked = error, tries < 10 { continue }
        var fault = Self.fault(error, purpose, isOpening: false)
        if purpose == .reading, wasDamaged { fault.code = .badInput }
        throw fault
      }
    }
  }

  /// What a fault of the store is for the command, by what the store was to be used for.
  static func fault(
    _ error: StoreError, _ purpose: Purpose, isOpening: Bool
  ) -> CommandFault {
    switch error {
    case .locked: CommandFault(.locked, "\(error): try again later")
    case .full: CommandFault(.writeFailed, "\(error)")
    case .foreign:
      CommandFault(
        purpose == .reading ? .unreadableInput : .cannotCreate,
        "\(error); name another file with --cache")
    case .newer:
      CommandFault(
        purpose == .reading ? .unreadableInput : .cannotCreate,
        "\(error); name another file with --cache, or use that ipgeo")
    case .unusable:
      CommandFault(
        purpose == .reading ? .unreadableInput : isOpening ? .cannotCreate : .writeFailed,
        "\(error)")
    }
  }
}

/// Refuses to read or write the store's own files as lists of answers.
///
/// Writing would destroy them; and reading opens and closes a file of SQLite's within this process,
/// which would drop the locks that it holds.
enum StoreFiles {
  /// Whether `path` is the store at `store`, or a file that SQLite keeps beside it, by any name.
  static func contain(_ path: String, store: String) -> Bool {
    ["", "-wal", "-shm", "-journal"].contains { suffix in
      let file = store + suffix
      if let first = FileIdentity.ofRegularFile(path: file),
        let second = FileIdentity.ofRegularFile(path: path)
      {
        return first == second
      }
      guard let first = FilePlace(file), let second = FilePlace(path) else { return false }
      return first == second
    }
  }

  /// Whether standard input is the store's file.
  static func areStandardInput(store: String) -> Bool {
    guard let input = FileIdentity.ofRegularFile(descriptor: 0) else { return false }
    return FileIdentity.ofRegularFile(path: store) == input
  }
}
