/// Why a position could not be fetched.
public struct StationFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure, a closed set.
  public enum Kind: Hashable, Sendable {
    /// The surrounding task was cancelled.
    case cancelled
    /// The time was over.
    case timeout
    /// No connection, or one that broke before the reply was whole.
    case unreachable
    /// No request can be sent at all: no libcurl, or a URL that cannot be used.
    case unable
    /// The service answers with another status than 200.
    case status(Int)
    /// The reply leads elsewhere (3xx); it is not followed.
    case redirected
    /// What came is no reply of this service: too large, or no HTTP.
    case notUnderstood
    /// The reply's body tells no position.
    case reply(StationReplyFault)
  }

  /// The kind.
  public var kind: Kind
  /// One plain line without a full stop; nothing in it steers a terminal.
  public var message: String
  /// For how many seconds the service wants to be left alone; nil where it does not say.
  public var retryAfterSeconds: Int64?

  /// Makes a fault.
  public init(_ kind: Kind, _ message: String, retryAfterSeconds: Int64? = nil) {
    self.kind = kind
    self.message = message
    self.retryAfterSeconds = retryAfterSeconds
  }

  /// The message.
  public var description: String { message }

  /// Whether the position that came is on no globe.
  public var isOutOfRange: Bool {
    if case .reply(.outOfRange) = kind { true } else { false }
  }

  /// Whether another try within seconds may help.
  ///
  /// Not where the service asked to be left alone, and not where what answered is something else.
  var isPassing: Bool {
    if retryAfterSeconds != nil { return false }
    return switch kind {
    case .unreachable: true
    case .status(let status): status >= 500
    default: false
    }
  }
}
