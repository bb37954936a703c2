import IPGeoAddresses
import IPGeoCore

@testable import IPGeoAPI
@testable import IPGeoRateLimit

/// A run of a dispatcher against a model of the service, in virtual time: no thread, no clock.
struct Simulation {
  enum WindowKind { case fixed, sliding }

  struct Setting {
    var batchLimit: RateLimit? = RateLimit(requests: 15, window: 6_000_000_000)
    var singleLimit: RateLimit? = RateLimit(requests: 45, window: 6_000_000_000)
    var serverKind = WindowKind.fixed
    /// What the service allows, where it is not what we know of it.
    var serverBatchLimit: RateLimit?
    var jobs = 16
    var rules = Dispatcher.Rules(window: 6_000_000_000)
    var latency: ClosedRange<Int64> = 1_000_000...40_000_000
    var sendsLimits = true
    var seed: UInt64 = 1
    /// What happens to a request instead of a good reply.
    var fault: (Job, inout SplitMix) -> Fault? = { _, _ in nil }
  }

  enum Fault {
    case failed(Cause)
    case missing(Int)
    case limited(reset: Int64?)
  }

  private enum Event {
    case tick(Endpoint)
    case wake
    case arrive(Job)
    case reply(Job, JobResult, ReplyLimits)
    case change((QuestionQueue) -> Void)
  }

  let setting: Setting
  let questions = QuestionQueue()
  private(set) var now: Int64 = 0
  private(set) var answers: [UInt32: [Outcome]] = [:]
  private(set) var requests: [(endpoint: Endpoint, size: Int, at: Int64)] = []
  private(set) var refusals = 0
  private(set) var events: [ProviderEvent] = []
  /// When the last worker left.
  private(set) var finishedAt: Int64?
  var hasFinished: Bool { finishedAt != nil }
  private(set) var askedTogether: Set<IPAddress> = []
  private(set) var overlaps = 0
  private(set) var dispatcher: Dispatcher
  private var agenda: [(at: Int64, event: Event)] = []
  private var buckets: PerEndpoint<TokenBucketState>
  private var waiters = PerEndpoint<UInt64?>(nil)
  private var held = PerEndpoint<[UInt64]>([])
  private var tokenOf: [UInt64: UInt64] = [:]
  private var lastWaiter: UInt64 = 0
  private var server = PerEndpoint<[Int64]>([])
  private var random: SplitMix

  init(_ setting: Setting) {
    self.setting = setting
    var rules = setting.rules
    rules.isLimited = PerEndpoint(
      batch: setting.batchLimit != nil, single: setting.singleLimit != nil)
    dispatcher = Dispatcher(rules: rules)
    buckets = PerEndpoint(
      batch: TokenBucketState(ledger: MemoryLedger(limit: setting.batchLimit)),
      single: TokenBucketState(
        ledger: MemoryLedger(limit: Settings.shareOfRun(setting.singleLimit))))
    random = SplitMix(seed: setting.seed)
    for _ in 0..<setting.jobs { dispatcher.workerIsIdle() }
  }

  /// Something that the asker does at an instant.
  mutating func at(_ instant: Int64, _ change: @escaping (QuestionQueue) -> Void) {
    agenda.append((instant, .change(change)))
  }

  /// Runs until nothing is left to happen.
  mutating func run() {
    pump()
    var steps = 0
    while let index = agenda.indices.min(by: { agenda[$0].at < agenda[$1].at }), steps < 1_000_000 {
      steps += 1
      let (instant, event) = agenda.remove(at: index)
      now = max(now, instant)
      happen(event)
      pump()
    }
  }

  private mutating func happen(_ event: Event) {
    switch event {
    case .tick(let endpoint): follow(buckets[endpoint].tick(now: now), endpoint)
    case .wake: dispatcher.woken()
    case .arrive(let job): arrive(job)
    case .reply(let job, let result, let limits): reply(job, result, limits)
    case .change(let change): change(questions)
    }
  }

  private mutating func follow(_ effects: TokenBucketState.Effects, _ endpoint: Endpoint) {
    for waiter in effects.granted {
      if waiters[endpoint] == waiter {
        waiters[endpoint] = nil
        held[endpoint].append(waiter)
        dispatcher.granted(endpoint)
      } else {
        follow(buckets[endpoint].giveBack(waiter: waiter, now: now), endpoint)
      }
    }
    if let next = effects.nextTick { agenda.append((next, .tick(endpoint))) }
  }

  private mutating func level(_ endpoint: Endpoint) -> Level {
    let balance = buckets[endpoint].balance(now: now)
    return Level(
      available: balance.grantable, free: balance.free, inFlight: balance.inFlight,
      waiters: buckets[endpoint].waiters, nextGrantIn: balance.nextGrant.map { max(0, $0 - now) })
  }

  private mutating func pump() {
    var steps = 0
    while !hasFinished, steps < 100_000 {
      steps += 1
      let levels = PerEndpoint(batch: level(.batch), single: level(.single))
      guard let action = dispatcher.next(queue: questions.level, buckets: levels, now: now) else {
        return
      }
      perform(action)
    }
  }

