internal import IPGeoCore
internal import IPGeoRateLimit

/// Decides who sends what, and when; without a clock, a lock or a task.
///
/// Whoever drives it tells it what happens and then carries out `next` until that is `nil`. Workers
/// are alike, so only their number counts. Permits are counted, too: the driver keeps them.
///
/// A question is in one place at a time: in the queue, in `putBack`, in a job that is out, or
/// delivered. `Dispatcher+Ending.swift` moves jobs that come back, `start` those that leave.
struct Dispatcher {
  /// What to do.
  enum Action {
    /// Ask the endpoint's bucket for a permit.
    case request(Endpoint)
    /// Take the request back.
    case cancelRequest(Endpoint)
    /// Give an unused permit back.
    case giveBack(Endpoint)
    /// Hand this job to an idle worker, with that many more questions from the queue.
    case start(Job, fromQueue: Int)
    /// Take that many questions from the queue and deliver each with this failure.
    case drain(Int, Failure)
    /// Deliver these answers.
    case deliver([Unanswered])
    /// Call `woken` at that instant.
    case wake(at: Int64)
    /// Hold both buckets for so many nanoseconds.
    case hold(Int64)
    /// Halve both limits.
    case halve
    /// Tell people.
    case report(ProviderEvent)
    /// There is no more to do: let the workers go.
    case finish
  }

  /// A question that is given up while nobody works on it.
  struct Unanswered: Hashable {
    var question: Question
    var failure: Failure
  }

  /// What never changes in a run.
  struct Rules {
    var retry = RetryPolicy(retries: 3)
    /// Most questions in one request.
    var batchSize = Schedule.batchSize
    /// So few questions, when nothing else may join them, are not worth a batch.
    var few = Schedule.few
    /// Reverse names come by single look-ups only.
    var usesBatch = true
    /// Which endpoints have a limit, so that the first request finds out how much of it is left.
    var isLimited = PerEndpoint(true)
    /// How long to hold when a 429 does not say.
    var window: Int64 = 60_000_000_000
    /// How many requests may be sent in all; `nil` for any number.
    var budget: RequestBudget?
  }

  /// Shorter waits are not worth a word: at a window's start tokens come back one by one.
  private static let shortestWait: Int64 = 100_000_000

  /// Answers are large before they are packed: so many at a time.
  private static let drainSize = 1000

  let rules: Rules
  var holds: HoldPolicy
  var watch = RunWatch()
  var putBack: [PutBack] = []
  /// Why the run stopped asking.
  var stop: Failure?
  var isCancelled = false
  var pausedUntil = Int64.min
  /// What the failed attempt met that the pause is for.
  var pausedBy = ""
  var heldUntil = Int64.min
  /// Actions that follow from the last event, before any other.
  var due: [Action] = []
  /// What is said once in a run.
  var said: Set<String> = []
  var idle = 0
  /// The requests that are out, by number.
  var out: [UInt64: Endpoint] = [:]
  /// Where the limit's standing is not known, the last request sent before that was so: one request
  /// at a time finds out, for a burst that is refused is what services ban for.
  var unsure: PerEndpoint<UInt64?>
  var lastSent: UInt64 = 0

  private var permits = PerEndpoint(0)
  private var isRequested = PerEndpoint(false)
  private var wakesAt: Int64?
  private var hasAnnounced = false
  private var hasFinished = false

  init(rules: Rules) {
    self.rules = rules
    holds = HoldPolicy(window: rules.window)
    unsure = PerEndpoint(
      batch: rules.isLimited.batch ? 0 : nil, single: rules.isLimited.single ? 0 : nil)
  }

  // MARK: Events

  /// A worker has nothing to do.
  mutating func workerIsIdle() { idle += 1 }

  /// A permit that was asked for is there.
  mutating func granted(_ endpoint: Endpoint) {
    permits[endpoint] += 1
    isRequested[endpoint] = false
  }

