internal import IPGeoAPI
internal import IPGeoAddresses
internal import IPGeoCore
internal import IPGeoEnrichment
internal import IPGeoMaxMind

/// Finds out what items come to: answered here, known from earlier runs, or asked.
///
/// Cancelling the surrounding task ends the asking at once; what is unanswered is `interrupted`.
struct LookupRun: Sendable {
  let options: LookupOptions
  /// Looked into before anything else; nil for none.
  let databases: MaxMindAnswers?
  let shared: SharedFiles
  let wantsReverse: Bool
  /// Takes what happens, from any thread.
  let onEvent: @Sendable (ProviderEvent) -> Void
  /// Called before something is asked, with the addresses; nil is one's own.
  let onAsking: @Sendable ([IPAddress?]) -> Void

  /// What became of the items, and of the asking.
  struct Report: Sendable {
    var results: [LookupResult]
    var end = ProviderEnd.finished
  }

  private var asking: BatchOptions.Asking { options.base.asking }
  private var memory: (any AnswerMemory)? { shared.memory(wantsReverse: wantsReverse) }

  /// Runs to the end.
  func run(_ items: [LookupItem]) async -> Report {
    let addresses = Self.distinct(items)
    let memory = memory
    let board = LookupBoard(onEvent)
    let known = await BlockingWork.run { self.known(addresses, memory) }
    board.deliver(known)
    let isKnown = Set(known.map(\.tag))
    let questions = zip(UInt32(0)..., addresses).compactMap { tag, address in
      isKnown.contains(tag) ? nil : Question(tag: tag, address: address)
    }
    let asksOwn = items.contains { $0.subject == .own }
    if !questions.isEmpty || asksOwn, !asking.isOff {
      onAsking((asksOwn ? [nil] : []) + questions.map(\.address))
    }
    let (own, end) = await ask(questions, asksOwn: asksOwn, board, addresses, memory)
    let numbers = Dictionary(zip(addresses, UInt32(0)...), uniquingKeysWith: { first, _ in first })
    let results = items.map { item in
      result(item, own) { numbers[$0].flatMap { board[$0] } }
    }
    return Report(results: results, end: end)
  }

  /// The addresses that are not answered here, each once.
  private static func distinct(_ items: [LookupItem]) -> [IPAddress] {
    var seen: Set<IPAddress> = []
    return items.compactMap { item in
      guard case .address(let address) = item.subject, address.specialBlock == nil,
        seen.insert(address).inserted
      else { return nil }
      return address
    }
  }

  /// What the databases have, and of the rest what earlier runs have asked.
  private func known(_ addresses: [IPAddress], _ memory: (any AnswerMemory)?) -> [Answer] {
    var questions = zip(UInt32(0)..., addresses).map { Question(tag: $0, address: $1) }
    var answers: [Answer] = []
    if let databases {
      answers = databases.answers(to: questions).filter { answer in
        answer.outcome.status != .unknown || !options.base.asksBeyondDatabases
      }
      let answered = Set(answers.map(\.tag))
      questions.removeAll { answered.contains($0.tag) }
    }
    if questions.isEmpty { return answers }
    memory?.known(among: questions.map(\.address)) { place, outcome, askedAt in
      answers.append(
        Answer(tag: questions[place].tag, outcome: outcome, askedAt: askedAt, isKnown: true))
    }
    return answers
  }

  /// Asks about oneself first, and where that went well about the rest.
  private func ask(
    _ questions: [Question], asksOwn: Bool, _ board: LookupBoard, _ addresses: [IPAddress],
    _ memory: (any AnswerMemory)?
  ) async -> (own: OwnAnswer?, end: ProviderEnd) {
    if questions.isEmpty, !asksOwn { return (nil, .finished) }
    let provider = await BlockingWork.run { makeProvider(questions.count + (asksOwn ? 1 : 0)) }
    var own: OwnAnswer?
    if asksOwn, let service = provider as? IPAPIProvider {
      let answer = await service.ownAnswer(onEvent: onEvent)
      await BlockingWork.run { Self.keep(answer, memory) }
      own = answer
      if case .stopped(let failure) = answer.end {
        board.deliver(
          questions.map { Answer(tag: $0.tag, outcome: .failed(failure), askedAt: 0) })
        return (answer, answer.end)
      }
    }
    if questions.isEmpty { return (own, .finished) }
    let queue = QuestionQueue()
    queue.add(questions)
    queue.finish()
    let remembering = memory.map { memory in
      RememberingSink(board: board, memory: memory) { addresses[Int($0)] }
    }
    let end = await provider.answer(queue, to: remembering ?? board)
    await remembering?.settled()
    return (own, end)
  }

  private func makeProvider(_ addresses: Int) -> any Provider {
    if asking.isOff { return SilentProvider(source: IPAPIProvider.name, failure: .notKnown) }
    var configuration = asking.configuration(wantsReverse: wantsReverse)
    LookupShare(addresses: addresses).apply(to: &configuration)
    return IPAPIProvider(
      configuration, refusals: shared.refusals, ledger: { shared.ledger($0, $1) })
  }

  /// Keeps what the service said of us, under the address that it named.
  private static func keep(_ own: OwnAnswer, _ memory: (any AnswerMemory)?) {
    guard let address = own.address, let memory else { return }
    switch own.outcome {
    case .located, .unknown:
      memory.keep([AskedAnswer(address: address, outcome: own.outcome, askedAt: own.askedAt)])
    case .special, .failed: break
    }
  }

  private func result(
    _ item: LookupItem, _ own: OwnAnswer?, _ answer: (IPAddress) -> Answer?
  ) -> LookupResult {
    let lost = Outcome.failed(Failure(.noAnswer, message: "the asking ended without an answer"))
    switch item.subject {
    case .invalid(let reason): return LookupResult(item: item, verdict: .invalid(reason))
    case .unresolved(let failure):
      return LookupResult(item: item, verdict: .outcome(.failed(failure)))
    case .own:
      var item = item
      if let address = own?.address { item.text = Array(address.description.utf8) }
      return LookupResult(
        item: item, address: own?.address, verdict: .outcome(own?.outcome ?? lost),
        askedAt: own?.askedAt)
    case .address(let address):
      if let block = address.specialBlock {
        return LookupResult(item: item, address: address, verdict: .outcome(.special(block)))
      }
      let answer = answer(address)
      return LookupResult(
        item: item, address: address, verdict: .outcome(answer?.outcome ?? lost),
        askedAt: answer?.askedAt, isKnown: answer?.isKnown ?? false, database: answer?.source)
    }
  }
}
