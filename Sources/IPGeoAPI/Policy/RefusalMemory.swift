internal import IPGeoCore

/// Keeps a service's refusal (403, a suspected ban) for everybody who asks it, also in later runs.
///
/// Calls come one after another from one run, and may come from several at the same time. A call may
/// take as long as a look into a file does.
public protocol RefusalMemory: Sendable {
  /// For how many nanoseconds from now the service is still to be left alone; nil, or nothing above
  /// 0: it may be asked.
  func standing() -> Int64?
  /// The service has refused just now.
  /// - Returns: For how many nanoseconds it is left alone from now.
  func refused() -> Int64
  /// The service has answered just now: a refusal that is over is forgotten.
  func succeeded()
}

/// What one run has to do with the memory of refusals.
struct RefusalWatch: Sendable {
  private let memory: any RefusalMemory
  /// What people know the service by.
  private let service: String
  private var hasRefused = false
  private var hasAnswered = false

  init(_ memory: any RefusalMemory, service: String) {
    self.memory = memory
    self.service = service
  }

  /// Why nothing may be sent now, where that is so.
  ///
  /// A run that has sent something has not met the refusal: it is another one's.
  func failure(hasSent: Bool) -> Failure? {
    guard let wait = memory.standing(), wait > 0 else { return nil }
    let what =
      hasSent ? "has refused another run (403)" : "refused us (403) in an earlier run"
    let message = "\(service) \(what): it is left alone for another \(WaitText.text(wait))"
    return Failure(.refused, message: message)
  }

  /// Notes how a request has ended: the first refusal, and the first good reply before one.
  /// - Returns: The result, which says how long a refusal holds.
  mutating func noted(_ result: JobResult) -> JobResult {
    switch result.reply {
    case .answered where !hasRefused && !hasAnswered:
      hasAnswered = true
      memory.succeeded()
    case .failed(.refused) where !hasRefused:
      hasRefused = true
      var result = result
      let wait = WaitText.text(memory.refused())
      result.message += "; \(service) is left alone for \(wait), by later runs, too"
      return result
    default: break
    }
    return result
  }
}