  private mutating func perform(_ action: Dispatcher.Action) {
    switch action {
    case .request(let endpoint):
      lastWaiter += 1
      waiters[endpoint] = lastWaiter
      follow(buckets[endpoint].acquire(waiter: lastWaiter, now: now), endpoint)
    case .cancelRequest(let endpoint):
      if let waiter = waiters[endpoint] {
        waiters[endpoint] = nil
        follow(buckets[endpoint].cancel(waiter: waiter, now: now).effects, endpoint)
      }
    case .giveBack(let endpoint):
      if let token = held[endpoint].popLast() {
        follow(buckets[endpoint].giveBack(waiter: token, now: now), endpoint)
      }
    case .start(let job, let count): start(job, count)
    case .drain(let count, let failure):
      for question in questions.take(count) {
        answers[question.tag, default: []].append(.failed(failure))
      }
    case .deliver(let unanswered):
      for one in unanswered { answers[one.question.tag, default: []].append(.failed(one.failure)) }
    case .wake(let instant): agenda.append((instant, .wake))
    case .hold(let duration):
      for endpoint in Endpoint.allCases {
        follow(buckets[endpoint].hold(until: now + duration, now: now), endpoint)
      }
    case .halve:
      for endpoint in Endpoint.allCases { follow(buckets[endpoint].halve(now: now), endpoint) }
    case .report(let event): events.append(event)
    case .finish: finishedAt = now
    }
  }

  private mutating func start(_ job: Job, _ count: Int) {
    var job = job
    job.pending += questions.take(count).map(Pending.init)
    tokenOf[job.sequence] = held[job.endpoint].popLast()
    requests.append((job.endpoint, job.pending.count, now))
    for pending in job.pending where !askedTogether.insert(pending.question.address).inserted {
      overlaps += 1
    }
    agenda.append((now + Int64.random(in: setting.latency, using: &random) / 2, .arrive(job)))
  }

  private mutating func arrive(_ job: Job) {
    let back = now + Int64.random(in: setting.latency, using: &random) / 2
    var limits = ReplyLimits.none
    var isOver = false
    if let limit = serverLimit(job.endpoint) {
      isOver = count(job.endpoint, limit, &limits)
    }
    let result: JobResult
    if isOver {
      refusals += 1
      result = refusal(limits.resetNanoseconds)
    } else {
      switch setting.fault(job, &random) {
      case .failed(let cause)?: result = JobResult(reply: .failed(cause), message: "\(cause)")
      case .limited(let reset)?: result = refusal(reset)
      case .missing(let count)?: result = JobResult(reply: .answered(good(job, missing: count)))
      case nil: result = JobResult(reply: .answered(good(job, missing: 0)))
      }
    }
    agenda.append((back, .reply(job, result, setting.sendsLimits ? limits : .none)))
  }

  private func refusal(_ reset: Int64?) -> JobResult {
    var result = JobResult(reply: .failed(.limited), message: "429", httpStatus: 429)
    result.resetNanoseconds = reset
    return result
  }

  private func good(_ job: Job, missing: Int) -> [ElementOutcome?] {
    job.pending.enumerated().map { index, pending in
      if index < missing { return nil }
      var location = Location()
      location.city = pending.question.address.description
      return .located(location)
    }
  }

  private func serverLimit(_ endpoint: Endpoint) -> RateLimit? {
    endpoint == .single ? setting.singleLimit : setting.serverBatchLimit ?? setting.batchLimit
  }

  /// Counts an arrival; whether it is one too many.
  private mutating func count(
    _ endpoint: Endpoint, _ limit: RateLimit, _ limits: inout ReplyLimits
  ) -> Bool {
    var seen = server[endpoint]
    switch setting.serverKind {
    case .fixed: if let first = seen.first, now - first >= limit.window { seen = [] }
    case .sliding: seen.removeAll { now - $0 >= limit.window }
    }
    let isOver = seen.count >= limit.requests
    if !isOver { seen.append(now) }
    server[endpoint] = seen
    let left = limit.window - (now - (seen.first ?? now))
    limits.remaining = limit.requests - seen.count
    limits.resetNanoseconds = (left + 999_999_999) / 1_000_000_000 * 1_000_000_000
    return isOver
  }

  private mutating func reply(_ job: Job, _ result: JobResult, _ limits: ReplyLimits) {
    for pending in job.pending { askedTogether.remove(pending.question.address) }
    if let token = tokenOf.removeValue(forKey: job.sequence) {
      follow(buckets[job.endpoint].replied(waiter: token, limits: limits, now: now), job.endpoint)
    }
    let settled = dispatcher.completed(job, result, now: now, random: 0.5)
    for one in settled { answers[one.question.tag, default: []].append(one.outcome) }
    dispatcher.workerIsIdle()
  }
}

/// Numbered questions about distinct addresses.
func someQuestions(_ tags: Range<Int>) -> [Question] {
  tags.map { Question(tag: UInt32($0), address: IPAddress(ipv4: 0x0800_0000 + UInt32($0))) }
}
