internal import Dispatch
internal import Synchronization

/// Looks at the clocks until a run's deadline has come, and says so once.
///
/// It looks five times a second instead of sleeping until then: a sleeping timer stands still with
/// the machine and knows nothing of a clock that was set.
final class DeadlineWatch: Sendable {
  // Set once; libdispatch allows to cancel a source from any thread.
  nonisolated(unsafe) private let timer: (any DispatchSourceTimer)?
  private let turn: Turn

  /// Starts watching; with a deadline that has come already it calls before it returns.
  /// - Parameters:
  ///   - deadline: What to watch; one without limits starts nothing.
  ///   - wallSeconds: Seconds since 1970 UTC.
  ///   - bootNanoseconds: Nanoseconds of the boot-time clock.
  ///   - onEnd: Gets why the run is over, once at most; later calls come from a private queue.
  init(
    _ deadline: RunDeadline, wallSeconds: @escaping @Sendable () -> Int64,
    bootNanoseconds: @escaping @Sendable () -> Int64,
    onEnd: @escaping @Sendable (RunDeadline.Reason) -> Void
  ) {
    let turn = Turn()
    self.turn = turn
    let reason: @Sendable () -> RunDeadline.Reason? = {
      deadline.isOver(wallSeconds: wallSeconds(), bootNanoseconds: bootNanoseconds())
    }
    if let reason = reason() {
      timer = nil
      if turn.take() { onEnd(reason) }
      return
    }
    guard deadline.isLimited else {
      timer = nil
      return
    }
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "ipgeo.deadline"))
    timer.setEventHandler { @Sendable in
      guard let reason = reason(), turn.take() else { return }
      onEnd(reason)
    }
    timer.schedule(
      deadline: .now() + .milliseconds(200), repeating: .milliseconds(200),
      leeway: .milliseconds(50))
    timer.activate()
    self.timer = timer
  }

  deinit { timer?.cancel() }

  /// Watches no more: no call begins after this returns; one that has begun may still be under way.
  func stop() {
    _ = turn.take()
    timer?.cancel()
  }

  /// The one call that there is.
  private final class Turn: Sendable {
    private let isTaken = Atomic(false)

    /// Whether it was still there to be taken.
    func take() -> Bool { !isTaken.exchange(true, ordering: .acquiringAndReleasing) }
  }
}
