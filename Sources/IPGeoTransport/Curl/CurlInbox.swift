internal import CCurl
internal import Synchronization

/// What callers hand to the loop's thread.
final class CurlInbox: Sendable {
  /// What has come in since the last look.
  struct Delivery: Sendable {
    var arrivals: [Transfer] = []
    var withdrawals: [Transfer] = []
    var isClosed = false
    /// Why the loop takes nothing, where it is not that it was ended.
    var fault: TransportError?
  }

  /// The multi handle.
  ///
  /// `@unchecked Sendable`: other threads only pass it to `curl_multi_wakeup`, the one call that
  /// libcurl allows them, and only under the inbox's lock.
  private struct Sleeper: @unchecked Sendable {
    let multi: OpaquePointer
  }

  private struct State {
    var delivery = Delivery()
    /// Whom to wake; nil before the loop runs and after it ended.
    var sleeper: Sleeper?
    var isWoken = false
  }

  let library: CurlLibrary
  let settings: CurlSettings
  private let state = Mutex(State())

  init(library: CurlLibrary, settings: CurlSettings) {
    self.library = library
    self.settings = settings
  }

  /// Hands a transfer over.
  /// - Returns: nil when it was taken, else why the loop takes none any more.
  func submit(_ transfer: Transfer) -> TransportError? {
    change { delivery in
      if delivery.isClosed {
        return delivery.fault ?? .cancelled(requestMayHaveArrived: false)
      }
      delivery.arrivals.append(transfer)
      return nil
    }
  }

  /// Says that a running transfer's caller has gone.
  func withdraw(_ transfer: Transfer) {
    change { $0.withdrawals.append(transfer) }
  }

  /// Ends the loop; what is under way ends as cancelled.
  ///
  /// - Parameter fault: Why it never ran, which is then what later transfers end with.
  func close(for fault: TransportError? = nil) {
    change { delivery in
      delivery.isClosed = true
      delivery.fault = delivery.fault ?? fault
    }
  }

  /// Takes what has come in; the loop's side.
  func take() -> Delivery {
    state.withLock { state in
      state.isWoken = false
      let delivery = state.delivery
      state.delivery = Delivery(isClosed: delivery.isClosed, fault: delivery.fault)
      return delivery
    }
  }

  /// Says whom to wake.
  ///
  /// Until it is nil again, `multi` must live.
  func setSleeper(_ multi: OpaquePointer?) {
    let sleeper = multi.map(Sleeper.init)
    state.withLock { $0.sleeper = sleeper }
  }

  private func change<Answer: Sendable>(_ body: (inout Delivery) -> Answer) -> Answer {
    state.withLock { state in
      let answer = body(&state.delivery)
      // Waking under the lock keeps the handle alive for it; it is one write to a socket.
      if let sleeper = state.sleeper, !state.isWoken {
        state.isWoken = true
        _ = ccurl_multi_wakeup(library.pointer, sleeper.multi)
      }
      return answer
    }
  }
}
