import IPGeoAddresses
import IPGeoCore

/// A provider that keeps to the rules of the queue and answers what a test's script says.
///
/// It takes full batches, and part-filled ones only of what was released, so that a release that
/// never comes shows as a run that never ends.
final class ScriptedProvider: Provider {
  typealias Script = @Sendable ([Question]) async -> [Answer]

  let source = "script"
  /// Every question that was taken to be asked.
  let asked = Collected<IPAddress>()
  /// How the script's end came: one `true` if the task was cancelled.
  let wasCancelled = Collected<Bool>()
  private let batchSize: Int
  private let script: Script

  init(batchSize: Int = 100, script: @escaping Script) {
    self.batchSize = batchSize
    self.script = script
  }

  /// Answers each address by itself, at once.
  convenience init(
    batchSize: Int = 100, _ outcome: @escaping @Sendable (IPAddress) -> Outcome
  ) {
    self.init(batchSize: batchSize) { questions in
      questions.map { Answer(tag: $0.tag, outcome: outcome($0.address), askedAt: 1) }
    }
  }

  func answer(_ questions: QuestionQueue, to sink: any AnswerSink) async -> ProviderEnd {
    let (changes, onChange) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    questions.observe { onChange.yield() }
    await withDiscardingTaskGroup { group in
      for await _ in changes {
        while let batch = next(questions, sink) { start(batch, in: &group, sink) }
        let level = questions.level
        if level.isFinished, level.waiting == 0 { break }
      }
    }
    wasCancelled.append(Task.isCancelled)
    deliver(.interrupted, questions.take(.max / 2), to: sink)
    return .finished
  }

  private func next(_ questions: QuestionQueue, _ sink: any AnswerSink) -> [Question]? {
    let level = questions.level
    if let closing = level.closing {
      deliver(closing.reason, questions.take(.max / 2), to: sink)
      return nil
    }
    let count = level.waiting >= batchSize ? batchSize : level.released
    return count > 0 ? questions.take(count) : nil
  }

  private func start(
    _ batch: [Question], in group: inout DiscardingTaskGroup, _ sink: any AnswerSink
  ) {
    for question in batch { asked.append(question.address) }
    sink.report(.requestSent(addresses: batch.count))
    group.addTask { [self] in
      sink.deliver(await script(batch))
      // What the script left open when it was cancelled; where it did answer, this changes nothing.
      if Task.isCancelled { deliver(.interrupted, batch, wasAsked: true, to: sink) }
    }
  }

  private func deliver(
    _ reason: Reason, _ questions: [Question], wasAsked: Bool = false, to sink: any AnswerSink
  ) {
    let failure = Failure(reason, message: "\(reason.rawValue)", wasAsked: wasAsked)
    sink.deliver(questions.map { Answer(tag: $0.tag, outcome: .failed(failure), askedAt: 0) })
  }
}

/// A gate for tasks: it opens once, and a cancelled task does not wait at it.
struct TaskGate: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream(of: Void.self) }

  func open() { continuation.finish() }

  /// Waits; one task per gate.
  func pass() async { for await _ in stream {} }
}

extension Outcome {
  /// A location that says which address it is of.
  static func located(_ address: IPAddress) -> Outcome {
    var location = Location()
    location.city = "city of \(address)"
    return .located(location)
  }

  static func failed(_ reason: Reason, wasAsked: Bool = true) -> Outcome {
    .failed(Failure(reason, message: "scripted", wasAsked: wasAsked))
  }
}
