/// The options of the words that follow `ipgeo cache`.
enum CacheTable {
  typealias Spec = OptionSpec<RawCacheOptions>

  /// Parsing, help and completions all come from here.
  static let group = CommandGroup(
    command: "ipgeo cache", members: CacheAction.allCases.map(command),
    page: { Help.cache })

  /// The options of one of the words.
  static func table(_ action: CacheAction) -> OptionTable<RawCacheOptions> {
    OptionTable(
      command: action.command, options: own(action) + common, takesOperands: action == .import)
  }

  private static func command(_ action: CacheAction) -> Command {
    Command(
      action.rawValue, synopsis: action.synopsis, summary: action.summary,
      table: table(action), from: RawCacheOptions(action),
      operands: action == .import ? .files(ending: ["jsonl"]) : .none,
      page: { Help.cache(action) },
      invoke: { (options, operands) in
        var options = options
        options.inputs = operands
        return .cache(options)
      })
  }

  private static func own(_ action: CacheAction) -> [Spec] {
    switch action {
    case .path, .clear, .import: []
    case .stats: [format]
    case .prune: [olderThan]
    case .export: [output]
    }
  }

  private static let format = Spec.choice(
    OptionFacts(
      name: "format", group: .output, summary: "lines for people, or one JSON object",
      standard: "text"),
    \.format)

  private static let output = Spec.value(
    OptionFacts(
      name: "output", short: "o", placeholder: "FILE", completion: .file, group: .output,
      summary: "write the lines to FILE, all or nothing",
      details: """
        FILE takes its name when all is written; otherwise it is left as it was. A pipe or device is \
        written straight.
        """, standard: "stdout"),
    \.output, { $0 })

  private static let olderThan = Spec.value(
    OptionFacts(
      name: "older-than", placeholder: "DURATION", group: .known,
      summary: "delete what was asked at least so long ago",
      details: "As 30d or 36h. 0s deletes all but what a wrong clock has put into the future.",
      standard: DurationText.text(CacheOptions.standardAge)),
    \.olderThanNanoseconds, { (text) throws(ValueFault) in try DurationText.parse(text) })

  private static let common: [Spec] =
    [
      .value(
        OptionFacts(
          name: "cache", placeholder: "FILE", completion: .file, group: .known,
          summary: "the store of known answers",
          standard: "IPGEO_CACHE, else ipgeo/answers.db in the cache folder"),
        \.cache, { $0 }),
      .choice(
        OptionFacts(
          name: "color", group: .run, summary: "colour messages on stderr",
          details: """
            auto colours on a terminal, unless NO_COLOR is set and not empty, or TERM is dumb or not \
            set.
            """, standard: "auto"),
        \.color),
      Spec(
        OptionFacts(
          name: "quiet", short: "q", group: .run, summary: "say nothing but errors",
          details: "Of -q and -v the last one counts."),
        .flag { $0.verbosity = .quiet }),
      Spec(
        OptionFacts(
          name: "verbose", short: "v", group: .run, summary: "say more",
          details: "Of -q and -v the last one counts."),
        .flag { $0.verbosity = .verbose }),
    ] + CommonOptions.specs()
}
