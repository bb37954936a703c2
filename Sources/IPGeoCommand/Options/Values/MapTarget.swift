internal import IPGeoMaps

/// The file that a map is written to, and the kind of map that its name asks for.
struct MapTarget: Hashable, Sendable {
  var path: String
  var format: MapFileFormat

  /// What a shell offers first for it.
  static let files = OptionFacts.Completion.files(ending: MapFileFormat.allCases.map(\.rawValue))

  /// Takes the value of `--map`.
  init(_ path: String) throws(UsageError) {
    if path == "-" { throw .notAStream(option: "--map") }
    guard let format = MapFileFormat(path: path) else { throw .unknownMapExtension(path: path) }
    self.path = path
    self.format = format
  }
}
