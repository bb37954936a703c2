/// The life of one `send`, as far as two threads see it; pure.
///
/// The caller's task and the loop's thread race: whoever ends the transfer first resumes the
/// caller, once; the other finds it settled.
struct TransferState {
  private enum Stage {
    case created
    /// Cancelled before the caller began to wait: nothing to resume yet.
    case cancelledEarly
    case waiting
    /// The loop has taken it up.
    case running
    case settled
  }

  /// What the caller's side does on `wait`.
  enum Wait: Hashable { case submit, endCancelled }
  /// What the canceller does.
  enum Cancel: Hashable { case nothing, end, endAndWithdraw }

  private var stage = Stage.created
  /// How often the request went out, or was about to.
  private(set) var sendings = 0

  /// The caller waits from now on.
  mutating func wait() -> Wait {
    if stage == .created {
      stage = .waiting
      return .submit
    }
    stage = .settled
    return .endCancelled
  }

  /// The loop takes it up; false: it is over already.
  mutating func start() -> Bool {
    guard stage == .waiting else { return false }
    stage = .running
    return true
  }

  /// The request is about to go out; false: it has been out before, or nobody waits any more.
  mutating func permitSending() -> Bool {
    guard stage == .running, sendings == 0 else { return false }
    sendings = 1
    return true
  }

  /// The caller's task was cancelled.
  mutating func cancel() -> Cancel {
    switch stage {
    case .created:
      stage = .cancelledEarly
      return .nothing
    case .waiting:
      stage = .settled
      return .end
    case .running:
      stage = .settled
      return .endAndWithdraw
    case .cancelledEarly, .settled: return .nothing
    }
  }

  /// The loop has a result; false: the caller has gone.
  mutating func settle() -> Bool {
    guard stage == .waiting || stage == .running else { return false }
    stage = .settled
    return true
  }
}
