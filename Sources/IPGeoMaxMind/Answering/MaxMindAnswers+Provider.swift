public import IPGeoAddresses
public import IPGeoCore

extension MaxMindAnswers: Provider {
  /// Answers every question at once; nobody is asked, and the asking never stops.
  public func answer(_ questions: QuestionQueue, to sink: any AnswerSink) async -> ProviderEnd {
    let (changes, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    questions.observe { signal.yield() }
    for await _ in changes {
      answerAll(questions, to: sink)
      let level = questions.level
      if level.isFinished, level.waiting == 0 { break }
    }
    let interrupted = Failure(.interrupted, message: "the look-ups were interrupted")
    while questions.level.waiting > 0 {
      sink.deliver(questions.take(1000).map(failing(interrupted)))
    }
    return .finished
  }

  private func answerAll(_ questions: QuestionQueue, to sink: any AnswerSink) {
    while questions.level.waiting > 0, !Task.isCancelled {
      if let closing = questions.level.closing {
        sink.deliver(questions.take(1000).map(failing(closing)))
      } else {
        sink.deliver(answers(to: questions.take(1000)))
      }
    }
  }

  private func failing(_ failure: Failure) -> (Question) -> Answer {
    { Answer(tag: $0.tag, outcome: .failed(failure), askedAt: 0) }
  }

  /// Answers questions at once, in their order.
  /// - Parameter questions: What to look up, none of it special; some thousand at most.
  /// - Returns: An answer to each, with who gave it.
  public func answers(to questions: [Question]) -> [Answer] {
    var finds: [BookFind] = []
    _ = find(questions.map(\.address), into: &finds)
    return zip(questions, finds).map { question, find in
      var answer = Answer(
        tag: question.tag, outcome: .unknown(.notInDatabase), askedAt: 0, isKnown: true)
      withAnswer(of: find.entry) { entry in
        answer.outcome = entry.outcome(of: question.address, find)
        answer.askedAt = entry.askedAt ?? 0
        answer.source = entry.source
      }
      return answer
    }
  }

  /// Looks one address up.
  /// - Returns: What the databases have of it.
  public func lookUp(_ address: IPAddress) -> Outcome {
    answers(to: [Question(tag: 0, address: address)]).first?.outcome ?? .unknown(.notInDatabase)
  }
}

extension BookAnswer {
  /// The outcome for an address, with texts of its own and with the address's network.
  public func outcome(of address: IPAddress, _ find: BookFind) -> Outcome {
    guard case .located(let view) = outcome else { return outcome.outcome }
    var location = Location(view)
    location.network = AddressPrefix(networkBits: find.networkBits, of: address)
    return .located(location)
  }
}
