internal import IPGeoCore

/// Why a request did not answer its questions: the first column of the retry table.
enum Cause: Hashable, Sendable {
  /// Connection refused or reset, no DNS answer, cut body.
  case unreachable
  /// The deadline passed.
  case deadline
  /// 5xx; with `Retry-After` in nanoseconds, where it was there and made sense.
  case serverError(retryAfter: Int64?)
  /// 429.
  case limited
  /// 403.
  case refused
  /// 422.
  case unprocessable
  /// Any other 4xx.
  case clientError
  /// 3xx.
  case redirected
  /// A 2xx that is empty, HTML, no JSON, no array, or too large.
  case badReply
  /// The reply is fine, but has nothing about this address.
  case missing
  /// What it has about this address is ill-typed or out of range.
  case badElement
  /// No request can be sent at all: no libcurl, or a URL that it refuses.
  case unable
  /// The surrounding task was cancelled.
  case cancelled

  /// The reason of a row that is given up for this cause.
  var reason: Reason {
    switch self {
    case .unreachable, .unable: .unreachable
    case .deadline: .timeout
    case .serverError, .unprocessable, .clientError: .httpStatus
    case .limited: .rateLimited
    case .refused: .refused
    case .redirected: .redirected
    case .badReply, .badElement: .badResponse
    case .missing: .noAnswer
    case .cancelled: .interrupted
    }
  }

  /// Whether it counts as an attempt of the questions it held.
  var countsAsAttempt: Bool { self != .limited && self != .cancelled }

  /// The cause that a status other than 200 means.
  init(status: Int, retryAfter: Int64?) {
    switch status {
    case 300...399: self = .redirected
    case 403: self = .refused
    case 422: self = .unprocessable
    case 429: self = .limited
    case 400...499: self = .clientError
    case 500...599: self = .serverError(retryAfter: retryAfter)
    default: self = .badReply
    }
  }
}
