import IPGeoCore

extension Reason {
  /// How many reasons there are.
  static let count = Reason.allCases.count

  /// A small number for each reason, its place in `allCases`: for tables, where hashing its word for
  /// every record would cost more than the record.
  var number: Int {
    switch self {
    case .noData: 0
    case .notInDatabase: 1
    case .serviceReserved: 2
    case .notAnAddress: 3
    case .empty: 4
    case .noAddress: 5
    case .hostname: 6
    case .leadingZero: 7
    case .ambiguousPort: 8
    case .masked: 9
    case .network: 10
    case .trailingText: 11
    case .fieldMissing: 12
    case .wrongType: 13
    case .invalidJSON: 14
    case .invalidUTF8: 15
    case .truncatedRecord: 16
    case .lineTooLong: 17
    case .unclosedQuote: 18
    case .rateLimited: 19
    case .refused: 20
    case .timeout: 21
    case .unreachable: 22
    case .httpStatus: 23
    case .badResponse: 24
    case .redirected: 25
    case .noAnswer: 26
    case .interrupted: 27
    case .budget: 28
    case .notKnown: 29
    }
  }

  /// The reason with that number, if it is one.
  init?(number: UInt64) {
    guard number < UInt64(Self.count) else { return nil }
    self = Self.allCases[Int(number)]
  }
}
