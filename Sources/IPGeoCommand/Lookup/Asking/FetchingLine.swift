internal import Dispatch
internal import IPGeoAddresses
internal import IPGeoRecords
internal import Synchronization

/// The line at a terminal's bottom while answers are waited for; it vanishes with them.
final class FetchingLine: Sendable {
  private let timer = Mutex<Timer?>(nil)
  private let queue = DispatchQueue(label: "ipgeo.fetching")
  private let diagnostics: Diagnostics

  /// libdispatch allows to cancel a source from any thread.
  private struct Timer: @unchecked Sendable {
    let source: any DispatchSourceTimer
  }

  /// Makes a line that is not shown yet.
  init(on diagnostics: Diagnostics) { self.diagnostics = diagnostics }

  deinit { timer.withLock { $0?.source.cancel() } }

  /// Shows the line now, and then with what time brings: how long the limit makes us wait.
  /// - Parameters:
  ///   - what: What is fetched.
  ///   - ellipsis: What stands for waiting, as the locale can show it.
  ///   - wait: Nanoseconds until the next request can go out; nil while nothing is waited for.
  func show(_ what: String, ellipsis: String, wait: @escaping @Sendable () -> Int64?) {
    let source = DispatchSource.makeTimerSource(queue: queue)
    source.setEventHandler { @Sendable [diagnostics] in
      diagnostics.show(progress: Self.text(what, ellipsis: ellipsis, wait: wait()))
    }
    source.schedule(deadline: .now() + 1, repeating: .seconds(1), leeway: .milliseconds(20))
    source.activate()
    timer.withLock { $0 = Timer(source: source) }
    // At once, so that it stands there however soon the answer comes.
    queue.sync { diagnostics.show(progress: Self.text(what, ellipsis: ellipsis, wait: nil)) }
  }

  /// Takes the line away; when it returns, nothing is under way.
  func stop() {
    guard let timer = timer.withLock({ $0 }) else { return }
    timer.source.cancel()
    queue.sync {}
    diagnostics.show(progress: nil)
  }

  /// The line's text, as `Fetching 8.8.8.8 …`.
  static func text(_ what: String, ellipsis: String, wait: Int64?) -> String {
    let line = "Fetching \(what) \(ellipsis)"
    guard let wait else { return line }
    return "\(line) next request in \(LeastTime.text(nanoseconds: wait))"
  }

  /// What is fetched, in words; nil is one's own address.
  static func words(_ addresses: [IPAddress?]) -> String {
    guard addresses.count == 1, let only = addresses.first else {
      return "\(addresses.count.groupedDigits) addresses"
    }
    return only?.description ?? "your own address"
  }
}
