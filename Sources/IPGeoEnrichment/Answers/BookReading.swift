import IPGeoAddresses
import IPGeoCore
import Synchronization

/// Answers addresses out of a book: what each entry says goes to the board once, however many
/// addresses share it.
///
/// Whoever resolves has it alone; the lock is never waited for.
final class BookReading: Sendable {
  private struct State {
    var addresses: [IPAddress] = []
    var finds: [BookFind] = []
    /// Of each entry that the board has, whether it is an answer.
    var isAnswer: [Bool] = []
    var failure: Failure?
  }

  private let book: any AnswerBook
  /// Whether others are asked about what the book knows nothing of.
  private let asksBeyond: Bool
  private let board: AnswerBoard
  private let state = Mutex(State())

  init(_ book: any AnswerBook, asksBeyond: Bool, board: AnswerBoard) {
    self.book = book
    self.asksBeyond = asksBeyond
    self.board = board
  }

  /// Answers what can be answered, and tells of the first failure.
  /// - Returns: What others are to be asked.
  func answer(_ questions: [Question]) -> [Question] {
    let (rest, failure) = state.withLock { state in
      let hadFailed = state.failure != nil
      let rest = answer(questions, &state)
      return (rest, hadFailed ? nil : state.failure)
    }
    if let failure { board.report(.lookUpsFailed(failure)) }
    return rest
  }

  private func answer(_ questions: [Question], _ state: inout State) -> [Question] {
    state.addresses.removeAll(keepingCapacity: true)
    for question in questions { state.addresses.append(question.address) }
    let count = book.find(state.addresses, into: &state.finds)
    while state.isAnswer.count < count { keep(&state) }
    guard asksBeyond else {
      board.pin(state.finds, of: questions)
      return []
    }
    var answered: (finds: [BookFind], questions: [Question]) = ([], [])
    var rest: [Question] = []
    for (find, question) in zip(state.finds, questions) {
      if Int(find.entry) < state.isAnswer.count, state.isAnswer[Int(find.entry)] {
        answered.finds.append(find)
        answered.questions.append(question)
      } else {
        rest.append(question)
      }
    }
    board.pin(answered.finds, of: answered.questions)
    return rest
  }

  /// Has the board keep the next entry.
  private func keep(_ state: inout State) {
    var isAnswer = true
    var failure: Failure?
    book.withAnswer(of: UInt32(truncatingIfNeeded: state.isAnswer.count)) { answer in
      board.keep(answer)
      guard case .other(let outcome) = answer.outcome else { return }
      if case .unknown = outcome { isAnswer = false }
      if case .failed(let why) = outcome { failure = why }
    }
    state.isAnswer.append(isAnswer)
    state.failure = state.failure ?? failure
  }
}
