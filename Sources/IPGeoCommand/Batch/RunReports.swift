internal import IPGeoByteStreams
internal import IPGeoEnrichment
internal import Synchronization

/// What a run tells other programs of itself: the files of `--status-file` and `--metrics`.
///
/// Neither ever fails a run: what cannot be written is one warning.
final class RunReports: Sendable {
  private let statusPath: String?
  private let metrics: MetricsFile?
  private let diagnostics: Diagnostics
  private let status = Mutex<StatusFile?>(nil)

  /// - Parameters:
  ///   - running: Which files are wanted.
  ///   - diagnostics: Gets warnings.
  ///   - start: When the run started, in nanoseconds of the clock that counts sleep.
  init(_ running: BatchOptions.Running, _ diagnostics: Diagnostics, start: Int64) {
    // A dry run writes no file.
    statusPath = running.isDry ? nil : running.statusFile
    metrics = running.isDry ? nil : running.metrics.map { MetricsFile($0, start: start) }
    self.diagnostics = diagnostics
  }

  /// Keeps the status file up to date from now on.
  func begin(_ current: @escaping @Sendable () -> RunStatus) {
    guard let statusPath else { return }
    let file = StatusFile(statusPath, status: current) { [diagnostics] in diagnostics.warning($0) }
    status.withLock { $0 = file }
  }

  /// Tells how the run ended.
  /// - Parameters:
  ///   - ending: How the process will end.
  ///   - counts: What it counted; nil for a run that ended before it read anything.
  func end(_ ending: RunEnding, counts: RunCounts?) {
    status.withLock { $0 }?.end(exitCode: ending.shellStatus)
    do throws(SystemError) {
      try metrics?.write(exitCode: ending.shellStatus, counts: counts)
    } catch {
      diagnostics.warning("--metrics: \(error.description)")
    }
  }

  /// The same in a process that dies of a signal at once.
  func endAtOnce(by signal: Int32) {
    let ending = RunEnding.signal(signal)
    status.withLockIfAvailable { $0 }??.endAtOnce(exitCode: ending.shellStatus)
    try? metrics?.write(exitCode: ending.shellStatus, counts: nil)
  }
}
