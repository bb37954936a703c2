public import IPGeoCore
public import IPGeoRateLimit
public import IPGeoTransport

/// Answers by asking ip-api.com.
///
/// Addresses go out in batches of 100, and by single look-ups while the limit has no batch left.
/// The limit is kept in any window of any position; a refusal holds or ends the asking. What comes
/// back is believed only as far as it was checked.
///
/// One value may answer several queues, also at the same time: they share its limit.
public final class IPAPIProvider: Provider {
  /// The word in the `source` column.
  public let source = name

  /// What this provider is called, in the `source` column and among known answers.
  public static let name = "ip-api"

  /// Where the service is.
  public let serviceURL: ServiceURL
  /// Whether the key is sent, and with it the published limits are off.
  public let sendsKey: Bool
  /// The limits that a run keeps, and what they make of a number of addresses.
  public let schedule: Schedule
  /// How the limits stood when this provider last looked.
  public let gauge = LimitGauge()

  /// Makes a ledger for an endpoint and the limit that a run has to keep there; without a limit
  /// (`nil`) holds are still to be obeyed.
  public typealias LedgerMaker = (_ endpoint: Endpoint, _ limit: RateLimit?) -> any TokenLedger

  private let rules: Dispatcher.Rules
  private let exchange: Exchange
  private let buckets: PerEndpoint<TokenBucket>
  private let refusals: RefusalWatch?
  private let surroundings: Surroundings
  private let jobs: Int
  private let notices: [String]

  /// Makes a provider; nothing is sent before it has a question.
  /// - Parameters:
  ///   - configuration: How to ask.
  ///   - transport: Who carries the requests; `nil`: libcurl.
  ///   - surroundings: Clock, timer and chance.
  ///   - refusals: What keeps a 403 for all processes: it is looked at before every request. A 403
  ///     over https, or where a key is sent, says something of that key or way alone: then it is
  ///     neither looked at nor told.
  ///   - ledger: Makes what keeps the tokens of an endpoint, called once for each; as given, every
  ///     provider has tokens of its own.
  public init(
    _ configuration: Configuration = Configuration(),
    transport: (any HTTPTransport)? = nil,
    surroundings: Surroundings = Surroundings(),
    refusals: (any RefusalMemory)? = nil,
    ledger: LedgerMaker = { _, limit in MemoryLedger(limit: limit) }
  ) {
    let settings = Settings(configuration)
    serviceURL = settings.url
    sendsKey = settings.sentKey != nil
    schedule = Schedule(settings)
    self.refusals =
      settings.keepsRefusals
      ? refusals.map { RefusalWatch($0, service: settings.url.authority) } : nil
    rules = Dispatcher.Rules(
      retry: RetryPolicy(retries: max(0, configuration.retries)),
      usesBatch: settings.usesBatches,
      isLimited: PerEndpoint(
        batch: settings.batchLimit != nil, single: settings.singleLimit != nil),
      window: settings.batchLimit?.window ?? settings.singleLimit?.window ?? 60_000_000_000,
      budget: configuration.maximumRequests.map {
        RequestBudget(requests: $0, message: configuration.budgetMessage)
      })
    exchange = Exchange(
      transport: transport ?? CurlTransport(userAgent: configuration.userAgent),
      writing: RequestWriting(
        base: settings.url, language: configuration.language,
        wantsReverse: configuration.wantsReverse, key: settings.sentKey),
      reading: ReplyReading(wording: PlainText(key: configuration.key)),
      deadline: max(1, configuration.attemptTimeout))
    buckets = PerEndpoint(
      batch: TokenBucket(
        ledger: ledger(.batch, schedule.batchLimit), clock: surroundings.clock),
      single: TokenBucket(
        ledger: ledger(.single, schedule.singleLimit),
        clock: surroundings.clock))
    self.surroundings = surroundings
    jobs = max(1, configuration.jobs)
    notices = settings.notices
  }

  /// Answers every question of the queue, each exactly once, until the queue has ended.
  ///
  /// When the surrounding task is cancelled it returns as soon as what waits then is delivered;
  /// questions added later are not taken.
  public func answer(_ questions: QuestionQueue, to sink: any AnswerSink) async -> ProviderEnd {
    await answer(questions, to: sink, by: exchange, rules)
  }

  /// The same, about whoever the exchange asks about.
  private func answer(
    _ questions: QuestionQueue, to sink: any AnswerSink, by exchange: Exchange,
    _ rules: Dispatcher.Rules
  ) async -> ProviderEnd {
    let driver = DispatchDriver(
      rules: rules, questions: questions, sink: sink, buckets: buckets, gauge: gauge,
      refusals: refusals, surroundings: surroundings)
    await withTaskCancellationHandler {
      driver.begin(saying: notices)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<jobs {
          group.addTask {
            while let work = await driver.nextWork() {
              let ended = await exchange.send(work.job)
              driver.ended(work, ended.limits)
              let answers = await driver.completed(work, exchange.read(ended, work.job))
              if answers.isEmpty { continue }
              sink.deliver(answers)
              // A slow disk must not let answers pile up that a kill would lose.
              await sink.settled()
            }
          }
        }
      }
    } onCancel: {
      driver.cancel()
    }
    return driver.end
  }

  /// Asks which address the service sees this machine by, and what it says of it.
  ///
  /// It is a single look-up without a query, under the same limit, retries and checks as every
  /// other; the address is the reply's own word. One that is special-purpose has the outcome of
  /// such, whatever the service said. Cancelling the surrounding task ends it as `failed`.
  /// - Parameter onEvent: Takes what happens meanwhile, from any thread.
  /// - Returns: The address, what is said of it, and how the asking ended.
  public func ownAnswer(
    onEvent: @escaping @Sendable (ProviderEvent) -> Void = { _ in }
  ) async -> OwnAnswer {
    let seen = SeenAddress()
    var exchange = exchange
    exchange.own = seen
    var rules = rules
    rules.usesBatch = false
    let queue = QuestionQueue()
    queue.add([Question(tag: 0, address: SeenAddress.placeholder)])
    queue.finish()
    let sink = OwnSink(onEvent)
    let end = await answer(queue, to: sink, by: exchange, rules)
    return OwnAnswer(sink.answer, address: seen.address, end: end)
  }
}
