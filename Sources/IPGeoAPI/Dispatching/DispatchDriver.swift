internal import Dispatch
internal import IPGeoCore
internal import IPGeoRateLimit
internal import Synchronization

/// Carries out what a `Dispatcher` decides, for the workers of one run.
///
/// All of it happens on one serial queue. Events reach it from workers, buckets, timers and the
/// asker, each of which goes on at once.
final class DispatchDriver: @unchecked Sendable {
  /// A job, and the leave to send it.
  struct Work {
    var job: Job
    var permit: Permit
    /// When it was handed out, in seconds since 1970.
    var askedAt: Int64
  }

  private let queue = DispatchQueue(label: "ipgeo.dispatcher")
  private let questions: QuestionQueue
  private let sink: any AnswerSink
  private let buckets: PerEndpoint<TokenBucket>
  private let gauge: LimitGauge
  private let surroundings: IPAPIProvider.Surroundings
  private let isPumpDue = Atomic(false)

  // The following, and with it `@unchecked`, is safe because `queue` alone touches it.
  private var dispatcher: Dispatcher
  private var refusals: RefusalWatch?
  private var workers: [CheckedContinuation<Work?, Never>] = []
  private var permits = PerEndpoint<[Permit]>([])
  private var requests = PerEndpoint<(number: UInt64, waiter: WaiterID)?>(nil)
  private var requestNumber: UInt64 = 0
  private var hasFinished = false

  init(
    rules: Dispatcher.Rules, questions: QuestionQueue, sink: any AnswerSink,
    buckets: PerEndpoint<TokenBucket>, gauge: LimitGauge, refusals: RefusalWatch?,
    surroundings: IPAPIProvider.Surroundings
  ) {
    dispatcher = Dispatcher(rules: rules)
    self.gauge = gauge
    self.refusals = refusals
    self.questions = questions
    self.sink = sink
    self.buckets = buckets
    self.surroundings = surroundings
  }

  /// Starts to watch the questions.
  func begin(saying notices: [String]) {
    queue.async {
      for notice in notices { self.dispatcher.say(notice) }
    }
    questions.observe { [weak self] in self?.questionsChanged() }
  }

  /// Ends everything soon: the surrounding task was cancelled.
  func cancel() {
    queue.async {
      self.dispatcher.cancel()
      self.pump()
    }
  }

  /// The next job for a worker; `nil` when there will be none.
  func nextWork() async -> Work? {
    await withCheckedContinuation { continuation in
      queue.async {
        if self.hasFinished { return continuation.resume(returning: nil) }
        self.workers.append(continuation)
        self.dispatcher.workerIsIdle()
        self.pump()
      }
    }
  }

  /// Tells the limit that a request has ended: its token's return counts from now.
  ///
  /// It is told on the queue, for the limit may have to wait for others who use its file.
  func ended(_ work: Work, _ limits: ReplyLimits?) {
    queue.async { [bucket = buckets[work.job.endpoint]] in
      if let limits {
        bucket.complete(work.permit, reply: limits)
      } else {
        bucket.giveBack(work.permit)
      }
    }
  }

  /// Settles a job that has ended.
  /// - Returns: The answers, for the worker to deliver.
  func completed(_ work: Work, _ result: JobResult) async -> [Answer] {
    await withCheckedContinuation { continuation in
      queue.async {
        var result = result.with(tokensLeft: self.buckets[work.job.endpoint])
        result = self.refusals?.noted(result) ?? result
        let settled = self.dispatcher.completed(
          work.job, result, now: self.surroundings.clock(), random: self.surroundings.random())
        self.pump()
        continuation.resume(
          returning: settled.map {
            Answer(tag: $0.question.tag, outcome: $0.outcome, askedAt: work.askedAt)
          })
      }
    }
  }

  /// How the run ended, after the last worker has left.
  var end: ProviderEnd {
    queue.sync { dispatcher.stop.map { .stopped($0) } ?? .finished }
  }

  private func questionsChanged() {
    // Many changes in a row are one.
    if isPumpDue.exchange(true, ordering: .acquiringAndReleasing) { return }
    queue.async {
      self.isPumpDue.store(false, ordering: .releasing)
      self.pump()
    }
  }

