import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore
import Synchronization

/// The outcomes of the run's addresses, by number: the reader and the provider pin them up, the
/// writer looks them up.
///
/// The lock is taken per chunk by the reader, per batch by the provider, and by the writer only for
/// an address that it has no rendered row of.
final class AnswerBoard: AnswerSink {
  private static let pinnedTogether = 256

  private let table = Mutex(AnswerTable())
  private let writerWake: WakeHandle
  private let onEvent: @Sendable (ProviderEvent) -> Void

  /// - Parameters:
  ///   - writerWake: Signalled whenever answers arrive.
  ///   - onEvent: Takes the provider's events.
  init(writerWake: WakeHandle, onEvent: @escaping @Sendable (ProviderEvent) -> Void) {
    self.writerWake = writerWake
    self.onEvent = onEvent
  }

  /// Counts as they stand.
  var settled: SettledCounts { table.withLock { $0.settled } }

  /// Bytes taken by the packed answers that stand in place.
  var sizeInBytes: Int { table.withLock { $0.sizeInBytes } }

  /// Makes room for `count` numbers in all, and settles the special addresses among the new ones.
  func register(count: Int, special: [(number: UInt32, block: SpecialBlock)] = []) {
    table.withLock { $0.register(count: count, special: special) }
  }

  func deliver(_ answers: [Answer]) {
    table.withLock { table in
      // By place: an iterator would copy each answer with all its texts.
      for place in answers.indices { table.pin(answers[place]) }
    }
    writerWake.signal()
  }

  /// Keeps what an earlier run asked; `announce` is owed for it.
  func pin(_ outcome: OutcomeView, of number: UInt32, askedAt: Int64) {
    let carried = CarriedView(outcome: outcome, askedAt: askedAt)
    table.withLock {
      $0.pin(carried.outcome, of: number, askedAt: carried.askedAt, isKnown: true)
    }
  }

  /// Keeps what an entry of a book says: the next one's, in the order of their numbers.
  func keep(_ answer: BookAnswer) {
    let carried = CarriedAnswer(answer: answer)
    table.withLock { $0.keep(carried.answer) }
  }

  /// Answers addresses by entries that were kept; `announce` is owed for it.
  ///
  /// The lock is given up now and then: the writer looks at each new address.
  func pin(_ finds: [BookFind], of questions: [Question]) {
    let count = min(finds.count, questions.count)
    for start in stride(from: 0, to: count, by: Self.pinnedTogether) {
      let part = start..<min(start + Self.pinnedTogether, count)
      table.withLock { $0.pin(finds[part], of: questions[part]) }
    }
  }

  /// Wakes the writer for what was pinned.
  func announce() { writerWake.signal() }

  func report(_ event: ProviderEvent) {
    if case .requestSent = event { table.withLock { $0.countRequest() } }
    onEvent(event)
  }

  /// Whether the address has an outcome yet.
  func isSettled(_ number: UInt32) -> Bool { table.withLock { $0.isSettled(number) } }

  /// Settles addresses that are not asked for because `--top N` leaves them out.
  ///
  /// Special ones among them keep their outcome.
  func leaveOut(_ numbers: ArraySlice<UInt32>) {
    table.withLock { $0.leaveOut(numbers) }
  }

  /// Settles what has no outcome, now and later: the provider has ended and answers nothing more.
  func settleRest(with failure: Failure) {
    table.withLock { $0.settleRest(with: failure) }
    writerWake.signal()
  }

  /// Adds the records of each address to the counts of its status and reason.
  /// - Parameters:
  ///   - counts: Where they are added; addresses without an outcome add nothing.
  ///   - records: The records of an address that have a row, and those left out by `--top N`.
  func tally(
    into counts: inout RunCounts, records: (UInt32) -> (rows: Int, rest: Int)
  ) {
    table.withLock { table in
      for index in 0..<table.count {
        let number = UInt32(truncatingIfNeeded: index)
        let (rows, rest) = records(number)
        counts.rest += rest
        // What is left out is no failure, whatever became of it.
        if rest == 0 { table.tally(number, rows: rows, into: &counts) }
      }
      counts.addresses = table.count
      counts.local = table.settled.local
      counts.known = table.settled.known
      counts.fromBook = table.settled.fromBook
      counts.asked = table.settled.asked
      counts.unasked = table.settled.unasked
      counts.leftOut = table.settled.leftOut
      counts.requests = table.settled.requests
    }
  }

  /// The address's answer, for rendering: its bytes stay as long as the board does.
  func view(of number: UInt32) -> KeptAnswer? {
    table.withLock { $0.view(of: number).map(CarriedKept.init) }?.answer
  }

  /// What of a book answers the address; `nil` where nothing does, or nothing yet.
  func find(of number: UInt32) -> BookFind? { table.withLock { $0.find(of: number) } }

  /// The address's outcome; `nil` while there is none.
  func outcome(of number: UInt32) -> (outcome: Outcome, askedAt: Int64?)? {
    table.withLock { $0.outcome(of: number) }
  }
}

/// A view on its way through the board's lock.
///
/// `@unchecked Sendable`: it has its bytes with the caller, who waits.
private struct CarriedView: @unchecked Sendable {
  let outcome: OutcomeView
  let askedAt: Int64
}

/// The same of what a book says: `@unchecked Sendable` for the same reason.
private struct CarriedAnswer: @unchecked Sendable {
  let answer: BookAnswer
}

/// An answer on its way out of the board's lock.
///
/// `@unchecked Sendable`: its bytes are in the arenas of the table, where they never move or change
/// while the board lives.
private struct CarriedKept: @unchecked Sendable {
  let answer: KeptAnswer
}
