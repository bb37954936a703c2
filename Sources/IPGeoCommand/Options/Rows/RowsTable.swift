/// The options of commands that read rows which batch wrote: as typed, nil where they were not.
struct RawRowsOptions: Hashable, Sendable {
  var inputs: [String] = []
  var prefix: String?
  var nest: String?
  var maximumLine: Int?
  var color: WhenChoice?
  var verbosity: RawBatchOptions.Verbosity?
}

/// The options that `ipgeo map` and `ipgeo summary` share.
enum RowsTable {
  typealias Spec = OptionSpec<RawRowsOptions>

  /// What rows are mostly kept in.
  static let files = OptionFacts.Completion.files(
    ending: ["csv", "tsv", "jsonl", "ndjson"].flatMap { [$0, $0 + ".gz", $0 + ".zst"] })

  static let input: [Spec] = [
    .value(
      OptionFacts(
        name: "prefix", placeholder: "P", takesEmpty: true, group: .input,
        summary: "what our columns' names begin with",
        details: """
          As --prefix of batch had it; '' for none. Needed only where the names do not tell: columns \
          geo_… come first, then those with lat and lon, and of several the last ones.
          """, standard: "found by the names"),
      \.prefix, { $0 }),
    .value(
      OptionFacts(
        name: "nest", placeholder: "NAME", group: .input,
        summary: "name of our object in a jsonl row", details: "As --nest of batch had it.",
        standard: "found by the names"),
      \.nest, { $0 }),
    .value(
      OptionFacts(
        name: "max-line", placeholder: "BYTES", group: .input,
        summary: "longest row that is read",
        details: "A longer one is left out, and told of. Takes the suffixes k, m and g.",
        standard: "1m"),
      \.maximumLine, { (text) throws(ValueFault) in try ByteSize.parse(text) }),
  ]

  static func run(colored what: String) -> [Spec] {
    [
      .choice(
        OptionFacts(
          name: "color", group: .run, summary: "colour \(what) and messages",
          details: """
            auto colours on a terminal, unless NO_COLOR is set and not empty, or TERM is dumb or \
            not set.
            """, standard: "auto"),
        \.color),
      Spec(
        OptionFacts(
          name: "quiet", short: "q", group: .run, summary: "say nothing but errors",
          details: "Of -q and -v the last one counts."),
        .flag { $0.verbosity = .quiet }),
      Spec(
        OptionFacts(
          name: "verbose", short: "v", group: .run, summary: "say more: what inputs were read as",
          details: "Of -q and -v the last one counts."),
        .flag { $0.verbosity = .verbose }),
    ]
  }
}