  // MARK: On the queue

  private func pump() {
    while !hasFinished {
      let levels = PerEndpoint(batch: buckets.batch.level, single: buckets.single.level)
      let now = surroundings.clock()
      gauge.note(levels, asOf: now)
      let action = dispatcher.next(queue: questions.level, buckets: levels, now: now)
      guard let action else { return }
      perform(action)
    }
  }

  private func perform(_ action: Dispatcher.Action) {
    switch action {
    case .request(let endpoint): request(endpoint)
    case .cancelRequest(let endpoint): cancelRequest(endpoint)
    case .giveBack(let endpoint):
      if let permit = permits[endpoint].popLast() { buckets[endpoint].giveBack(permit) }
    case .start(let job, let count): start(job, fromQueue: count)
    case .drain(let count, let failure):
      deliver(questions.take(count).map { ($0, failure) })
    case .deliver(let unanswered): deliver(unanswered.map { ($0.question, $0.failure) })
    case .wake(let instant): wake(at: instant)
    case .hold(let duration):
      for endpoint in Endpoint.allCases { buckets[endpoint].hold(forNanoseconds: duration) }
    case .halve:
      for endpoint in Endpoint.allCases { buckets[endpoint].halve() }
    case .report(let event): sink.report(event)
    case .finish: finish()
    }
  }

  /// Whether the service must be left alone; then the asking has stopped.
  private func isLeftAlone() -> Bool {
    guard let failure = refusals?.failure(hasSent: dispatcher.lastSent > 0) else { return false }
    dispatcher.leaveAlone(failure)
    return true
  }

  private func request(_ endpoint: Endpoint) {
    // Not only when the permit is there: it may take a window to come.
    if isLeftAlone() { return }
    requestNumber += 1
    let number = requestNumber
    let bucket = buckets[endpoint]
    let waiter = bucket.request { [weak self] permit in
      guard let self else { return bucket.giveBack(permit) }
      queue.async { self.granted(permit, endpoint, number: number) }
    }
    requests[endpoint] = (number, waiter)
  }

  private func granted(_ permit: Permit, _ endpoint: Endpoint, number: UInt64) {
    guard let current = requests[endpoint], current.number == number else {
      return buckets[endpoint].giveBack(permit)
    }
    requests[endpoint] = nil
    permits[endpoint].append(permit)
    dispatcher.granted(endpoint)
    // Another process may have been refused while this one waited; then the permit goes back.
    _ = isLeftAlone()
    pump()
  }

  private func cancelRequest(_ endpoint: Endpoint) {
    guard let current = requests[endpoint] else { return }
    requests[endpoint] = nil
    // Where it was granted just now, `granted` finds that nobody waits for it.
    buckets[endpoint].cancel(current.waiter)
  }

  private func start(_ job: Job, fromQueue count: Int) {
    guard let permit = permits[job.endpoint].popLast(), let worker = workers.popLast() else {
      return
    }
    var job = job
    job.pending += questions.take(count).map(Pending.init)
    sink.report(.requestSent(addresses: job.pending.count))
    worker.resume(
      returning: Work(job: job, permit: permit, askedAt: surroundings.wallSeconds()))
  }

  private func deliver(_ failed: [(question: Question, failure: Failure)]) {
    let now = surroundings.wallSeconds()
    sink.deliver(
      failed.map { Answer(tag: $0.question.tag, outcome: .failed($0.failure), askedAt: now) })
  }

  private func wake(at instant: Int64) {
    surroundings.callLater(duration(from: surroundings.clock(), to: instant)) { [weak self] in
      guard let self else { return }
      queue.async {
        self.dispatcher.woken()
        self.pump()
      }
    }
  }

  private func finish() {
    hasFinished = true
    let leaving = workers
    workers = []
    for worker in leaving { worker.resume(returning: nil) }
  }
}

extension JobResult {
  /// A 429 while there are tokens means that others use the address, too.
  fileprivate func with(tokensLeft bucket: TokenBucket) -> JobResult {
    guard case .failed(.limited) = reply else { return self }
    var result = self
    result.hadTokensLeft = bucket.level.free > 0
    return result
  }
}
