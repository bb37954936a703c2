#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The proxy that libcurl's reading of the environment gives for a URL; for messages only.
///
/// libcurl itself reads the variables and decides. For `http` it takes the lower-case variable
/// alone, because a CGI program's `HTTP_PROXY` comes from the client.
struct ProxySettings: Hashable, Sendable {
  let host: String
  let port: UInt16

  /// `host:port`, without user and password.
  var name: String { "\(host):\(port)" }

  /// Finds the proxy for `url`; nil when there is none or `no_proxy` excepts the host.
  init?(for url: RequestURL, environment: (String) -> String? = ProxySettings.environment) {
    let scheme = url.scheme
    let names =
      (scheme == "http" ? ["http_proxy"] : ["https_proxy", "HTTPS_PROXY"])
      + ["all_proxy", "ALL_PROXY"]
    let values = names.compactMap(environment)
    guard let value = values.first(where: { !$0.isEmpty }) else { return nil }
    let exceptions = environment("no_proxy") ?? environment("NO_PROXY") ?? ""
    if Self.isExcepted(url.host, by: exceptions) { return nil }
    var place = Substring(value.filter { $0.isASCII && !$0.isWhitespace && $0 > "\u{1f}" })
    var standardPort: UInt16 = 1080
    if let colon = place.firstIndex(of: ":"), place[colon...].hasPrefix("://") {
      if place[..<colon].lowercased() == "https" { standardPort = 443 }
      place = place[colon...].dropFirst(3)
    }
    place = place.prefix { $0 != "/" }
    if let mark = place.lastIndex(of: "@") { place = place[place.index(after: mark)...] }
    let digits = place.reversed().prefix { $0.isNumber }.count
    if digits > 0, let port = UInt16(place.suffix(digits)), place.dropLast(digits).last == ":" {
      self.port = port
      host = String(place.dropLast(digits + 1))
    } else {
      port = standardPort
      host = String(place)
    }
  }

  /// `no_proxy`: names split by commas or blanks; a name covers its subdomains; `*` covers all.
  private static func isExcepted(_ host: String, by list: String) -> Bool {
    let host = host.lowercased().filter { $0 != "[" && $0 != "]" }
    return list.lowercased().split { $0 == "," || $0 == " " }.contains { entry in
      if entry == "*" { return true }
      let name = entry.first == "." ? entry.dropFirst() : entry
      return host == name || host.hasSuffix("." + name)
    }
  }

  /// The value of an environment variable.
  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
