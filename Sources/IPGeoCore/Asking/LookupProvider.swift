public import IPGeoAddresses
internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A provider that is asked about one address at a time: all that it takes to plug in a service, a
/// database or a table of one's own.
///
/// ```swift
/// struct Offices: LookupProvider {
///   let source = "offices"
///   let cities: [IPAddress: String]
///
///   func outcome(for address: IPAddress) async -> Outcome {
///     guard let city = cities[address] else { return .unknown(.noData) }
///     var location = Location()
///     location.city = city
///     return .located(location)
///   }
/// }
/// ```
///
/// What asks many at once, or has a limit to keep, conforms to `Provider` itself.
public protocol LookupProvider: Provider {
  /// How many addresses are asked about at once, at least 1; 16 where it is not told.
  var jobs: Int { get }

  /// Looks one address up, which is never a special one.
  ///
  /// It runs in a task that is cancelled when the run ends early: what it awaits should end then,
  /// with `failed(Failure(.interrupted, …))`. What it says after that is taken as its answer.
  func outcome(for address: IPAddress) async -> Outcome

  /// Of when answers are, in seconds since 1970 UTC (POSIX time); now, where it is not told. A table
  /// has the day that it was made, so that the same input gives the same rows.
  var askedAt: Int64 { get }
}

extension LookupProvider {
  /// Sixteen.
  public var jobs: Int { 16 }

  /// The time of the system's clock.
  public var askedAt: Int64 { Int64(time(nil)) }

  /// Asks about every question of the queue, some at a time.
  public func answer(_ questions: QuestionQueue, to sink: any AnswerSink) async -> ProviderEnd {
    let (changes, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    questions.observe { signal.yield() }
    let running = Counter()
    await withDiscardingTaskGroup { group in
      for await _ in changes {
        if let closing = questions.level.closing {
          deliverRest(of: questions, closing, to: sink)
        }
        let level = questions.level
        if level.isFinished, level.waiting == 0 { break }
        // One for each question that waits, and no more than may run at once: each asks until
        // nothing waits any more. Where `jobs` has fallen, more may run than are allowed now.
        for _ in 0..<max(0, min(level.waiting, max(1, jobs) - running.count)) {
          running.add(1)
          group.addTask {
            await answerSome(questions, to: sink)
            running.add(-1)
            // What was added between its last look and now is seen by another look.
            signal.yield()
          }
        }
      }
    }
    deliverRest(
      of: questions, Failure(.interrupted, message: "the look-ups were interrupted"), to: sink)
    return .finished
  }

  private func answerSome(_ questions: QuestionQueue, to sink: any AnswerSink) async {
    while !Task.isCancelled, questions.level.closing == nil,
      let question = questions.take(1).first
    {
      let askedAt = askedAt
      var outcome = await outcome(for: question.address)
      // It was asked, whatever it says of that: the sums count it so.
      if case .failed(var failure) = outcome {
        failure.wasAsked = true
        outcome = .failed(failure)
      }
      sink.deliver([Answer(tag: question.tag, outcome: outcome, askedAt: askedAt)])
    }
  }

  private func deliverRest(
    of questions: QuestionQueue, _ failure: Failure, to sink: any AnswerSink
  ) {
    while questions.level.waiting > 0 {
      sink.deliver(
        questions.take(1000).map { Answer(tag: $0.tag, outcome: .failed(failure), askedAt: 0) })
    }
  }
}

/// How many tasks run.
private final class Counter: Sendable {
  private let value = Atomic(0)

  var count: Int { value.load(ordering: .acquiring) }

  func add(_ number: Int) { value.add(number, ordering: .acquiringAndReleasing) }
}
