internal import Synchronization

/// One `send` under way: the request, and the caller who waits.
final class Transfer: Sendable {
  typealias Outcome = Result<HTTPReply, TransportError>

  let request: HTTPRequest
  let url: RequestURL
  /// When the whole exchange must have ended.
  let deadline: ContinuousClock.Instant

  private struct Shared {
    var state = TransferState()
    var waiter: CheckedContinuation<Outcome, Never>?

    mutating func takeWaiter() -> CheckedContinuation<Outcome, Never>? {
      defer { waiter = nil }
      return waiter
    }
  }
  private let shared = Mutex(Shared())

  init(_ request: HTTPRequest, url: RequestURL) {
    self.request = request
    self.url = url
    deadline = .now + .nanoseconds(request.deadlineNanoseconds)
  }

  /// Hands the transfer to the loop and waits for its outcome, or for cancellation.
  func outcome(by inbox: CurlInbox) async -> Outcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let action = shared.withLock { shared in
          let action = shared.state.wait()
          if action == .submit { shared.waiter = waiter }
          return action
        }
        switch action {
        case .submit:
          if let error = inbox.submit(self) { settle(.failure(error)) }
        case .endCancelled:
          waiter.resume(returning: .failure(.cancelled(requestMayHaveArrived: false)))
        }
      }
    } onCancel: {
      cancel(inbox)
    }
  }

  private func cancel(_ inbox: CurlInbox) {
    let (action, waiter, wasSent) = shared.withLock { shared in
      let action = shared.state.cancel()
      return (action, action == .nothing ? nil : shared.takeWaiter(), shared.state.sendings > 0)
    }
    if action == .endAndWithdraw { inbox.withdraw(self) }
    waiter?.resume(returning: .failure(.cancelled(requestMayHaveArrived: wasSent)))
  }

  /// The loop takes it up; false: it is over already.
  func start() -> Bool { shared.withLock { $0.state.start() } }

  /// Whether the request may go out now, see `TransferState.permitSending`.
  func permitSending() -> Bool { shared.withLock { $0.state.permitSending() } }

  /// Whether the request went out, or was about to.
  var wasSent: Bool { shared.withLock { $0.state.sendings > 0 } }

  /// Gives the caller the outcome, unless the caller has one.
  func settle(_ outcome: Outcome) {
    let waiter = shared.withLock { shared in
      shared.state.settle() ? shared.takeWaiter() : nil
    }
    waiter?.resume(returning: outcome)
  }
}
