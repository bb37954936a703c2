internal import IPGeoAPI
internal import IPGeoByteStreams
internal import IPGeoEnrichment
internal import IPGeoRecords

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A run that is under way, as progress and the status file see it.
struct LiveRun: Sendable {
  let run: BatchRun
  let reporter: EventReporter
  /// Whom it asks; nil for nobody.
  let asked: DeferredProvider<IPAPIProvider>?
  /// Seconds since 1970 UTC.
  let startedAt: Int64

  /// What is told of a run that has to end before it has written its rows, as where nobody takes
  /// them off a full pipe.
  var unfinished: String {
    let progress = run.progress
    return "interrupted: the rest of the rows could not be written in time; "
      + "\(progress.rows.groupedDigits) rows written, \(progress.settled.groupedDigits) of "
      + "\(progress.addresses.groupedDigits) addresses answered"
  }

  /// What a progress line shows.
  var progress: ProgressState {
    let progress = run.progress
    var state = ProgressState()
    state.answered = progress.settled
    state.asked = progress.asked
    state.known = progress.addresses
    state.inputHasEnded = progress.isInputAtEnd
    state.nextWindowNanoseconds = reporter.wait?.left
    let outlook = outlook(progress)
    state.requestsLeft = outlook.requestsLeft
    state.remainingNanoseconds = outlook.remaining
    return state
  }

  /// What the status file says.
  var status: RunStatus {
    let progress = run.progress
    let wait = reporter.wait
    var status = RunStatus(process: getpid(), startedAt: startedAt)
    status.addresses = progress.addresses
    status.answered = progress.settled
    status.known = progress.known
    status.asked = progress.asked
    status.requests = progress.requests
    status.rows = progress.rows
    status.isInputAtEnd = progress.isInputAtEnd
    status.nextRequestNanoseconds = wait?.left
    status.wait = wait.map { RunStatus.Wait($0.cause) }
    let outlook = outlook(progress)
    status.requestsLeft = outlook.requestsLeft
    status.remainingNanoseconds = outlook.remaining
    return status
  }

  /// What the limit lets the rest of the run be: requests that could go now, and the least time.
  private func outlook(_ progress: RunProgress) -> (requestsLeft: Int?, remaining: Int64?) {
    guard let provider = asked?.made else { return (nil, nil) }
    let now = Clock.boottimeNanoseconds()
    let schedule = provider.schedule
    let (batch, single) = (provider.gauge[.batch], provider.gauge[.single])
    let reading = schedule.usesBatches ? batch : single
    guard progress.isInputAtEnd, let batch, let single else {
      return (reading?.requestsLeft, nil)
    }
    let plan = schedule.plan(
      for: progress.addresses - progress.settled, batch: Schedule.Standing(batch, now: now),
      single: Schedule.Standing(single, now: now))
    return (reading?.requestsLeft, plan.nanoseconds)
  }
}
