internal import IPGeoCore
internal import IPGeoRateLimit

extension Dispatcher {
  /// A job has come back: each of its questions is answered or put back, here and nowhere else.
  /// - Returns: The outcomes of the questions that are through.
  mutating func completed(
    _ job: Job, _ result: JobResult, now: Int64, random: Double
  ) -> [(question: Question, outcome: Outcome)] {
    out[job.sequence] = nil
    if result.hasExtra { say("the service sent answers that nobody asked for; they are ignored") }
    var settling = Settling()
    switch result.reply {
    case .answered(let outcomes):
      watch.succeeded(lastSent: lastSent)
      holds.succeeded()
      if let since = unsure[job.endpoint], job.sequence > since { unsure[job.endpoint] = nil }
      for (index, pending) in job.pending.enumerated() {
        let outcome = outcomes.indices.contains(index) ? outcomes[index] : nil
        take(outcome, for: pending, of: job, result, random, &settling)
      }
    case .failed(let cause):
      note(cause, job, result, now: now)
      for pending in job.pending { settle(pending, of: job, cause, result, random, &settling) }
    }
    if stop == nil, let failure = settling.firstFailure { tell(failure) }
    if settling.pause > 0 { pausedBy = result.message }
    pausedUntil = max(pausedUntil, later(now, by: settling.pause))
    putBack.insert(contentsOf: settling.putBack(job), at: 0)
    return settling.answers
  }

  /// What becomes of the questions of a job.
  private struct Settling {
    var answers: [(question: Question, outcome: Outcome)] = []
    var again: [Pending] = []
    var isHalved = false
    var pause: Int64 = 0
    /// What happened to the first question that was given up.
    var firstFailure: Failure?

    func putBack(_ job: Job) -> [PutBack] {
      if again.isEmpty { return [] }
      guard isHalved else { return [PutBack(pending: again, isHalf: job.isHalf)] }
      let middle = again.count / 2
      return [again[..<middle], again[middle...]].map { PutBack(pending: Array($0), isHalf: true) }
    }
  }

  private func take(
    _ outcome: ElementOutcome?, for pending: Pending, of job: Job, _ result: JobResult,
    _ random: Double, _ settling: inout Settling
  ) {
    switch outcome {
    case .located(let location):
      settling.answers.append((pending.question, .located(location)))
    case .unknown(let reason): settling.answers.append((pending.question, .unknown(reason)))
    case .bad(let message):
      var result = result
      result.message = message
      settle(pending, of: job, .badElement, result, random, &settling)
    case nil: settle(pending, of: job, .missing, result, random, &settling)
    }
  }

  private func settle(
    _ pending: Pending, of job: Job, _ cause: Cause, _ result: JobResult, _ random: Double,
    _ settling: inout Settling
  ) {
    var pending = pending
    pending.isAsked = true
    if cause.countsAsAttempt { pending.attempts += 1 }
    let history = RetryPolicy.History(
      attempts: pending.attempts, wasMissing: pending.wasMissing,
      isIndivisible: job.isHalf || job.pending.count < 2)
    switch rules.retry.decide(cause, history, random: random) {
    case .again(let pause):
      if cause == .missing { pending.wasMissing = true }
      settling.pause = max(settling.pause, pause)
      settling.again.append(pending)
    case .againAfterHold: settling.again.append(pending)
    case .halve:
      settling.isHalved = true
      settling.again.append(pending)
    case .giveUp, .stop:
      let failure = Failure(
        cause.reason, message: message(cause, result), attempts: pending.attempts,
        httpStatus: result.httpStatus, wasAsked: true)
      if settling.firstFailure == nil { settling.firstFailure = failure }
      settling.answers.append((pending.question, .failed(failure)))
    }
  }

  private func message(_ cause: Cause, _ result: JobResult) -> String {
    switch cause {
    case .missing: "the service's reply has no answer for this address"
    case .cancelled: "the run was interrupted"
    default: result.message
    }
  }

  /// Counts a failure, and stops the run where the table says so.
  private mutating func note(_ cause: Cause, _ job: Job, _ result: JobResult, now: Int64) {
    switch watch.failed(cause, sequence: job.sequence, lastSent: lastSent) {
    case .unreachable(let row):
      stop(cause.reason, "\(row) requests in a row failed, the last: \(result.message)", result)
    case .foreignReplies(let row):
      let what = "a portal or proxy seems to answer in the service's place"
      stop(
        cause.reason, "\(row) replies in a row were not the service's; \(what): \(result.message)",
        result)
    case nil: break
    }
    switch cause {
    case .limited: noteRefusal(job, result, now: now)
    case .refused, .unable: stop(cause.reason, result.message, result)
    case .serverError(let retryAfter?) where retryAfter > HoldPolicy.longestRetryAfter:
      stop(cause.reason, "\(result.message); it asks to wait \(WaitText.text(retryAfter))", result)
    default: break
    }
  }

  private mutating func noteRefusal(_ job: Job, _ result: JobResult, now: Int64) {
    let refusal = HoldPolicy.Refusal(
      resetNanoseconds: result.resetNanoseconds,
      retryAfterNanoseconds: result.retryAfterNanoseconds, sentAt: job.sentAt,
      hadTokensLeft: result.hadTokensLeft)
    let decision = holds.refused(refusal, now: now)
    heldUntil = max(heldUntil, later(now, by: decision.holdNanoseconds))
    due.append(.hold(decision.holdNanoseconds))
    unsure = PerEndpoint(lastSent)
    if decision.halvesLimit {
      due.append(.halve)
      say(
        "an earlier run, or another program, has used the limit of this address, too; "
          + "the rate is halved for this run")
    }
    switch decision.stop {
    case .heldInARow(let row):
      stop(.rateLimited, "the service refused for the limit (429) \(row) times in a row", result)
    case .toldToWait(let wait):
      stop(
        .rateLimited, "the service refused for the limit (429) for another \(WaitText.text(wait))",
        result)
    case nil: break
    }
  }

  private mutating func stop(_ reason: Reason, _ message: String, _ result: JobResult) {
    if stop != nil { return }
    stop = Failure(reason, message: message, httpStatus: result.httpStatus)
  }

  /// Says why look-ups failed, once for each reason; why a run stops is said at its end.
  private mutating func tell(_ failure: Failure) {
    guard failure.reason != .interrupted, said.insert(failure.reason.rawValue).inserted else {
      return
    }
    due.append(.report(.lookUpsFailed(failure)))
  }

  /// Says something to people, once.
  mutating func say(_ notice: String) {
    if said.insert(notice).inserted { due.append(.report(.notice(notice))) }
  }
}
