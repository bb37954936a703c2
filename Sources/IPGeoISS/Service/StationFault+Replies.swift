internal import IPGeoTransport

extension StationFault {
  /// The fault of an exchange without a reply.
  init(_ error: TransportError) {
    let kind: Kind =
      switch error.code {
      case .cancelled: .cancelled
      case .timeout: .timeout
      case .unreachable, .truncated, .tls, .proxy: .unreachable
      case .bodyTooLarge, .malformed: .notUnderstood
      case .libraryMissing, .badURL: .unable
      }
    self.init(kind, error.message)
  }

  /// The fault of a reply with another status than 200.
  init(_ reply: HTTPReply) {
    let wait = Self.retryAfter(reply)
    let peace = wait.map { wait in
      wait > Self.longestWait
        ? " and wants more than a day without requests" : " and wants \(wait) s without requests"
    }
    switch reply.status {
    // Of 3xx those that lead elsewhere (RFC 9110, 15.4); 304 says that nothing has changed.
    case 300...303, 305, 307...308:
      let place = reply.header("Location").flatMap(Self.host) ?? "another place"
      self.init(
        .redirected,
        "the reply (\(reply.status)) redirects to \(place), which is not followed: a portal or "
          + "proxy answers")
    default:
      self.init(
        .status(reply.status),
        "the reply has status \(reply.status)"
          + (peace ?? "") + Self.quote(reply),
        retryAfterSeconds: wait.map { min($0, Self.longestWait) })
    }
  }

  /// The fault of a body that tells no position.
  init(_ fault: StationReplyFault, in reply: HTTPReply) {
    let quote =
      switch fault {
      case .notJSON, .notObject: Self.quote(reply)
      default: ""
      }
    self.init(.reply(fault), "the reply \(fault.description)" + quote)
  }

  /// What a wrong reply holds, in a few bytes.
  private static func quote(_ reply: HTTPReply) -> String {
    if reply.body.isEmpty { return "" }
    let type =
      reply.header("Content-Type").map { PlainWords.excerpt($0, limit: 40) + ": " } ?? ""
    return ": \(type)\"\(PlainWords.excerpt(reply.body, limit: 40))\""
  }

  /// A day, in seconds: nobody is left alone for longer on the word of one reply.
  private static let longestWait: Int64 = 86_400

  /// Seconds alone: a date is compared with a clock that may be wrong.
  private static func retryAfter(_ reply: HTTPReply) -> Int64? {
    guard let text = reply.header("Retry-After"), !text.isEmpty,
      text.utf8.allSatisfy({ 0x30...0x39 ~= $0 })
    else { return nil }
    return Int64(text) ?? .max
  }

  /// The host that a `Location` names; nil for one without a host (RFC 3986, 4.2).
  private static func host(_ location: String) -> String? {
    guard let slashes = location.utf8.firstRange(of: Array("//".utf8)) else { return nil }
    let scheme = location[..<slashes.lowerBound]
    guard scheme.isEmpty || scheme.hasSuffix(":") && !scheme.dropLast().utf8.contains(0x2F) else {
      return nil
    }
    let authority = location.utf8[slashes.upperBound...].prefix {
      $0 != 0x2F && $0 != 0x3F && $0 != 0x23
    }
    let place = authority.lastIndex(of: 0x40).map { authority[authority.index(after: $0)...] }
    let name = place ?? authority
    return name.isEmpty ? nil : PlainWords.excerpt(name, limit: 80)
  }
}
