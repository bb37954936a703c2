internal import IPGeoAddresses
internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoEnrichment
internal import IPGeoRecords
internal import Synchronization

/// Words what happens during a run, and remembers what a progress line shows of it.
final class EventReporter: Sendable {
  private struct State {
    var hasToldOfWait = false
    /// When the present wait ends, on the boot-time clock, and what it is for.
    var waitEnds: Int64 = 0
    var cause = ProviderEvent.WaitCause.limit
  }

  private let diagnostics: Diagnostics
  private let clock: @Sendable () -> Int64
  private let state = Mutex(State())

  init(_ diagnostics: Diagnostics, clock: @escaping @Sendable () -> Int64) {
    self.diagnostics = diagnostics
    self.clock = clock
  }

  /// Takes an event, from any thread.
  func take(_ event: RunEvent) {
    switch event {
    case .provider(.requestSent): break
    case .provider(.notice(let text)): diagnostics.warning(text)
    case .provider(.lookUpsFailed(let failure)):
      diagnostics.warning("look-ups failed (\(failure.reason.rawValue)): \(failure.message)")
    case .provider(.waiting(let milliseconds, let cause)): wait(milliseconds, cause)
    case .inputFailed(let name, let error): diagnostics.error(Self.text(name, error))
    case .invalidRecord(let record): diagnostics.warning(Self.text(record))
    }
  }

  /// Nanoseconds until something can be sent again, and why; `nil` when nothing is waited for.
  var wait: (left: Int64, cause: ProviderEvent.WaitCause)? {
    let (end, cause) = state.withLock { ($0.waitEnds, $0.cause) }
    let left = end &- clock()
    return left > 0 ? (left, cause) : nil
  }

  private func wait(_ milliseconds: Int64, _ cause: ProviderEvent.WaitCause) {
    let (nanoseconds, overflow) = max(0, milliseconds).multipliedReportingOverflow(by: 1_000_000)
    let isFirst = state.withLock { state in
      state.waitEnds = overflow ? .max : clock() &+ nanoseconds
      state.cause = cause
      defer { state.hasToldOfWait = true }
      return !state.hasToldOfWait
    }
    let seconds = "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s"
    let text =
      switch cause {
      case .limit: "the service's limit is used up, the next request goes out in \(seconds)"
      case .hold: "the service asks for a pause, the next request goes out in \(seconds)"
      case .retry(let what): "a request failed (\(what)), it is tried again in \(seconds)"
      }
    if isFirst { diagnostics.note(text) } else { diagnostics.detail(text) }
  }

  /// `FILE:LINE: what, why, what to do`.
  static func text(_ record: RunReport.InvalidRecord) -> String {
    "\(shown(record.file)):\(record.line): \(record.message)"
  }

  private static func text(_ name: String, _ error: InputError) -> String {
    switch error {
    case .system(let error): error.description + hint(name)
    case .notText(let kind, let advice):
      "\(shown(name)): this is \(kind), which is not read; \(command(advice, name))"
    case .changed:
      "\(shown(name)): it is not what it was when the run began; run again for its rows"
    case .layout(let error):
      "\(shown(name)): \(error.message); \(command(error.advice, name))"
    case .unpacking(let error):
      "\(shown(name)): \(error.message); " + rest(error) + command(error.advice, name)
    }
  }

  /// What of the rows is there all the same.
  private static func rest(_ error: UnpackingError) -> String {
    if error.cause == .noProgram { return "" }
    return "the whole lines that could be read have their rows; "
  }

  /// Advice with the input's own name in it, where it has one that a shell takes as it is.
  static func command(_ advice: String, _ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte == 0x2E || byte == 0x2F || byte == 0x5F || byte == 0x2D
    }
    let words = advice.split(separator: " ", omittingEmptySubsequences: false)
    guard isPlain, !name.hasPrefix("-"), let place = words.firstIndex(of: "FILE") else {
      return advice
    }
    return (words[..<place] + [Substring(name)] + words[(place + 1)...]).joined(separator: " ")
  }

  /// An address where a file's name should be is a common first try.
  private static func hint(_ name: String) -> String {
    IPAddress(name) == nil ? "" : "; to look up an address, write: ipgeo lookup \(name)"
  }

  /// Standard input has no name that a reader would look for.
  static func shown(_ name: String) -> String { name == "-" ? "standard input" : name }
}
