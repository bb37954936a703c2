internal import IPGeoAPI
internal import IPGeoByteStreams

/// The key that the environment gives.
enum KeyInEnvironment {
  private static let longestFile = 64 * 1024

  /// `IPGEO_API_KEY`, else what the file of `IPGEO_API_KEY_FILE` holds; a fault does not repeat it.
  ///
  /// A variable that is set to nothing counts as not set.
  static func key(_ environment: [String: String]) throws(UsageError) -> APIKey? {
    if let text = environment["IPGEO_API_KEY"], !text.isEmpty {
      if isBlank(text) {
        throw .badSecretValue(
          origin: "IPGEO_API_KEY", ValueFault("holds nothing but blanks"))
      }
      return try key(text, origin: "IPGEO_API_KEY")
    }
    guard let path = environment["IPGEO_API_KEY_FILE"], !path.isEmpty else { return nil }
    let text = try contents(path)
    if isBlank(text) { throw .keyFileEmpty(path: path) }
    return try key(text, origin: "the file of IPGEO_API_KEY_FILE")
  }

  private static func key(_ text: String, origin: String) throws(UsageError) -> APIKey {
    if let key = APIKey(text) { return key }
    throw .badSecretValue(
      origin: origin, ValueFault("is not one word of visible ASCII characters"))
  }

  private static func isBlank(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0 == "\u{FEFF}" }
  }

  /// Reads a file, a pipe or a process substitution, to 64 KiB: a longer one is no key.
  private static func contents(_ path: String) throws(UsageError) -> String {
    do throws(SystemError) {
      let source = try ByteSource(path: path)
      var text = ByteBuffer()
      var before = -1
      while text.count > before, text.count < longestFile {
        before = text.count
        try text.fill(room: 4096) { (room) throws(SystemError) in try source.read(into: room) }
      }
      return String(decoding: text.bytes, as: UTF8.self)
    } catch {
      throw .keyFileUnreadable(path: path, why: error.message)
    }
  }
}
