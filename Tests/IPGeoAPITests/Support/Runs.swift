import IPGeoCore
import IPGeoRateLimit
import IPGeoTransport
import Synchronization

@testable import IPGeoAPI

/// Surroundings in which pauses pass at once: each moves the clock instead.
func hastySurroundings() -> IPAPIProvider.Surroundings {
  let skipped = Skipped()
  var surroundings = IPAPIProvider.Surroundings()
  surroundings.clock = { MonotonicClock.nanoseconds() + skipped.value }
  surroundings.callLater = { wait, body in
    skipped.add(wait)
    Task.detached { body() }
  }
  surroundings.random = { 0.5 }
  surroundings.wallSeconds = { 1_700_000_000 }
  return surroundings
}

private final class Skipped: Sendable {
  private let nanoseconds = Atomic<Int64>(0)
  var value: Int64 { nanoseconds.load(ordering: .sequentiallyConsistent) }
  func add(_ more: Int64) { nanoseconds.add(more, ordering: .sequentiallyConsistent) }
}

/// A configuration without limits, whose holds last a moment.
func openConfiguration() -> IPAPIProvider.Configuration {
  var configuration = IPAPIProvider.Configuration()
  configuration.baseURL = try? ServiceURL("http://127.0.0.1:1")
  configuration.batchLimit = RateLimit(requests: 1_000_000, window: 20_000_000)
  configuration.singleLimit = RateLimit(requests: 1_000_000, window: 20_000_000)
  return configuration
}

/// The same with no limit at all, so that no request has to find out how one stands.
func limitlessConfiguration() -> IPAPIProvider.Configuration {
  var configuration = openConfiguration()
  configuration.batchLimit = nil
  configuration.singleLimit = nil
  return configuration
}

/// What a whole run came to.
struct Run {
  let sink: CountingSink
  let questions: [Question]
  let end: ProviderEnd
  let requests: [SeenRequest]

  var stop: Failure? { if case .stopped(let failure) = end { failure } else { nil } }
  var located: Int { sink.located(questions) }
  var reasons: Set<Reason> { Set(sink.failures.map(\.reason)) }

  /// Every question has its answer, once.
  var isWhole: Bool { sink.count == questions.count && sink.repeated.isEmpty }
}

/// Asks about that many addresses by a script.
func ask(
  _ count: Int, _ configuration: IPAPIProvider.Configuration = openConfiguration(),
  _ script: @escaping ScriptedTransport.Script
) async throws -> Run {
  let transport = ScriptedTransport(script)
  let provider = IPAPIProvider(
    configuration, transport: transport, surroundings: hastySurroundings())
  let questions = zip(0..., publicAddresses(count)).map { Question(tag: $0, address: $1) }
  let queue = QuestionQueue()
  queue.add(questions)
  queue.finish()
  let sink = CountingSink()
  let end = await provider.answer(queue, to: sink)
  return Run(sink: sink, questions: questions, end: end, requests: transport.requests)
}
