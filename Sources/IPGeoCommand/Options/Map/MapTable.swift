internal import IPGeoMaps

/// The options of `ipgeo map`.
enum MapTable {
  typealias Spec = OptionSpec<RawMapOptions>

  /// Parsing, help and completions all come from here.
  static let table = OptionTable(
    command: "ipgeo map",
    options: RowsTable.input.map { $0.lifted(\.rows) } + output
      + RowsTable.run(colored: "the map").map { $0.lifted(\.rows) } + CommonOptions.specs(),
    takesOperands: true)

  private static let output: [Spec] = [
    .value(
      OptionFacts(
        name: "output", short: "o", placeholder: "FILE", completion: MapTarget.files,
        group: .output,
        summary: "write the map to FILE, all or nothing: .html, .svg or .geojson",
        details: "FILE takes its name when all is written; otherwise it is left as it was.",
        standard: "stdout"),
      \.output, { $0 }),
    .choice(
      OptionFacts(
        name: "format", group: .output, summary: "form of the map",
        details: """
          html is one page to zoom and search, svg a still picture, geojson positions for other \
          programs. text is a map in characters, as wide as the terminal, wherever it goes.
          """, standard: "by the output's extension, else text"),
      \.format),
    .value(
      OptionFacts(
        name: "title", placeholder: "TEXT", group: .output, summary: "what the map is called",
        details: "A map as text has no title, and is refused with one.",
        standard: "the input's name"),
      \.title, { $0 }),
    .flag(
      OptionFacts(
        name: "with-addresses", group: .output, summary: "name the addresses in the map's file",
        details: "Without it the file names places and networks only, so that it can be passed on."),
      \.showsAddresses),
  ]
}

/// The options of `ipgeo map` as they were typed: each is nil or false where it was not.
struct RawMapOptions: Hashable, Sendable {
  var rows = RawRowsOptions()
  var output: String?
  var format: MapFormat?
  var title: String?
  var showsAddresses = false
}

/// The forms of a map.
enum MapFormat: String, OptionChoice {
  case html, svg, geojson, text

  /// The kind of file; nil for text.
  var file: MapFileFormat? { MapFileFormat(rawValue: rawValue) }
}
