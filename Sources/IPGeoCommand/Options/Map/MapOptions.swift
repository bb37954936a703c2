internal import IPGeoMaps

/// The options of `ipgeo map`: checked, with the defaults filled in.
struct MapOptions: Hashable, Sendable {
  var rows: RowsOptions
  /// Where the map goes; nil is standard output.
  var output: String?
  var format: MapFormat
  /// What the map is called; nil for its inputs' name.
  var title: String?
  /// Whether a file names the addresses.
  var showsAddresses: Bool

  /// Checks what was typed against itself.
  init(_ raw: RawMapOptions) throws(UsageError) {
    rows = RowsOptions(raw.rows, needsPosition: true)
    let path = raw.output == "-" ? nil : raw.output
    let named = path.flatMap { MapFileFormat(path: $0) }.flatMap {
      MapFormat(rawValue: $0.rawValue)
    }
    if let path, named == nil, raw.format == nil { throw .unknownMapExtension(path: path) }
    output = path
    format = raw.format ?? named ?? .text
    title = raw.title
    showsAddresses = raw.showsAddresses
    if title != nil, format == .text {
      throw .needs(option: "--title", "-o FILE.html, or another --format than text")
    }
    if showsAddresses, format == .text { throw .excludes("--with-addresses", "--format text") }
  }
}
