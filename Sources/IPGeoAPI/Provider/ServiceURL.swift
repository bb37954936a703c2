internal import IPGeoAddresses

/// Where a service is: what `/batch` and `/json/` are appended to, as `http://ip-api.com`.
public struct ServiceURL: Hashable, Sendable {
  /// How it is spoken to.
  public enum Scheme: String, Sendable {
    /// In the clear.
    case http
    /// Encrypted.
    case https
  }

  /// The free service: plain http, for non-commercial use.
  public static let free = ServiceURL(scheme: .http, host: "ip-api.com", port: nil, path: "")
  /// The paid service, which a key opens.
  public static let pro = ServiceURL(scheme: .https, host: "pro.ip-api.com", port: nil, path: "")

  /// How it is spoken to.
  public let scheme: Scheme
  /// The host in lower case, without brackets, port and final dot.
  public let host: String
  /// The port, 1 to 65535, where the URL names one.
  public let port: UInt16?
  /// Empty, or `/…` without a slash at the end.
  public let path: String

  /// The host, and its port where that is not the scheme's own: what a service's limit goes by.
  ///
  /// An IPv6 address stands in brackets.
  public var authority: String {
    let usual: UInt16 = scheme == .http ? 80 : 443
    return port.map { $0 == usual ? bracketedHost : "\(bracketedHost):\($0)" } ?? bracketedHost
  }

  private var bracketedHost: String { host.contains(":") ? "[\(host)]" : host }

  /// Whether this is ip-api.com itself, whose published limits bind whoever has no key.
  public var isPublicService: Bool { host == "ip-api.com" || host.hasSuffix(".ip-api.com") }

  /// Whether the host is this machine by its name or address; nothing is resolved.
  public var isLoopback: Bool {
    if host == "localhost" { return true }
    guard let address = IPAddress(host) else { return false }
    return address == IPAddress(high: 0, low: 1) || address.ipv4.map { $0 >> 24 == 127 } ?? false
  }

  /// Whether a key may be sent there: never in the clear over a network.
  public var mayCarryKey: Bool { scheme == .https || isLoopback }
}

extension ServiceURL: CustomStringConvertible {
  /// The URL without a slash at the end.
  public var description: String {
    "\(scheme.rawValue)://\(bracketedHost)\(port.map { ":\($0)" } ?? "")\(path)"
  }
}

extension ServiceURL {
  /// Why a text is no URL of a service.
  public enum Fault: Error, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// Blanks, control characters, or others outside ASCII.
    case notPlain
    /// Neither `http://` nor `https://` at its start.
    case noScheme
    /// A user's name before the host.
    case userName
    /// A query behind the path.
    case query
    /// A fragment behind the path.
    case fragment
    /// A colon behind the host, and no port behind it.
    case badPort
    /// Brackets without an IPv6 address in them.
    case badIPv6
    /// No host, or one that is no name.
    case noHost
    /// A path with `.`, `..` or characters that no path holds.
    case badPath

    /// The rest of a sentence that starts with the text, as `names no host`.
    public var description: String {
      switch self {
      case .notPlain: "holds blanks or characters outside ASCII"
      case .noScheme: "does not start with http:// or https://"
      case .userName: "holds a user name; leave it out"
      case .query: "holds a query (?); leave it out"
      case .fragment: "holds a fragment (#); leave it out"
      case .badPort: "has no port from 1 to 65535 after its colon"
      case .badIPv6: "has no IPv6 address in its brackets"
      case .noHost: "names no host"
      case .badPath: "has a path that is not plain"
      }
    }
  }

  /// Reads an http or https URL of a host, perhaps a port and a path (plain forms of RFC 3986).
  ///
  /// A host outside ASCII is a fault: it could be mapped to another name than the one that limits
  /// and keys are decided by.
  public init(_ text: some StringProtocol) throws(Fault) {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw .notPlain }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].hasPrefix("//"),
      let scheme = Scheme(rawValue: parts[0].lowercased())
    else { throw .noScheme }
    let rest = parts[1].dropFirst(2)
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    if authority.contains("@") { throw .userName }
    if rest.contains("?") { throw .query }
    if rest.contains("#") { throw .fragment }
    let (host, port) = try Self.split(authority)
    self.init(
      scheme: scheme, host: host, port: port,
      path: try Self.path(rest.dropFirst(authority.count)))
  }

  private static func split(_ authority: some StringProtocol) throws(Fault) -> (String, UInt16?) {
    let authority = authority.lowercased()
    let bracket = authority.lastIndex(of: "]") ?? authority.startIndex
    guard let colon = authority[bracket...].lastIndex(of: ":") else {
      return (try name(authority[...]), nil)
    }
    let digits = authority[authority.index(after: colon)...]
    guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let port = UInt16(digits), port > 0 else {
      throw .badPort
    }
    return (try name(authority[..<colon]), port)
  }

  private static func name(_ host: Substring) throws(Fault) -> String {
    if host.hasPrefix("[") {
      let inner = host.dropFirst().dropLast()
      guard host.hasSuffix("]"), inner.contains(":"), IPAddress(inner) != nil else {
        throw .badIPv6
      }
      return String(inner)
    }
    let name = host.hasSuffix(".") ? host.dropLast() : host
    let labels = name.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
    let isName = labels.allSatisfy { label in
      !label.isEmpty
        && label.allSatisfy { byte in
          0x61...0x7A ~= byte || 0x30...0x39 ~= byte || byte == 0x2D || byte == 0x5F
        }
    }
    guard isName, name.utf8.count <= 253 else { throw .noHost }
    return String(name)
  }

  private static func path(_ text: some StringProtocol) throws(Fault) -> String {
    var path = String(text)
    while path.hasSuffix("/") { path.removeLast() }
    let segments = path.split(separator: "/")
    guard !path.contains(where: { "\\\"<>".contains($0) }), !segments.contains("."),
      !segments.contains("..")
    else { throw .badPath }
    return path
  }
}
