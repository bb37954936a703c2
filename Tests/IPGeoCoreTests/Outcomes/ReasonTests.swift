import IPGeoAddresses
import IPGeoCore
import Testing

@Suite struct ReasonTests {
  @Test func `every reason is spelled in kebab case`() {
    for reason in Reason.allCases {
      #expect(
        reason.rawValue.allSatisfy { $0.isLowercase || $0 == "-" || $0.isNumber }, "\(reason)")
    }
    #expect(Reason(rawValue: "invalid-utf8") == .invalidUTF8)
    #expect(Reason(rawValue: "http-status") == .httpStatus)
  }

  @Test func `a reason knows its status`() {
    let unknown: Set<Reason> = [.noData, .notInDatabase, .serviceReserved]
    let failed: Set<Reason> = [
      .rateLimited, .refused, .timeout, .unreachable, .httpStatus, .badResponse, .redirected,
      .noAnswer, .interrupted, .budget, .notKnown,
    ]
    for reason in Reason.allCases {
      let expected: Status =
        unknown.contains(reason) ? .unknown : failed.contains(reason) ? .failed : .invalid
      #expect(reason.status == expected, "\(reason)")
    }
  }

  @Test func `every address fault has a reason of status invalid`() {
    let faults: [(AddressFault, String)] = [
      (.notAnAddress, "not-an-address"), (.empty, "empty"), (.hostname, "hostname"),
      (.leadingZero, "leading-zero"), (.ambiguousPort, "ambiguous-port"), (.masked, "masked"),
      (.network, "network"), (.trailingText, "trailing-text"),
    ]
    for (fault, word) in faults {
      #expect(Reason(fault).rawValue == word)
      #expect(Reason(fault).status == .invalid)
    }
  }

  @Test func `a status word is its column's word`() {
    #expect(Status.allCases.map(\.word) == ["located", "special", "unknown", "invalid", "failed"])
  }

  @Test func `an outcome knows its status`() {
    #expect(Outcome.located(Location()).status == .located)
    #expect(Outcome.unknown(.noData).status == .unknown)
    #expect(Outcome.failed(Failure(.timeout, message: "late")).status == .failed)
  }
}
