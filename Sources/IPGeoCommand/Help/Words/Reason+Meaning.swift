internal import IPGeoCore

extension Status {
  /// What help and the manual say of it: short, no full stop.
  var meaning: String {
    switch self {
    case .located: "the service or a database gave a place"
    case .special: "a special address, answered here; the reason is its block"
    case .unknown: "the service or the database has nothing"
    case .invalid: "there is no address in this record"
    case .failed: "it could not be asked: run again later"
    }
  }
}

extension Reason {
  /// What the manual says of it: short, no full stop.
  var meaning: String {
    switch self {
    case .noData: "the service knows nothing of the address"
    case .notInDatabase: "no database that was given has it"
    case .serviceReserved: "the service calls it private or reserved"
    case .notAnAddress: "the text is no IP address"
    case .empty: "the address field is empty"
    case .noAddress: "the record holds no address"
    case .hostname: "a host name; names are neither sent nor resolved"
    case .leadingZero: "a number has a leading zero, which some programs read as octal"
    case .ambiguousPort: "an IPv6 address with a port, or without: it can be read as both"
    case .masked: "its last part is masked, as in 192.0.2.x"
    case .network: "a network or a range; nothing is expanded"
    case .trailingText: "text follows the address"
    default: furtherMeaning
    }
  }

  private var furtherMeaning: String {
    switch self {
    case .fieldMissing: "the record has no value in the address field"
    case .wrongType: "the address field is neither a text nor a list of texts"
    case .invalidJSON: "the line is not valid JSON"
    case .invalidUTF8: "the text is not valid UTF-8"
    case .truncatedRecord: "the input ends inside the record"
    case .lineTooLong: "the record is longer than --max-line allows"
    case .unclosedQuote: "a quote is opened and not closed"
    case .rateLimited: "the service's rate limit was reached"
    case .refused: "the service refuses to answer"
    case .timeout: "no answer came in time"
    case .unreachable: "the service could not be reached"
    case .httpStatus: "the service answered with an error"
    case .badResponse: "the answer could not be used"
    case .redirected: "a redirect came instead of an answer"
    case .noAnswer: "the service left the address out of its answer"
    case .interrupted: "the run ended before it was answered"
    case .budget: "a budget was used up"
    case .notKnown: "no answer is known, and nothing may be asked"
    default: ""
    }
  }
}
