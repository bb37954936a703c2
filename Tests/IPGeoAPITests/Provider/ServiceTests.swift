import IPGeoCore
import IPGeoRateLimit
import IPGeoStandIn
import IPGeoTransport
import Testing

@testable import IPGeoAPI

/// The provider on libcurl, against the stand-in on loopback.
@Suite struct ServiceTests {
  private struct Outcome {
    var sink: CountingSink
    var questions: [Question]
    var end: ProviderEnd
    var server: StandInServer

    var located: Int { sink.all.count { $0.outcome.status == .located } }
    var isWhole: Bool { sink.count == questions.count && sink.repeated.isEmpty }
  }

  private func ask(
    _ count: Int, _ standIn: StandInServer.Configuration,
    _ change: (inout IPAPIProvider.Configuration) -> Void = { _ in }
  ) async throws -> Outcome {
    let server = try StandInServer(configuration: standIn)
    defer { server.stop() }
    var configuration = IPAPIProvider.Configuration()
    configuration.baseURL = try ServiceURL(server.baseURL)
    let window = Int64(standIn.windowMilliseconds) * 1_000_000
    configuration.batchLimit = standIn.batchLimit.map { RateLimit(requests: $0, window: window) }
    configuration.singleLimit = standIn.singleLimit.map {
      RateLimit(requests: $0, window: window)
    }
    change(&configuration)
    // The shortest pauses; those and the windows pass in real time.
    var surroundings = IPAPIProvider.Surroundings()
    surroundings.random = { 0 }
    let provider = IPAPIProvider(configuration, surroundings: surroundings)
    let questions = zip(0..., publicAddresses(count)).map { Question(tag: $0, address: $1) }
    let queue = QuestionQueue()
    queue.add(questions)
    queue.finish()
    let sink = CountingSink()
    let end = await provider.answer(queue, to: sink)
    return Outcome(sink: sink, questions: questions, end: end, server: server)
  }

  @Test(arguments: [WindowKind.fixed, .sliding], [0...0, 0...8])
  func `three windows of addresses meet no refusal`(
    kind: WindowKind, latency: ClosedRange<Int>
  ) async throws {
    var standIn = StandInServer.Configuration()
    standIn.windowMilliseconds = 1000
    standIn.windowKind = kind
    standIn.latencyMilliseconds = latency
    standIn.replyDelayMilliseconds = latency
    let run = try await ask(4600, standIn)
    #expect(run.isWhole)
    #expect(run.located == 4600)
    #expect(run.server.counters.total429 == 0)
    #expect(run.server.counters.distinct == 4600)
    #expect(run.server.counters.asked == 4600)
  }

  @Test(arguments: [
    Fault.reset, .close, .cut(afterBytes: 40), .notHTTP, .chunked, .emptyBody200, .halfJSON,
    .status(502, body: "<html>"), .status(503, retryAfter: "1"), .tooManyRequests(ttl: 0),
    .tooManyRequests(headers: false, body: "slow down"), .html200, .garbageHeaders, .shuffled,
    .oneShort, .nullElement, .duplicateElement, .extraElement, .withoutQuery, .stringNumbers,
    .notArray, .emptyArray,
  ])
  func `a fault of every fourth request costs no address`(fault: Fault) async throws {
    var standIn = StandInServer.Configuration()
    standIn.batchLimit = 60
    standIn.windowMilliseconds = 1000
    standIn.faults = [FaultRule(fault, on: .every(4))]
    let run = try await ask(1200, standIn)
    #expect(run.isWhole)
    #expect(run.located == 1200)
    #expect(run.end == .finished)
  }

  @Test(arguments: [
    (Fault.neverAnswer, Reason.timeout), (.trickle(bytes: 1, everyMilliseconds: 50), .timeout),
    (.hugeBody(megabytes: 5), .badResponse), (.html200, .badResponse),
    (.redirect(location: "http://login.example/"), .redirected),
  ])
  func `a service that is none ends soon, and says why`(
    fault: Fault, reason: Reason
  ) async throws {
    var standIn = StandInServer.Configuration()
    standIn.batchLimit = nil
    standIn.faults = [FaultRule(fault, on: .always)]
    let run = try await ask(600, standIn) {
      // What is answered must not be late on a loaded machine.
      if reason == .timeout { $0.attemptTimeout = 200_000_000 }
      $0.retries = 1
    }
    #expect(run.isWhole)
    #expect(run.located == 0)
    #expect(Set(run.sink.failures.map(\.reason)) == [reason])
    #expect(run.end != .finished || reason == .timeout)
  }

  @Test func `spoilt values fail alone`() async throws {
    for fault in [Fault.illTyped, .outOfRange] {
      var standIn = StandInServer.Configuration()
      standIn.faults = [FaultRule(fault, on: .numbers([1]))]
      let run = try await ask(100, standIn)
      #expect(run.isWhole)
      #expect(run.located == 99)
      #expect(run.sink.failures.map(\.reason) == [.badResponse])
    }
  }

  @Test func `the TLS port's refusal stops the asking`() async throws {
    var standIn = StandInServer.Configuration()
    standIn.answersAsTLSPort = true
    let run = try await ask(300, standIn)
    #expect(run.isWhole)
    guard case .stopped(let failure) = run.end else {
      Issue.record("it did not stop")
      return
    }
    #expect(failure.reason == .refused)
    #expect(failure.message.contains("SSL unavailable"))
  }

  @Test func `a key lifts the limit, a wrong one is refused`() async throws {
    var standIn = StandInServer.Configuration()
    standIn.key = "sesame"
    standIn.batchLimit = 1
    let right = try await ask(3000, standIn) {
      $0.key = APIKey("sesame")
      $0.batchLimit = nil
      $0.singleLimit = nil
    }
    #expect(right.located == 3000)
    let wrong = try await ask(300, standIn) { $0.key = APIKey("mellon") }
    #expect(wrong.isWhole)
    #expect(Set(wrong.sink.failures.map(\.reason)) == [.refused])
    #expect(wrong.sink.failures.allSatisfy { !$0.message.contains("mellon") })
  }

  @Test func `a closed port is unreachable`() async throws {
    let run = try await ask(300, StandInServer.Configuration()) {
      $0.baseURL = try? ServiceURL("http://127.0.0.1:1")
      $0.retries = 0
    }
    #expect(run.isWhole)
    #expect(Set(run.sink.failures.map(\.reason)) == [.unreachable])
  }

  @Test func `names come in the language asked for`() async throws {
    let run = try await ask(1, StandInServer.Configuration()) { $0.language = .de }
    #expect(run.located == 1)
    #expect(run.server.log.first?.target.contains("lang=de") == true)
  }
}
