import IPGeoAddresses
import IPGeoCore
import IPGeoRateLimit
import IPGeoTransport
import Synchronization
import Testing

@testable import IPGeoAPI

/// What was seen, in order.
private final class Spy: Sendable {
  private let seen = Mutex<[String]>([])
  var notes: [String] { seen.withLock { $0 } }
  func note(_ text: String) { seen.withLock { $0.append(text) } }
}

/// Tells of every token that is taken.
private struct SpyLedger: TokenLedger {
  let endpoint: IPAPIProvider.Endpoint
  let spy: Spy
  var ledger: MemoryLedger

  mutating func take(_ id: UInt64, now: Int64) -> TokenAnswer {
    spy.note("take \(endpoint)")
    return ledger.take(id, now: now)
  }
  mutating func replied(_ id: UInt64, limits: ReplyLimits, now: Int64) {
    ledger.replied(id, limits: limits, now: now)
  }
  mutating func giveBack(_ id: UInt64, now: Int64) { ledger.giveBack(id, now: now) }
  mutating func hold(until: Int64, now: Int64) { ledger.hold(until: until, now: now) }
  mutating func halve(now: Int64) { ledger.halve(now: now) }
  mutating func balance(now: Int64) -> TokenBalance { ledger.balance(now: now) }
}

@Suite struct ProviderTests {
  @Test func `the free service is asked over plain http, the paid one over https`() throws {
    var configuration = IPAPIProvider.Configuration()
    let free = IPAPIProvider(configuration)
    #expect(free.serviceURL.description == "http://ip-api.com")
    #expect(!free.sendsKey)
    configuration.key = APIKey("k")
    let paid = IPAPIProvider(configuration)
    #expect(paid.serviceURL.description == "https://pro.ip-api.com")
    #expect(paid.sendsKey)
  }

  @Test(arguments: [
    ("https://proxy.example", true), ("http://127.0.0.1:8080", true), ("http://localhost", true),
    ("http://[::1]:9", true), ("http://ip-api.com", false), ("http://10.0.0.1", false),
    ("http://pro.ip-api.com", false),
  ])
  func `the key goes over https and to loopback only`(url: String, isSent: Bool) async throws {
    var configuration = openConfiguration()
    configuration.baseURL = try ServiceURL(url)
    configuration.key = APIKey("sesame")
    let run = try await ask(150, configuration) { $0.goodReply }
    #expect(run.located == 150)
    #expect(run.requests.allSatisfy { $0.url.hasSuffix("&key=sesame") == isSent })
    #expect(run.requests.allSatisfy { $0.url.contains("sesame") == isSent })
    #expect(run.sink.notices.count == (isSent ? 0 : 1))
    #expect(run.sink.notices.allSatisfy { !$0.contains("sesame") })
  }

  @Test func `a key lifts the published limits, and only those`() throws {
    var configuration = IPAPIProvider.Configuration()
    configuration.key = APIKey("k")
    let settings = Settings(configuration)
    #expect(settings.batchLimit == nil)
    #expect(settings.singleLimit == nil)
    configuration.batchLimit = RateLimit(requests: 3, window: 1_000_000_000)
    #expect(Settings(configuration).batchLimit?.requests == 3)
    configuration.baseURL = .free
    #expect(Settings(configuration).singleLimit?.requests == 45)
  }

  @Test func `a ninth of the look-ups stays free`() {
    let share = { (requests: Int) in
      Settings.shareOfRun(RateLimit(requests: requests, window: 1))?.requests
    }
    #expect(share(45) == 40)
    #expect(share(9) == 8)
    #expect(share(8) == 8)
    #expect(share(1) == 1)
    #expect(Settings.shareOfRun(nil) == nil)
  }

  @Test func `tokens can be kept elsewhere`() async throws {
    let spy = Spy()
    let transport = ScriptedTransport { $0.goodReply }
    var configuration = openConfiguration()
    configuration.batchLimit = IPAPIProvider.Configuration.publishedBatchLimit
    configuration.singleLimit = IPAPIProvider.Configuration.publishedSingleLimit
    let provider = IPAPIProvider(
      configuration, transport: transport, surroundings: hastySurroundings()
    ) { endpoint, limit in
      spy.note("\(endpoint) \(limit?.requests ?? 0)")
      return SpyLedger(endpoint: endpoint, spy: spy, ledger: MemoryLedger(limit: limit))
    }
    let questions = zip(0..., publicAddresses(250)).map { Question(tag: $0, address: $1) }
    let queue = QuestionQueue()
    queue.add(questions)
    queue.finish()
    #expect(await provider.answer(queue, to: CountingSink()) == .finished)
    #expect(spy.notes.prefix(2) == ["batch 15", "single 40"])
    #expect(spy.notes.count { $0 == "take batch" } == 3)
  }

