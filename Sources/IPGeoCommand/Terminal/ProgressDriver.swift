internal import Dispatch

/// Shows progress on a timer until it is stopped.
final class ProgressDriver: Sendable {
  // Set once; libdispatch allows to cancel a source from any thread.
  nonisolated(unsafe) private let timer: (any DispatchSourceTimer)?
  private let queue = DispatchQueue(label: "ipgeo.progress")
  private let diagnostics: Diagnostics

  /// Starts showing what `state` says; with style `none` nothing is started.
  ///
  /// `state` is called from a queue of the driver's own and must not block.
  init(
    _ style: ProgressStyle, on diagnostics: Diagnostics, descriptor: Int32 = 2,
    clock: @escaping @Sendable () -> Int64, state: @escaping @Sendable () -> ProgressState
  ) {
    self.diagnostics = diagnostics
    guard style != .none else {
      timer = nil
      return
    }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let turns = Turns(style, now: clock(), state())
    timer.setEventHandler { @Sendable in
      guard let state = turns.next(now: clock(), state) else { return }
      if style == .plain { return diagnostics.note(ProgressLine.text(state, width: 200)) }
      // The last column stays free: some terminals wrap as soon as it is filled.
      let width = (Terminal.width(descriptor) ?? 80) - 1
      diagnostics.show(progress: ProgressLine.text(state, width: width))
    }
    let period = DispatchTimeInterval.nanoseconds(Int(turns.period))
    timer.schedule(deadline: .now() + .seconds(1), repeating: period, leeway: .milliseconds(20))
    timer.activate()
    self.timer = timer
  }

  deinit { timer?.cancel() }

  /// Takes the line away and shows nothing more; when it returns, nothing is under way.
  func stop() {
    guard let timer else { return }
    timer.cancel()
    queue.sync {}
    diagnostics.show(progress: nil)
  }

  /// What is kept between two calls of the timer's handler.
  private final class Turns: @unchecked Sendable {
    // Only the timer's handler changes them, and a serial queue runs that.
    private var pace: ProgressPace
    private var meter = RateMeter()
    let period: Int64

    init(_ style: ProgressStyle, now: Int64, _ state: ProgressState) {
      pace = ProgressPace(style, now: now)
      period = pace.period
      meter.note(Self.rated(state), now: now)
    }

    /// What to show now, if it is time to.
    func next(now: Int64, _ state: () -> ProgressState) -> ProgressState? {
      let isDue = pace.isDue(now: now)
      var state = state()
      meter.note(Self.rated(state), now: now)
      guard isDue else { return nil }
      state.rate = state.rate ?? meter.rate
      return state
    }

    private static func rated(_ state: ProgressState) -> Int { state.asked ?? state.answered }
  }
}
