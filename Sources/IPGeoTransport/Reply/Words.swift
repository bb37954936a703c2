#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Figures and errors in a person's words.
enum Words {
  /// `30 s`, `1500 ms`.
  static func duration(_ nanoseconds: Int64) -> String {
    let milliseconds = max(0, nanoseconds) / 1_000_000
    if milliseconds % 1000 == 0 { return "\(milliseconds / 1000) s" }
    return "\(milliseconds) ms"
  }

  /// `4 MiB`, `64 KiB`, `1000 bytes`.
  static func size(_ bytes: Int) -> String {
    if bytes > 0, bytes % (1 << 20) == 0 { return "\(bytes >> 20) MiB" }
    if bytes > 0, bytes % (1 << 10) == 0 { return "\(bytes >> 10) KiB" }
    return "\(bytes) bytes"
  }

  /// An errno of a socket; nil for 0.
  ///
  /// Our own words, so that no locale changes them.
  static func systemError(_ code: Int32) -> String? {
    switch code {
    case 0: nil
    case ECONNREFUSED: "connection refused"
    case ECONNRESET, EPIPE: "connection reset"
    case ETIMEDOUT: "connection timed out"
    case EHOSTUNREACH: "no route to host"
    case ENETUNREACH: "network unreachable"
    case ENETDOWN: "network is down"
    case EACCES, EPERM: "not permitted (a firewall?)"
    case EADDRNOTAVAIL: "no free local port"
    case EAFNOSUPPORT: "address family not supported"
    case EMFILE, ENFILE: "too many open files"
    default: "error \(code)"
    }
  }

  /// libcurl's text as part of one line: printable ASCII, 200 bytes at most.
  static func cleaned(_ text: String) -> String {
    let bytes = text.utf8.prefix { $0 != 0x0a && $0 != 0x0d }.prefix(200)
    return String(decoding: bytes.map { (0x20..<0x7f).contains($0) ? $0 : 0x3f }, as: UTF8.self)
  }
}