  /// The instant of a `wake` has come.
  mutating func woken() { wakesAt = nil }

  /// The service is to be left alone for a refusal that somebody else has met.
  mutating func leaveAlone(_ failure: Failure) {
    if stop == nil { stop = failure }
  }

  /// The surrounding task was cancelled.
  mutating func cancel() { isCancelled = true }

  // MARK: Decisions

  /// The next thing to do; `nil` until something happens.
  ///
  /// It depends on how much waits, how the limits stand, and the present instant.
  mutating func next(
    queue: QuestionQueue.Level, buckets: PerEndpoint<Level>, now: Int64
  ) -> Action? {
    if !due.isEmpty { return due.removeFirst() }
    if let ending = ending(queue) { return tidy() ?? close(queue, ending) }
    let offer = Offer(putBack: putBack, queue: queue, rules: rules)
    if offer.total == 0 {
      return tidy() ?? (queue.isFinished && out.isEmpty ? finish() : nil)
    }
    if idle == 0 || now < pausedUntil || isProbeOut {
      return tidy() ?? wait(for: offer, now: now)
    }
    return send(offer, queue, buckets, now: now)
  }

  /// Why nothing more is asked.
  private func ending(_ queue: QuestionQueue.Level) -> Failure? {
    if isCancelled { return Failure(.interrupted, message: "the run was interrupted") }
    return stop ?? queue.closing ?? rules.budget?.failure(sent: lastSent)
  }

  /// While connections break: whether a request is out that was sent knowing of it.
  private var isProbeOut: Bool { watch.wantsProbes && out.keys.contains { $0 > watch.horizon } }

  /// Whether a request is out that finds out how the endpoint's limit stands.
  private func isFindingOut(_ endpoint: Endpoint) -> Bool {
    guard let since = unsure[endpoint] else { return false }
    return out.contains { $0.value == endpoint && $0.key > since }
  }

  private mutating func send(
    _ offer: Offer, _ queue: QuestionQueue.Level, _ buckets: PerEndpoint<Level>, now: Int64
  ) -> Action? {
    let wants = wants(offer, buckets)
    if wants.batch, permits.batch > 0 { return start(.batch, offer, now: now) }
    if wants.single, permits.single > 0 { return start(.single, offer, now: now) }
    for endpoint in Endpoint.allCases {
      if wants[endpoint] {
        if permits[endpoint] == 0, !isRequested[endpoint] { return request(endpoint) }
      } else if let action = drop(endpoint) {
        return action
      }
    }
    return announce(wants, buckets, now: now)
  }

  /// Which endpoints could be of use now.
  private func wants(_ offer: Offer, _ buckets: PerEndpoint<Level>) -> PerEndpoint<Bool> {
    if !rules.usesBatch { return PerEndpoint(batch: false, single: !isFindingOut(.single)) }
    let affordsSingle =
      rules.budget?.affordsSingle(
        sent: lastSent, waiting: offer.total, batchSize: rules.batchSize) ?? true
    let singleIsOpen = affordsSingle && isOpen(.single, buckets)
    let batch = offer.mayLeave && !(offer.isFew && singleIsOpen)
    let single = affordsSingle && (offer.isFew || !isOpen(.batch, buckets))
    return PerEndpoint(
      batch: batch && !isFindingOut(.batch), single: single && !isFindingOut(.single))
  }

  /// Whether a request to the endpoint could go out now.
  private func isOpen(_ endpoint: Endpoint, _ buckets: PerEndpoint<Level>) -> Bool {
    if permits[endpoint] > 0 { return true }
    // Where ours is in line no more, its permit is on the way.
    return isRequested[endpoint]
      ? buckets[endpoint].waiters == 0 : buckets[endpoint].available > 0
  }

  private mutating func request(_ endpoint: Endpoint) -> Action {
    isRequested[endpoint] = true
    return .request(endpoint)
  }

