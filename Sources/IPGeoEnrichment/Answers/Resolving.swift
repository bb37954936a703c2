import Dispatch
import IPGeoCore
import Synchronization

/// Where new addresses go: to a book, to what earlier runs have asked, and then to the provider's
/// queue.
///
/// Special addresses do not come here. Looking up takes as long as a disk does, so it goes on beside
/// the reading; what came meanwhile is looked up together. Any thread may call.
final class Resolving: Sendable {
  fileprivate enum Step {
    case lookUp([Question])
    case release
    case finish
  }

  fileprivate struct State {
    /// What is still to be done, in order.
    var steps: [Step] = []
    /// How many addresses of those are to be looked up, or are being so.
    var waiting = 0
    /// Whether a thread does the steps; no other one begins then.
    var isWorking = false
    /// What to call when nothing is to be done any more.
    var onRest: [@Sendable () -> Void] = []
  }

  private let book: BookReading?
  private let memory: (any AnswerMemory)?
  private let board: AnswerBoard
  private let questions: QuestionQueue
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "ipgeo.resolving")

  /// So many addresses are looked up before their answers are handed on: the first row need not
  /// wait for the last look-up of its chunk.
  private static let sliceLength = 2048

  /// Up to so many are looked up by the caller: a line that somebody types is not worth a thread.
  private static let fewQuestions = 64

  /// So many may wait: memory is bounded, however slow the disk is.
  private static let mostWaiting = 1 << 16

  /// - Parameters:
  ///   - book: What is looked into first; nil for none.
  ///   - memory: What is looked into next; nil for none.
  ///   - board: Where answers go.
  ///   - questions: Where the rest goes.
  init(
    book: BookReading? = nil, memory: (any AnswerMemory)?, board: AnswerBoard,
    questions: QuestionQueue
  ) {
    self.book = book
    self.memory = memory
    self.board = board
    self.questions = questions
  }

  /// Answers what is known, and asks for the rest; waits only while very much is waiting already.
  func resolve(_ new: [Question]) {
    if new.isEmpty { return }
    guard memory != nil || book != nil else { return questions.add(new) }
    let waiting = take(.lookUp(new), isShort: new.count <= Self.fewQuestions)
    if waiting > Self.mostWaiting { wait() }
  }

  /// What waits may leave in a part-filled batch.
  func release() { _ = take(.release, isShort: true) }

  /// Nothing more will be asked for.
  func finish() { _ = take(.finish, isShort: true) }

  /// Ends the asking.
  func close(with failure: Failure) { questions.close(with: failure) }

  /// Waits until all that came is looked up.
  func wait() {
    let rest = DispatchSemaphore(value: 0)
    whenAtRest { rest.signal() }
    rest.wait()
  }

  /// Returns when all that came is looked up.
  func settled() async {
    await withCheckedContinuation { continuation in
      whenAtRest { continuation.resume() }
    }
  }

  private func whenAtRest(_ body: @escaping @Sendable () -> Void) {
    let isAtRest = state.withLock { state in
      if state.isWorking { state.onRest.append(body) }
      return !state.isWorking
    }
    if isAtRest { body() }
  }

  /// Has a step done behind all others; by the caller if it is short and there are no others.
  /// - Returns: How many addresses wait.
  private func take(_ step: Step, isShort: Bool) -> Int {
    let (waiting, isFirst) = state.withLock { state in
      state.add(step)
      defer { state.isWorking = true }
      return (state.waiting, !state.isWorking)
    }
    guard isFirst else { return waiting }
    if isShort { work() } else { queue.async { self.work() } }
    return waiting
  }

  /// Does what is to be done until nothing is.
  private func work() {
    var done = 0
    while true {
      let (steps, onRest) = state.withLock { state in
        state.waiting -= done
        return state.next()
      }
      for body in onRest { body() }
      if steps.isEmpty { return }
      done = 0
      for step in steps {
        switch step {
        case .lookUp(let new):
          lookUp(new)
          done += new.count
        case .release: questions.release()
        case .finish: questions.finish()
        }
      }
    }
  }

  private func lookUp(_ new: [Question]) {
    var start = 0
    while start < new.count, questions.level.closing?.reason != .interrupted {
      let end = min(start + Self.sliceLength, new.count)
      lookUp(slice: Array(new[start..<end]))
      start = end
    }
    questions.add(Array(new[start...]))
  }

  private func lookUp(slice: [Question]) {
    guard let book else { return remember(slice) }
    let rest = book.answer(slice)
    if rest.count < slice.count { board.announce() }
    if !rest.isEmpty { remember(rest) }
  }

  private func remember(_ slice: [Question]) {
    guard let memory else { return questions.add(slice) }
    var isKnown = [Bool](repeating: false, count: slice.count)
    var knownCount = 0
    memory.views(among: slice.map(\.address)) { place, outcome, askedAt in
      isKnown[place] = true
      knownCount += 1
      board.pin(outcome, of: slice[place].tag, askedAt: askedAt)
    }
    if knownCount > 0 { board.announce() }
    if knownCount < slice.count {
      questions.add(zip(slice, isKnown).filter { !$1 }.map(\.0))
    }
  }
}

extension Resolving.State {
  /// Adds a step; addresses join those that wait right before them.
  fileprivate mutating func add(_ step: Resolving.Step) {
    guard case .lookUp(let new) = step else { return steps.append(step) }
    waiting += new.count
    guard case .lookUp(var together)? = steps.last else { return steps.append(step) }
    // Taken out first, so that it grows where it is.
    steps.removeLast()
    together += new
    steps.append(.lookUp(together))
  }

  /// Takes what is to be done next; without any, the work rests, and whom to tell.
  fileprivate mutating func next() -> (steps: [Resolving.Step], onRest: [@Sendable () -> Void]) {
    defer { steps = [] }
    if !steps.isEmpty { return (steps, []) }
    isWorking = false
    defer { onRest = [] }
    return ([], onRest)
  }
}
