internal import IPGeoAddresses
internal import IPGeoCore
internal import IPGeoRecords

/// An item and what came of it.
struct LookupResult: Sendable {
  /// What came of it.
  enum Verdict: Hashable, Sendable {
    case invalid(Reason)
    case outcome(Outcome)
  }

  var item: LookupItem
  /// The address that the verdict is about; nil where there is none.
  var address: IPAddress?
  var verdict: Verdict
  /// When it was asked, in seconds since 1970 UTC.
  var askedAt: Int64?
  /// Whether an earlier run had asked it.
  var isKnown = false
  /// The databases that say so; nil where none does.
  var database: String?

  /// The row's `status`.
  var status: Status {
    switch verdict {
    case .invalid: .invalid
    case .outcome(let outcome): outcome.status
    }
  }

  /// What the service said of the place; nil unless it is located.
  var location: Location? {
    if case .outcome(.located(let location)) = verdict { location } else { nil }
  }

  /// What a row says of it.
  func facts(source: String) -> AnswerFacts {
    switch verdict {
    case .invalid(let reason): return .invalid(reason)
    case .outcome(let outcome):
      guard let address else {
        guard case .failed(let failure) = outcome else { return .invalid(.noAddress) }
        return AnswerFacts(status: .failed, reason: failure.reason.rawValue)
      }
      return AnswerFacts(
        outcome, address: address, source: database ?? source, askedAt: askedAt)
    }
  }

  /// What the command ends with for it.
  var ending: RunEnding {
    switch status {
    case .located, .special, .unknown: .code(.done)
    case .invalid: .code(.badInput)
    case .failed: .code(.failures)
    }
  }
}
