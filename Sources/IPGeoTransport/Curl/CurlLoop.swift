internal import CCurl

/// Drives all exchanges on a thread of its own.
///
/// Nothing of it leaves that thread.
final class CurlLoop {
  private let inbox: CurlInbox
  private let library: CurlLibrary
  private let multi: OpaquePointer
  /// By easy handle.
  private var active: [OpaquePointer: ActiveTransfer] = [:]
  /// The easy handle of each transfer.
  private var handles: [ObjectIdentifier: OpaquePointer] = [:]
  private var slots = LargeReplySlots<OpaquePointer>(slots: 2, ordinarySize: 256 << 10)

  /// As many idle connections as are worth keeping.
  private static let maximumConnections = 64
  /// Wakes come through libcurl; this only bounds how long one could be missed.
  private static let longestSleepMilliseconds: Int32 = 600_000

  /// Starts a thread that runs until the inbox is closed; it does not keep the process alive.
  static func start(_ inbox: CurlInbox) throws(TransportError) {
    let context = Unmanaged.passRetained(inbox)
    let error = ccurl_start_thread(
      { context in
        guard let context else { return }
        CurlLoop.run(Unmanaged<CurlInbox>.fromOpaque(context).takeRetainedValue())
      }, context.toOpaque())
    if error == 0 { return }
    context.release()
    throw TransportError(
      code: .unreachable(.local), message: "cannot start the network thread: error \(error)")
  }

  private static func run(_ inbox: CurlInbox) {
    guard let loop = CurlLoop(inbox) else {
      let error = TransportError(
        code: .unreachable(.local),
        message: "the network cannot be used: no memory or no descriptors left (ulimit -n)")
      inbox.close(for: error)
      for transfer in inbox.take().arrivals { transfer.settle(.failure(error)) }
      return
    }
    loop.run()
  }

  private init?(_ inbox: CurlInbox) {
    guard let multi = ccurl_multi_init(inbox.library.pointer) else { return nil }
    // Where descriptors are out, libcurl makes a handle that cannot be woken: requests would lie
    // in the inbox for ever.
    if ccurl_multi_wakeup(inbox.library.pointer, multi) != 0 {
      ccurl_multi_cleanup(inbox.library.pointer, multi)
      return nil
    }
    self.inbox = inbox
    library = inbox.library
    self.multi = multi
    _ = ccurl_multi_set_long(
      library.pointer, multi, CurlOption.multiMaximumConnections, Self.maximumConnections)
    inbox.setSleeper(multi)
  }

  private func run() {
    while true {
      let delivery = inbox.take()
      delivery.arrivals.forEach(start)
      delivery.withdrawals.forEach(withdraw)
      if delivery.isClosed { break }
      _ = ccurl_multi_perform(library.pointer, multi)
      finishEnded()
      _ = ccurl_multi_poll(library.pointer, multi, Self.longestSleepMilliseconds)
    }
    inbox.setSleeper(nil)
    for (_, ending) in active {
      ccurl_multi_remove(library.pointer, multi, ending.easy)
      ending.transfer.settle(
        .failure(.cancelled(requestMayHaveArrived: ending.transfer.wasSent)))
    }
    active.removeAll()
    ccurl_multi_cleanup(library.pointer, multi)
  }

  private func start(_ transfer: Transfer) {
    guard transfer.start() else { return }
    let growth: ActiveTransfer.Growth = { [unowned self] easy, size in
      slots.mayGrow(easy, to: size)
    }
    guard
      let starting = ActiveTransfer(
        transfer, library: library, settings: inbox.settings, mayGrow: growth)
    else { return refuse(transfer) }
    active[starting.easy] = starting
    handles[ObjectIdentifier(transfer)] = starting.easy
    if ccurl_multi_add(library.pointer, multi, starting.easy) != 0 {
      forget(starting)
      refuse(transfer)
    }
  }

  private func refuse(_ transfer: Transfer) {
    let version = library.version
    transfer.settle(
      .failure(
        TransportError(
          code: .unreachable(.local), message: "libcurl \(version) cannot set up a request")))
  }

  private func withdraw(_ transfer: Transfer) {
    guard let easy = handles[ObjectIdentifier(transfer)], let ending = active[easy] else { return }
    end(ending)
  }

  private func finishEnded() {
    var code: Int32 = 0
    while let easy = ccurl_multi_next_done(library.pointer, multi, &code) {
      guard let ended = active[easy] else { continue }
      let outcome = ended.outcome(code)
      end(ended)
      ended.transfer.settle(outcome)
    }
  }

  private func end(_ ended: ActiveTransfer) {
    ccurl_multi_remove(library.pointer, multi, ended.easy)
    forget(ended)
    let next = slots.end(ended.easy)
    // Unpausing may call back into `slots`, so it comes after.
    if let next, active[next] != nil { _ = ccurl_easy_unpause(library.pointer, next) }
  }

  private func forget(_ ended: ActiveTransfer) {
    active[ended.easy] = nil
    handles[ObjectIdentifier(ended.transfer)] = nil
  }
}
