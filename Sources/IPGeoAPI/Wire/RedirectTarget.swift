/// The host that a `Location` names.
struct RedirectTarget: Hashable {
  let host: String

  /// `nil` for a reference without a host (RFC 3986, 4.2).
  init?(_ location: String) {
    let bytes = location.utf8
    guard let slashes = Self.afterSlashes(bytes) else { return nil }
    let authority = bytes[slashes...].prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
    let place = authority.lastIndex(of: 0x40).map { authority[authority.index(after: $0)...] }
    guard let name = Optional(place ?? authority), !name.isEmpty else { return nil }
    host = String(decoding: name, as: UTF8.self)
  }

  private static func afterSlashes(_ bytes: String.UTF8View) -> String.Index? {
    if bytes.starts(with: "//".utf8) { return bytes.index(bytes.startIndex, offsetBy: 2) }
    guard let colon = bytes.firstIndex(of: 0x3A), bytes[colon...].starts(with: "://".utf8) else {
      return nil
    }
    return bytes.index(colon, offsetBy: 3)
  }
}