  private mutating func start(_ endpoint: Endpoint, _ offer: Offer, now: Int64) -> Action {
    permits[endpoint] -= 1
    idle -= 1
    lastSent += 1
    out[lastSent] = endpoint
    hasAnnounced = false
    var job = Job(endpoint: endpoint, sequence: lastSent, sentAt: now, pending: [])
    let size = endpoint == .single ? 1 : offer.size
    while job.pending.count < size, let first = putBack.first {
      if first.isHalf, endpoint == .batch {
        if !job.pending.isEmpty { break }
        job.isHalf = true
      }
      let room = size - job.pending.count
      job.pending += first.pending.prefix(room)
      putBack[0].pending.removeFirst(min(room, first.pending.count))
      if putBack[0].pending.isEmpty { putBack.removeFirst() }
      if job.isHalf { break }
    }
    return .start(job, fromQueue: job.isHalf ? 0 : size - job.pending.count)
  }

  // MARK: Waiting

  private mutating func wait(for offer: Offer, now: Int64) -> Action? {
    guard idle > 0, now < pausedUntil else { return nil }
    if !hasAnnounced {
      hasAnnounced = true
      let wait = Self.milliseconds(pausedUntil - now)
      return .report(.waiting(milliseconds: wait, cause: .retry(pausedBy)))
    }
    if wakesAt.map({ $0 > pausedUntil || $0 <= now }) ?? true {
      wakesAt = pausedUntil
      return .wake(at: pausedUntil)
    }
    return nil
  }

  private mutating func announce(
    _ wants: PerEndpoint<Bool>, _ buckets: PerEndpoint<Level>, now: Int64
  ) -> Action? {
    if hasAnnounced || isFindingOut(.batch) || isFindingOut(.single) { return nil }
    let wanted = Endpoint.allCases.filter { wants[$0] }
    guard wanted.allSatisfy({ !isOpen($0, buckets) }),
      let (wait, free) = wanted.compactMap({ endpoint in
        buckets[endpoint].nextGrantIn.map { ($0, buckets[endpoint].free) }
      }).min(by: { $0.0 < $1.0 }), wait >= Self.shortestWait
    else { return nil }
    hasAnnounced = true
    // Tokens that are in and may not be used are held by the service's own word.
    let cause: ProviderEvent.WaitCause = now < heldUntil || free > 0 ? .hold : .limit
    return .report(.waiting(milliseconds: Self.milliseconds(wait), cause: cause))
  }

  private static func milliseconds(_ nanoseconds: Int64) -> Int64 {
    max(0, nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 > 0 ? 1 : 0))
  }

  // MARK: Ending

  /// Gives back what is not needed while nothing is sent.
  private mutating func tidy() -> Action? { drop(.batch) ?? drop(.single) }

  private mutating func drop(_ endpoint: Endpoint) -> Action? {
    if permits[endpoint] > 0 {
      permits[endpoint] -= 1
      return .giveBack(endpoint)
    }
    if isRequested[endpoint] {
      isRequested[endpoint] = false
      return .cancelRequest(endpoint)
    }
    return nil
  }

  private mutating func close(_ queue: QuestionQueue.Level, _ ending: Failure) -> Action? {
    if !putBack.isEmpty {
      let given = putBack.flatMap(\.pending)
      putBack = []
      return .deliver(given.map { Unanswered(question: $0.question, failure: $0.failure(ending)) })
    }
    if queue.waiting > 0 { return .drain(min(queue.waiting, Self.drainSize), ending) }
    // A cancelled task must not wait for an asker who may have forgotten it.
    return (queue.isFinished || isCancelled) && out.isEmpty ? finish() : nil
  }

  private mutating func finish() -> Action? {
    if hasFinished { return nil }
    hasFinished = true
    return .finish
  }
}

extension Pending {
  /// This run's end, as this question met it.
  func failure(_ ending: Failure) -> Failure {
    var failure = ending
    failure.attempts = attempts
    failure.wasAsked = isAsked
    return failure
  }
}