  @Test(arguments: [1, 3])
  func `no more answers wait to be kept than requests may be under way`(jobs: Int) async throws {
    var configuration = limitlessConfiguration()
    configuration.jobs = jobs
    let transport = ScriptedTransport { $0.goodReply }
    let provider = IPAPIProvider(
      configuration, transport: transport, surroundings: hastySurroundings())
    let queue = QuestionQueue()
    queue.add(zip(0..., publicAddresses(2000)).map { Question(tag: $0, address: $1) })
    queue.finish()
    let sink = SlowSink { transport.requests.count }
    #expect(await provider.answer(queue, to: sink) == .finished)
    #expect(transport.requests.count == 20)
    #expect(sink.kept == 20)
    #expect(sink.mostAtStake <= jobs)
  }

  @Test func `the language is asked for`() async throws {
    var configuration = openConfiguration()
    configuration.language = .ptBR
    let run = try await ask(1, configuration) { $0.goodReply }
    #expect(run.requests.first?.url.contains("&lang=pt-BR") == true)
  }

  @Test func `no message holds the key`() async throws {
    var configuration = openConfiguration()
    configuration.key = APIKey("sesame/1")
    let page = "<a href=\"?key=sesame%2F1\">sesame/1</a>"
    let replies: [HTTPReply] = [
      status(403, page), status(200, page), status(404, page), status(500, page),
      status(302, headers: [("Location", "http://sesame%2F1.example/")]),
      ok(#"[{"status":"fail","message":"key sesame/1","query":"8.0.0.1"}]"#),
      status(200, page, headers: [("Content-Type", "sesame/1")]),
    ]
    for reply in replies {
      let run = try await ask(100, configuration) { _ in reply }
      #expect(run.isWhole)
      let messages = run.sink.failures.map(\.message) + run.sink.notices + ["\(run.end)"]
      #expect(messages.allSatisfy { !$0.contains("sesame") }, "\(messages)")
    }
  }

  @Test func `reverse names come from look-ups`() async throws {
    var configuration = openConfiguration()
    configuration.wantsReverse = true
    let run = try await ask(30, configuration) { request in
      ok(
        element(request.addresses[0].description)
          .replacing("\"mobile\"", with: "\"reverse\":\"dns.google\",\"mobile\""))
    }
    #expect(run.located == 30)
    #expect(run.requests.allSatisfy { $0.endpoint == .single && $0.url.contains("66846719") })
    guard case .located(let location)? = run.sink[0]?.outcome else {
      Issue.record("not located")
      return
    }
    #expect(location.reverse == "dns.google")
  }

  @Test func `cancellation ends requests at once and answers everything`() async throws {
    let transport = ScriptedTransport { _ throws(TransportError) in
      try await ScriptedTransport.neverAnswers()
    }
    let provider = IPAPIProvider(
      limitlessConfiguration(), transport: transport, surroundings: hastySurroundings())
    let queue = QuestionQueue()
    queue.add(someQuestions(0..<5000))
    let sink = CountingSink()
    let task = Task { await provider.answer(queue, to: sink) }
    while transport.requests.count < 16 { await Task.yield() }
    task.cancel()
    #expect(await task.value == .finished)
    #expect(sink.count == 5000)
    #expect(sink.repeated.isEmpty)
    #expect(sink.failures.allSatisfy { $0.reason == .interrupted && $0.attempts == 0 })
    #expect(sink.failures.count { $0.wasAsked } == 1600)
  }

  @Test func `a task that is cancelled already asks nothing`() async throws {
    let transport = ScriptedTransport { $0.goodReply }
    let provider = IPAPIProvider(openConfiguration(), transport: transport)
    let queue = QuestionQueue()
    queue.add(someQuestions(0..<10))
    let sink = CountingSink()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return await provider.answer(queue, to: sink)
    }
    task.cancel()
    _ = await task.value
    #expect(sink.count == 10)
    #expect(sink.repeated.isEmpty)
  }

