internal import IPGeoByteStreams
internal import IPGeoEnrichment

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A run that is under way, as progress and the status file see it.
struct LiveRun: Sendable {
  let run: BatchRun
  let reporter: EventReporter
  let asking: DeferredProvider
  /// Seconds since 1970 UTC.
  let startedAt: Int64

  /// What a progress line shows.
  var progress: ProgressState {
    let progress = run.progress
    var state = ProgressState()
    state.answered = progress.settled
    state.known = progress.addresses
    state.inputHasEnded = progress.isInputAtEnd
    state.nextWindowNanoseconds = reporter.wait?.left
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
    return status
  }
}
