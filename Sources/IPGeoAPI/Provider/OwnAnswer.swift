public import IPGeoAddresses
public import IPGeoCore
internal import Synchronization

/// What the service says of whoever asks it.
public struct OwnAnswer: Hashable, Sendable {
  /// The address that the service sees; `nil` where it did not say.
  public var address: IPAddress?
  /// What it says of that address; `special` where nothing may be known of it.
  public var outcome: Outcome
  /// When it was asked, in seconds since 1970 UTC (POSIX time).
  public var askedAt: Int64
  /// How the asking ended.
  public var end: ProviderEnd

  /// Makes an answer of its parts.
  public init(address: IPAddress?, outcome: Outcome, askedAt: Int64, end: ProviderEnd) {
    self.address = address
    self.outcome = outcome
    self.askedAt = askedAt
    self.end = end
  }

  /// The answer that came for the one question there was.
  init(_ answer: Answer?, address: IPAddress?, end: ProviderEnd) {
    let lost = Failure(.noAnswer, message: "the asking ended without an answer")
    var outcome = answer?.outcome ?? .failed(lost)
    // What an attempt that failed in the end has named is no answer.
    let isAnswered = outcome.status != .failed
    if isAnswered, let block = address?.specialBlock { outcome = .special(block) }
    self.init(
      address: isAnswered ? address : nil, outcome: outcome, askedAt: answer?.askedAt ?? 0,
      end: end)
  }
}

/// The address that a reply to an empty query is about.
final class SeenAddress: Sendable {
  /// Stands for the address in a queue, which holds addresses; it is never sent.
  static let placeholder = IPAddress(high: 0, low: 0)

  private let noted = Mutex<IPAddress?>(nil)

  /// The address; `nil` before a reply named it.
  var address: IPAddress? { noted.withLock { $0 } }

  func note(_ address: IPAddress) { noted.withLock { $0 = address } }
}

/// Takes the one answer there is.
final class OwnSink: AnswerSink {
  private let taken = Mutex<Answer?>(nil)
  private let onEvent: @Sendable (ProviderEvent) -> Void

  init(_ onEvent: @escaping @Sendable (ProviderEvent) -> Void) { self.onEvent = onEvent }

  var answer: Answer? { taken.withLock { $0 } }

  func deliver(_ answers: [Answer]) { taken.withLock { $0 = answers.last ?? $0 } }
  func report(_ event: ProviderEvent) { onEvent(event) }
}
