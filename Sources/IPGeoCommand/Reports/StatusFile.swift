internal import Dispatch
internal import IPGeoByteStreams
internal import Synchronization

/// Keeps the file of `--status-file` up to date on a timer, until the run ends.
///
/// It never fails a run: the first thing that goes wrong is one warning, and it goes on trying.
final class StatusFile: Sendable {
  private struct State {
    var isEnded = false
    var hasWritten = false
    var hasWarned = false
  }

  // Set once; libdispatch allows to cancel a source from any thread.
  nonisolated(unsafe) private let timer: any DispatchSourceTimer
  private let path: String
  private let wallSeconds: @Sendable () -> Int64
  private let status: @Sendable () -> RunStatus
  private let warn: @Sendable (String) -> Void
  // Held while the file is written, so that no older status takes the place of a newer one.
  private let state = Mutex(State())

  /// Writes the file, and from then on each `period`.
  /// - Parameters:
  ///   - path: The file; links are followed, FIFOs and devices written straight.
  ///   - period: Between two times of writing.
  ///   - wallSeconds: Seconds since 1970 UTC.
  ///   - status: Called from a queue of its own; must not block.
  ///   - warn: Gets the warning, once at most.
  init(
    _ path: String, period: DispatchTimeInterval = .seconds(2),
    wallSeconds: @escaping @Sendable () -> Int64 = Clock.wallSeconds,
    status: @escaping @Sendable () -> RunStatus, warn: @escaping @Sendable (String) -> Void
  ) {
    self.path = path
    self.wallSeconds = wallSeconds
    self.status = status
    self.warn = warn
    let queue = DispatchQueue(label: "ipgeo.status")
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { @Sendable [weak self] in self?.update() }
    timer.schedule(deadline: .now(), repeating: period, leeway: .milliseconds(200))
    timer.activate()
  }

  deinit { timer.cancel() }

  /// Writes the run's last status, and nothing after it.
  func end(exitCode: Int32) {
    timer.cancel()
    tell(state.withLock { end(&$0, exitCode) })
  }

  /// The same in a process that ends at once: it does not wait for a writing that is under way.
  func endAtOnce(exitCode: Int32) {
    _ = state.withLockIfAvailable { _ = end(&$0, exitCode) }
  }

  /// Writes the status of now.
  func update() {
    tell(
      state.withLock { state in
        state.isEnded ? nil : write(status(), &state)
      })
  }

  private func end(_ state: inout State, _ exitCode: Int32) -> String? {
    if state.isEnded { return nil }
    state.isEnded = true
    var last = status()
    last.exitCode = exitCode
    return write(last, &state)
  }

  /// Returns a warning where one is due.
  private func write(_ status: RunStatus, _ state: inout State) -> String? {
    let text = status.json(now: wallSeconds())
    do throws(SystemError) {
      try SmallFile.replace(path, with: text, isFirst: !state.hasWritten)
      state.hasWritten = true
      return nil
    } catch {
      defer { state.hasWarned = true }
      return state.hasWarned ? nil : "--status-file: \(error.description); the run goes on without"
    }
  }

  private func tell(_ warning: String?) {
    if let warning { warn(warning) }
  }
}
