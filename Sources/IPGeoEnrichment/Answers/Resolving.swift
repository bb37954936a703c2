import IPGeoCore

/// Where new addresses go: to what earlier runs have asked, and then to the provider's queue.
///
/// Special addresses do not come here. Used by one thread at a time.
struct Resolving {
  private let memory: (any AnswerMemory)?
  private let board: AnswerBoard
  private let questions: QuestionQueue

  /// So many addresses are looked up before their answers are handed on: the first row need not
  /// wait for the last look-up of its chunk.
  private static let sliceLength = 2048

  init(memory: (any AnswerMemory)?, board: AnswerBoard, questions: QuestionQueue) {
    self.memory = memory
    self.board = board
    self.questions = questions
  }

  /// Answers what is known, and asks for the rest.
  func resolve(_ new: [Question]) {
    guard let memory else { return questions.add(new) }
    var start = 0
    while start < new.count, questions.level.closing?.reason != .interrupted {
      let end = min(start + Self.sliceLength, new.count)
      resolve(new[start..<end], memory)
      start = end
    }
    questions.add(Array(new[start...]))
  }

  private func resolve(_ slice: ArraySlice<Question>, _ memory: any AnswerMemory) {
    let questions = Array(slice)
    var isKnown = [Bool](repeating: false, count: questions.count)
    var knownCount = 0
    memory.views(among: questions.map(\.address)) { place, outcome, askedAt in
      isKnown[place] = true
      knownCount += 1
      board.pin(outcome, of: questions[place].tag, askedAt: askedAt)
    }
    if knownCount > 0 { board.announce() }
    if knownCount < questions.count {
      self.questions.add(zip(questions, isKnown).filter { !$1 }.map(\.0))
    }
  }

  /// What waits may leave in a part-filled batch.
  func release() { questions.release() }

  /// Nothing more will be asked for.
  func finish() { questions.finish() }

  /// Ends the asking.
  func close(with failure: Failure) { questions.close(with: failure) }
}
