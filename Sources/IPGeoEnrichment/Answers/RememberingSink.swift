import Dispatch
public import IPGeoAddresses
public import IPGeoCore
import Synchronization

/// Takes a provider's answers: to whoever waits for them at once, and to the memory as soon as may be.
///
/// Keeping waits for a disk, so it has a queue of its own, where all that has come meanwhile is kept
/// at once. What could not be asked is looked up there once more where old answers will do.
public final class RememberingSink: AnswerSink {
  private let board: any AnswerSink
  private let memory: any AnswerMemory
  private let address: @Sendable (UInt32) -> IPAddress
  private let queue = DispatchQueue(label: "ipgeo.answers")
  private let waiting = Mutex<[AskedAnswer]>([])

  /// Makes a sink before another one.
  /// - Parameters:
  ///   - board: Where answers go, and all events.
  ///   - memory: What keeps them for later runs.
  ///   - address: The address of a question's mark.
  public init(
    board: any AnswerSink, memory: any AnswerMemory,
    address: @escaping @Sendable (UInt32) -> IPAddress
  ) {
    self.board = board
    self.memory = memory
    self.address = address
  }

  /// Hands answers on; those that failed only once it was seen that no old one will do.
  public func deliver(_ answers: [Answer]) {
    var settled: [Answer] = []
    var failed: [Answer] = []
    var asked: [AskedAnswer] = []
    for answer in answers {
      switch answer.outcome {
      case .located, .unknown:
        settled.append(answer)
        asked.append(
          AskedAnswer(
            address: address(answer.tag), outcome: answer.outcome, askedAt: answer.askedAt))
      case .failed(let failure) where memory.givesStale && failure.reason != .interrupted:
        failed.append(answer)
      case .failed, .special: settled.append(answer)
      }
    }
    if !settled.isEmpty { board.deliver(settled) }
    if !asked.isEmpty {
      waiting.withLock { $0 += asked }
      queue.async { self.keep() }
    }
    if !failed.isEmpty {
      let failed = failed
      queue.async { self.serveStale(failed) }
    }
  }

  /// Hands an event on.
  public func report(_ event: ProviderEvent) { board.report(event) }

  /// Returns when all that was delivered before is kept and handed on.
  public func settled() async {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume() }
    }
  }

  // MARK: On the queue

  private func keep() {
    let asked = waiting.withLock { waiting in
      let asked = waiting
      waiting = []
      return asked
    }
    if !asked.isEmpty { memory.keep(asked) }
  }

  private func serveStale(_ failed: [Answer]) {
    var answers = failed
    memory.stale(among: failed.map { address($0.tag) }) { place, outcome, askedAt in
      answers[place] = Answer(
        tag: failed[place].tag, outcome: outcome, askedAt: askedAt, isKnown: true)
    }
    board.deliver(answers)
  }
}
