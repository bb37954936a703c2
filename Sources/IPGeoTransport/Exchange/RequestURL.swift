/// An `http` or `https` URL taken apart as far as messages and checks need it (RFC 3986).
struct RequestURL: Hashable, Sendable {
  /// `http` or `https`.
  let scheme: String
  /// As given, IPv6 with its brackets.
  let host: String
  /// As given or the scheme's own.
  let port: UInt16
  /// Whether the URL names the port.
  let namesPort: Bool
  /// From the first `/` to the query.
  let path: String

  /// Takes `text` apart.
  ///
  /// Blanks, control characters and anything beyond ASCII are refused, as are other schemes, a
  /// missing host and a port that is none: libcurl would guess, or say so late and vaguely.
  init(_ text: String) throws(TransportError) {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
      throw .badURL("it holds a blank, a control character or one beyond ASCII")
    }
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else {
      throw .badURL("it has no scheme")
    }
    scheme = text[..<colon].lowercased()
    guard scheme == "http" || scheme == "https" else {
      throw .badURL("its scheme is neither http nor https")
    }
    let rest = text[colon...].dropFirst(3)
    let authorityEnd = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
    let pathEnd =
      rest[authorityEnd...].firstIndex { $0 == "?" || $0 == "#" } ?? rest.endIndex
    path = String(rest[authorityEnd..<pathEnd])
    let authority = rest[..<authorityEnd]
    let hostStart = authority.lastIndex(of: "@").map { authority.index(after: $0) }
    let place = authority[(hostStart ?? authority.startIndex)...]
    (host, port, namesPort) = try Self.split(place, scheme: scheme)
  }

  private static func split(
    _ place: Substring, scheme: String
  ) throws(TransportError) -> (String, UInt16, Bool) {
    let hostEnd: Substring.Index
    if place.first == "[" {
      guard let closing = place.firstIndex(of: "]") else { throw .badURL("its host has no ]") }
      hostEnd = place.index(after: closing)
    } else {
      hostEnd = place.firstIndex(of: ":") ?? place.endIndex
    }
    let host = place[..<hostEnd]
    guard isHost(host) else { throw .badURL("it has no host, or one that is no name") }
    let tail = place[hostEnd...]
    if tail.isEmpty { return (String(host), scheme == "https" ? 443 : 80, false) }
    let digits = tail.dropFirst()
    guard tail.first == ":", digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let port = UInt16(digits), port > 0
    else { throw .badURL("its port is not a number from 1 to 65535") }
    return (String(host), port, true)
  }

  private static func isHost(_ host: Substring) -> Bool {
    if host.first == "[" {
      return host.count > 3
        && host.dropFirst().dropLast().allSatisfy {
          $0.isHexDigit || $0.isLetter || $0.isNumber || ":.%-_~".contains($0)
        }
    }
    return !host.isEmpty
      && host.allSatisfy { $0.isLetter || $0.isNumber || ".-_~%".contains($0) }
      && host.contains { $0 != "." }
  }

  /// `host:port`, for messages.
  var hostAndPort: String { "\(host):\(port)" }

  /// Scheme, host, port and path.
  var redacted: String { "\(scheme)://\(host)\(namesPort ? ":\(port)" : "")\(path)" }

  /// Whether the host says itself that it is this machine, or is an address.
  var isLocalOrLiteral: Bool {
    let name = host.lowercased()
    return name == "localhost" || name.hasSuffix(".localhost") || name.first == "["
      || name.allSatisfy { $0.isNumber || $0 == "." }
  }
}

extension TransportError {
  static func badURL(_ why: String) -> TransportError {
    TransportError(code: .badURL, message: "the URL cannot be used: \(why)")
  }
}
