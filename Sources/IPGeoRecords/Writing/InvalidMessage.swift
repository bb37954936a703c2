internal import IPGeoAddresses
public import IPGeoCore

/// The sentences of failure records about the input: what is wrong, why, and what to do.
public enum InvalidMessage {
  /// How many characters of the text a sentence shows.
  private static let shownLimit = 60

  /// One line about a record that has no answer for `reason`.
  /// - Parameters:
  ///   - reason: Why; those that a provider gives are told in general words.
  ///   - text: What was judged; shown in part and made visible.
  ///   - format: The input's format.
  /// - Returns: A sentence without a full stop at its end.
  public static func text(
    for reason: Reason, text: UnsafeRawBufferPointer, format: InputFormat = .list
  ) -> String {
    if format == .failures, let fault = failureFileFault(reason) { return fault }
    let shown = "'" + VisibleText.escape(text, limit: shownLimit) + "'"
    switch reason {
    case .notAnAddress:
      return
        "\(shown) is not an IP address; write it as 192.0.2.1 or 2001:db8::1"
    case .empty: return "the address field is empty"
    case .hostname:
      return "\(shown) is a host name; names are never sent or resolved, give its address"
    case .leadingZero: return leadingZero(text, shown: shown)
    case .ambiguousPort:
      return "\(shown) may be an address with a port or without; write [address]:port"
    case .masked: return "\(shown) is masked; without its last part there is no address to look up"
    case .network:
      return "\(shown) is a network or a range; nothing is expanded, name the addresses themselves"
    case .trailingText:
      return "\(shown) has text after the address; put one address on a line"
    case .invalidJSON: return jsonFault(text)
    default: return recordFault(reason) ?? answerFault(reason)
    }
  }

  private static func jsonFault(_ text: UnsafeRawBufferPointer) -> String {
    let place = JSONFault.of(text).map { " at column \($0.column): \($0.message)" } ?? ""
    return "the line is not valid JSON\(place); check what wrote it"
  }

  private static func recordFault(_ reason: Reason) -> String? {
    switch reason {
    case .noAddress: "the record holds no address"
    case .fieldMissing: "the record has no value in the address field"
    case .wrongType: "the address field is neither a text nor a list of texts"
    case .invalidUTF8: "the text is not valid UTF-8; convert the input to UTF-8"
    case .truncatedRecord: "the input ends inside the record; it may have been cut short"
    case .lineTooLong: "the line is longer than --max-line allows; its end was not read"
    case .unclosedQuote: "a quote is opened and not closed; the record ends with its line"
    default: nil
    }
  }

  private static func failureFileFault(_ reason: Reason) -> String? {
    switch reason {
    case .fieldMissing:
      "a failure record's ip, text, status or retryable is missing; give what --failures wrote"
    case .wrongType:
      "the line is JSON, but no failure record; give what --failures wrote"
    case .invalidJSON:
      "the line is not a JSON object of its own; give what --failures wrote, as it is"
    default: nil
    }
  }

  private static func answerFault(_ reason: Reason) -> String {
    switch reason {
    case .noData, .notInDatabase: "the provider knows nothing of the address"
    case .serviceReserved: "the service calls the address private or reserved"
    case .rateLimited: "the service's rate limit was reached; run again later"
    case .refused: "the service refuses to answer; run again later"
    case .timeout: "the service did not answer in time; run again later"
    case .unreachable: "the service could not be reached; run again later"
    case .httpStatus: "the service answered with an error"
    case .badResponse: "the service's answer could not be used"
    case .redirected: "a redirect came instead of an answer; a portal or proxy may be in between"
    case .noAnswer: "the service left the address out of its answer; run again"
    case .interrupted: "the run ended before the address was answered; run again"
    case .budget: "the run's budget was used up; run again"
    case .notKnown: "no answer is known and nothing may be asked; run again with asking allowed"
    default: "there is no answer"
    }
  }

  private static func leadingZero(_ text: UnsafeRawBufferPointer, shown: String) -> String {
    let start = "\(shown) has a number with a leading zero, which some programs read as octal"
    guard let reading = AddressToken.decimalReading(text) else {
      return start + "; write it without the zero"
    }
    return start + "; if it is decimal, write \(reading)"
  }
}
