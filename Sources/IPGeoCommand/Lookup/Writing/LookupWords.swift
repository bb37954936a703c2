internal import IPGeoAddresses
internal import IPGeoCore
internal import IPGeoRecords

/// Says in a sentence what an item came to where there is no place to show.
enum LookupWords {
  /// What is said of it; nil for a located one.
  static func text(_ result: LookupResult) -> String? {
    switch result.verdict {
    case .invalid(let reason): invalid(result.item, reason)
    case .outcome(.located): nil
    case .outcome(.special(let block)): "\(kind(block.name)) address: nothing to look up"
    case .outcome(.unknown(.serviceReserved)): "the service calls it private or reserved"
    case .outcome(.unknown(.notInDatabase)): "not in the database"
    case .outcome(.unknown) where result.database != nil:
      "the database says nothing of its place or network"
    case .outcome(.unknown): "the service knows nothing of it"
    case .outcome(.failed(let failure)) where result.database != nil: failure.message
    case .outcome(.failed(let failure)):
      if case .unresolved = result.item.subject { unresolved(failure) } else { failed(failure) }
    }
  }

  private static func invalid(_ item: LookupItem, _ reason: Reason) -> String {
    let shown =
      "'" + VisibleText.escape(String(decoding: item.word, as: UTF8.self), limit: 60) + "'"
    switch reason {
    case .hostname where item.name != nil:
      return "\(shown): the system's resolver knows no address of that name; check its spelling"
    case .hostname:
      return "\(shown) is a host name, not an address; give its address, or add --resolve"
    default: return item.word.withUnsafeBytes { InvalidMessage.text(for: reason, text: $0) }
    }
  }

  /// The service had no part in it.
  private static func unresolved(_ failure: Failure) -> String {
    switch failure.reason {
    case .unreachable, .timeout: "\(failure.message); try again later"
    default: failed(failure)
    }
  }

  private static func failed(_ failure: Failure) -> String {
    let what =
      switch failure.reason {
      case .unreachable, .timeout: "the service cannot be reached"
      case .rateLimited: "the service's limit is used up"
      case .refused: "the service refuses"
      case .redirected, .badResponse, .httpStatus, .noAnswer:
        "the service gave no usable answer"
      case .notKnown: "no answer is kept"
      default: "it was not asked"
      }
    let message = failure.message
    // Some say it themselves.
    if message.hasPrefix(what) || message.hasPrefix("the answer is not usable") { return message }
    return "\(what): \(message)"
  }

  /// The kind of a special address, for a person.
  private static func kind(_ block: String) -> String {
    switch block {
    case "private-use", "unique-local", "shared-address-space": "private"
    case "loopback", "link-local", "documentation", "multicast", "unspecified", "benchmarking",
      "reserved", "unallocated":
      block
    default: "special (\(block))"
    }
  }
}
