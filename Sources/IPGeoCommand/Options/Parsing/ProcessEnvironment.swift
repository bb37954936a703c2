#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The environment variables that the program goes by.
enum ProcessEnvironment {
  /// Their names; http_proxy and no_proxy are read where requests are made.
  static let names = [
    "IPGEO_API_URL", "IPGEO_API_KEY", "IPGEO_API_KEY_FILE", "IPGEO_CACHE", "IPGEO_LIMIT_FILE",
    "IPGEO_ISS_URL", "IPGEO_DATABASE", "NO_COLOR", "TERM", "COLUMNS", "LC_ALL", "LC_CTYPE", "LANG",
    "TMPDIR",
    "HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME",
  ]

  /// What is set now.
  ///
  /// To be read at the start, before other threads could change it.
  static func current() -> [String: String] {
    var values: [String: String] = [:]
    for name in names {
      if let value = getenv(name) { values[name] = String(cString: value) }
    }
    return values
  }
}
