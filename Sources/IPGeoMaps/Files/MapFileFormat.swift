/// The kinds of map files.
public enum MapFileFormat: String, CaseIterable, Hashable, Sendable {
  /// A page to look at, zoom and search.
  case html
  /// A still picture.
  case svg
  /// Positions for other programs (RFC 7946).
  case geojson

  /// Reads a name's extension: `.html`, `.svg` or `.geojson`, whatever its case.
  ///
  /// A name that only begins with a full stop has no extension. `nil` for any other, `.htm` and
  /// `.json` too.
  public init?(path: String) {
    let name = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last
    guard let name, let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex,
      let suffix = String(name[name.index(after: dot)...])
    else { return nil }
    self.init(rawValue: suffix.lowercased())
  }
}