  @Test func `closing delivers what waits and lets requests finish`() async throws {
    let gate = Gate()
    let transport = ScriptedTransport { request in
      await gate.wait()
      return request.goodReply
    }
    var configuration = limitlessConfiguration()
    configuration.jobs = 2
    let provider = IPAPIProvider(
      configuration, transport: transport, surroundings: hastySurroundings())
    let queue = QuestionQueue()
    queue.add(someQuestions(0..<1000))
    let sink = CountingSink()
    async let end = provider.answer(queue, to: sink)
    while transport.requests.count < 2 { await Task.yield() }
    queue.close(with: Failure(.budget, message: "no more requests"))
    while sink.count < 800 { await Task.yield() }
    gate.open()
    queue.add(someQuestions(1000..<1010))
    queue.finish()
    #expect(await end == .finished)
    #expect(sink.count == 1010)
    #expect(sink.repeated.isEmpty)
    #expect(sink.failures.count == 810)
    #expect(sink.failures.allSatisfy { $0.reason == .budget && !$0.wasAsked })
  }

  @Test func `after a stop the queue is drained to its end`() async throws {
    let transport = ScriptedTransport { _ in status(403) }
    let provider = IPAPIProvider(
      openConfiguration(), transport: transport, surroundings: hastySurroundings())
    let queue = QuestionQueue()
    queue.add(someQuestions(0..<100))
    let sink = CountingSink()
    async let end = provider.answer(queue, to: sink)
    while sink.count < 100 { await Task.yield() }
    queue.add(someQuestions(100..<300))
    while sink.count < 300 { await Task.yield() }
    queue.finish()
    guard case .stopped(let failure) = await end else {
      Issue.record("it did not stop")
      return
    }
    #expect(failure.reason == .refused)
    #expect(transport.requests.count == 1)
    #expect(sink.failures.count { !$0.wasAsked } == 200)
  }

  @Test func `answers for a list of addresses come in order`() async throws {
    let provider = IPAPIProvider(
      openConfiguration(),
      transport: ScriptedTransport { batchReply($0.addresses.reversed()) },
      surroundings: hastySurroundings())
    let addresses = publicAddresses(300) + [ip("10.0.0.1")] + publicAddresses(5)
    var seen: [IPAddress] = []
    for try await (address, outcome) in provider.answers(for: addresses) {
      seen.append(address)
      if address == ip("10.0.0.1") {
        #expect(outcome.status == .special)
      } else {
        #expect(outcome.status == .located)
      }
    }
    #expect(seen == addresses)
  }

  @Test func `two runs at once share one limit`() async throws {
    var configuration = openConfiguration()
    configuration.batchLimit = RateLimit(requests: 2, window: 3_600_000_000_000)
    configuration.singleLimit = RateLimit(requests: 1, window: 3_600_000_000_000)
    let transport = ScriptedTransport { $0.goodReply }
    let provider = IPAPIProvider(
      configuration, transport: transport, surroundings: hastySurroundings())
    let first = QuestionQueue()
    let second = QuestionQueue()
    first.add(someQuestions(0..<200))
    second.add(someQuestions(0..<200))
    let sinks = (CountingSink(), CountingSink())
    let tasks = [
      Task { await provider.answer(first, to: sinks.0) },
      Task { await provider.answer(second, to: sinks.1) },
    ]
    while sinks.0.count + sinks.1.count < 201 { await Task.yield() }
    for task in tasks { task.cancel() }
    for task in tasks { _ = await task.value }
    #expect(transport.requests.count == 3)
    #expect(sinks.0.count == 200)
    #expect(sinks.1.count == 200)
  }
}

/// Keeps answers so slowly that a provider that does not wait would be far ahead.
private final class SlowSink: AnswerSink {
  private let state = Mutex((kept: 0, most: 0))
  private let sent: @Sendable () -> Int

  init(sent: @escaping @Sendable () -> Int) { self.sent = sent }

  /// How many times somebody waited until all was kept.
  var kept: Int { state.withLock { $0.kept } }

  /// The most requests that had been sent and whose answers were not kept.
  var mostAtStake: Int { state.withLock { $0.most } }

  func deliver(_ answers: [Answer]) {}
  func report(_ event: ProviderEvent) {}

  func settled() async {
    for _ in 0..<200 { await Task.yield() }
    state.withLock { state in
      state.most = max(state.most, sent() - state.kept)
      state.kept += 1
    }
  }
}
