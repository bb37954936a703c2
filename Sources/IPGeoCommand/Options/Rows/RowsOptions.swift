internal import IPGeoEnrichment
internal import IPGeoRecords

/// What commands that read rows are told of those: checked, with the defaults filled in.
struct RowsOptions: Hashable, Sendable {
  /// What is read, in order; never empty.
  var inputs: [InputSource]
  /// Whether standard input is read only because no input was named.
  var readsStandardInputUnasked: Bool
  /// Which fields are ours.
  var choice: FieldSetChoice
  var maximumLine: Int
  var color: WhenChoice
  var verbosity: Diagnostics.Level

  init(_ raw: RawRowsOptions, needsPosition: Bool) {
    inputs =
      raw.inputs.isEmpty
      ? [.standardInput] : raw.inputs.map { $0 == "-" ? .standardInput : .file(path: $0) }
    readsStandardInputUnasked = raw.inputs.isEmpty
    choice = FieldSetChoice(prefix: raw.prefix, nest: raw.nest, needsPosition: needsPosition)
    maximumLine = raw.maximumLine ?? BatchOptions.standardMaximumLine
    color = raw.color ?? .auto
    verbosity = Diagnostics.Level(raw.verbosity)
  }
}
