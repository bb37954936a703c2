public import IPGeoAddresses

extension Provider {
  /// Answers for `addresses`, in their order, as they come.
  ///
  /// ```swift
  /// for try await (address, outcome) in provider.answers(for: addresses) { … }
  /// ```
  ///
  /// Special-purpose addresses are answered locally, and each other address is asked once however
  /// often it stands there. The asking begins with the first answer waited for, goes ahead of the
  /// loop, and ends when the loop is left. Each pass over the sequence asks anew.
  ///
  /// The loop throws `CancellationError` when its task is cancelled, and `AskingStopped` at the
  /// first address that was not asked because the provider has stopped. A look-up that failed by
  /// itself throws nothing: its outcome is `failed`.
  /// - Parameter addresses: What to look up; it is read through at once.
  /// - Returns: Each address with its outcome.
  public func answers(for addresses: some Sequence<IPAddress>) -> AnswerSequence {
    AnswerSequence(provider: self, addresses: Array(addresses))
  }
}

/// Why `answers(for:)` ends early: the provider stopped asking.
public struct AskingStopped: Error, Hashable, Sendable, CustomStringConvertible {
  /// What stopped it.
  public let failure: Failure

  /// Names what stopped the asking.
  public init(_ failure: Failure) { self.failure = failure }

  /// The failure's message.
  public var description: String { failure.message }
}

/// Addresses with their outcomes, in the order asked for; see `Provider.answers(for:)`.
public struct AnswerSequence: AsyncSequence, Sendable {
  /// An address, as given, and what its look-up came to.
  public typealias Element = (address: IPAddress, outcome: Outcome)
  /// `CancellationError` or `AskingStopped`.
  public typealias Failure = any Error

  let provider: any Provider
  let addresses: [IPAddress]

  /// Begins a pass; nothing is asked before the first `next`.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// One pass over the answers.
  public struct Iterator: AsyncIteratorProtocol {
    private let sequence: AnswerSequence
    private var asking: Asking?
    private var index = 0

    init(_ sequence: AnswerSequence) { self.sequence = sequence }

    /// The next address and its outcome; `nil` after the last.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(any Error) -> Element? {
      guard index < sequence.addresses.count else {
        asking = nil
        return nil
      }
      try Task.checkCancellation()
      let address = sequence.addresses[index]
      if let block = address.specialBlock {
        index += 1
        return (address, .special(block))
      }
      let asking = self.asking ?? Asking(sequence)
      self.asking = asking
      let outcome = try await asking.outcome(at: index)
      index += 1
      return (address, outcome)
    }
  }
}

/// The asking behind one pass; it is cancelled when the last reference, the iterator's, goes.
private final class Asking: Sendable {
  private let board: WaitingAnswers
  private let tags: [UInt32]
  private let task: Task<Void, Never>

  init(_ sequence: AnswerSequence) {
    var tagOf: [IPAddress: UInt32] = [:]
    var questions: [Question] = []
    var uses: [Int] = []
    tags = sequence.addresses.map { address in
      // A special address is never looked up by its tag.
      if address.specialBlock != nil { return .max }
      if let tag = tagOf[address] {
        uses[Int(tag)] += 1
        return tag
      }
      let tag = UInt32(truncatingIfNeeded: uses.count)
      tagOf[address] = tag
      questions.append(Question(tag: tag, address: address))
      uses.append(1)
      return tag
    }
    let board = WaitingAnswers(uses: uses)
    let queue = QuestionQueue()
    queue.add(questions)
    queue.finish()
    self.board = board
    let provider = sequence.provider
    task = Task { board.end(await provider.answer(queue, to: board)) }
  }

  deinit { task.cancel() }

  func outcome(at index: Int) async throws -> Outcome {
    let outcome = try await board.outcome(of: tags[index])
    if case .failed(let failure) = outcome, !failure.wasAsked {
      let end = await board.wholeEnd()
      try Task.checkCancellation()
      if case .stopped(let stop) = end { throw AskingStopped(stop) }
    }
    return outcome
  }
}
