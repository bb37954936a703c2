public import IPGeoAddresses

/// What a row says of its address: the `status` column.
public enum Status: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  /// The provider gave a location.
  case located
  /// Answered locally: private, loopback, documentation and other special-purpose space.
  case special
  /// The provider says that it has nothing.
  case unknown
  /// No address in the record, or text that is not one.
  case invalid
  /// It could not be asked; a later run may.
  case failed

  /// The word in the `status` column.
  public var word: String {
    switch self {
    case .located: "located"
    case .special: "special"
    case .unknown: "unknown"
    case .invalid: "invalid"
    case .failed: "failed"
    }
  }
}

/// Why a status is what it is: the `reason` column of `unknown`, `invalid` and `failed` rows.
///
/// A special row's reason is its block's name, see `SpecialBlock`.
public enum Reason: String, Sendable, CaseIterable {
  // unknown
  case noData = "no-data"
  case notInDatabase = "not-in-database"
  case serviceReserved = "service-reserved"
  // invalid
  case notAnAddress = "not-an-address"
  case empty
  case noAddress = "no-address"
  case hostname
  case leadingZero = "leading-zero"
  case ambiguousPort = "ambiguous-port"
  case masked
  case network
  case trailingText = "trailing-text"
  case fieldMissing = "field-missing"
  case wrongType = "wrong-type"
  case invalidJSON = "invalid-json"
  case invalidUTF8 = "invalid-utf8"
  case truncatedRecord = "truncated-record"
  case lineTooLong = "line-too-long"
  case unclosedQuote = "unclosed-quote"
  // failed
  case rateLimited = "rate-limited"
  case refused
  case timeout
  case unreachable
  case httpStatus = "http-status"
  case badResponse = "bad-response"
  case redirected
  case noAnswer = "no-answer"
  case interrupted
  case budget
  case notKnown = "not-known"

  /// The reason for text that is no address.
  public init(_ fault: AddressFault) {
    switch fault {
    case .notAnAddress: self = .notAnAddress
    case .empty: self = .empty
    case .hostname: self = .hostname
    case .leadingZero: self = .leadingZero
    case .ambiguousPort: self = .ambiguousPort
    case .masked: self = .masked
    case .network: self = .network
    case .trailingText: self = .trailingText
    }
  }

  /// The status that this reason belongs to.
  public var status: Status {
    switch self {
    case .noData, .notInDatabase, .serviceReserved: .unknown
    case .rateLimited, .refused, .timeout, .unreachable, .httpStatus, .badResponse, .redirected,
      .noAnswer, .interrupted, .budget, .notKnown:
      .failed
    default: .invalid
    }
  }
}
