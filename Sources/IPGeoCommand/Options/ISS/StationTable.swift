internal import IPGeoISS

/// The options of `ipgeo iss`.
enum StationTable {
  typealias Spec = OptionSpec<RawStationOptions>

  /// Parsing, help and completions all come from here.
  static let table = OptionTable(
    command: "ipgeo iss", options: output + asking + run + CommonOptions.specs(),
    takesOperands: false)

  private static let output: [Spec] = [
    .choice(
      OptionFacts(
        name: "format", group: .output, summary: "words and a map for people, or one JSON object",
        details: "With --watch one object a line.", standard: "text on a terminal, else json"),
      \.format),
    .value(
      OptionFacts(
        name: "map", placeholder: "FILE", completion: MapTarget.files, group: .output,
        summary: "write a map to FILE too: .svg, .html or .geojson",
        details: """
          FILE takes its name when all is written; otherwise it is left as it was. With --watch it \
          is written anew at each position, with the track.
          """),
      \.map, { $0 }),
  ]

  private static let asking: [Spec] = [
    .value(
      OptionFacts(
        name: "url", placeholder: "URL", group: .asking, summary: "fetch this URL instead",
        details: """
          http or https, used as given; one without a path gets /iss-now.json. Redirects are not \
          followed.
          """, standard: StationService.standardURL),
      \.url, { $0 }),
    .value(
      OptionFacts(
        name: "timeout", placeholder: "DURATION", group: .asking,
        summary: "longest time for all tries together",
        details: "A broken connection and a failing server are tried twice more within it.",
        standard: DurationText.text(StationService.longestNanoseconds) + ", which is the most"),
      \.timeout,
      { (text) throws(ValueFault) in
        let nanoseconds = try DurationText.parsePositive(text)
        guard nanoseconds <= StationService.longestNanoseconds else {
          throw ValueFault(
            "is longer than \(DurationText.text(StationService.longestNanoseconds))")
        }
        return nanoseconds
      }),
  ]

  private static let run: [Spec] = [
    .flag(
      OptionFacts(
        name: "watch", group: .run, summary: "go on until Ctrl-C, with the track since the start",
        details: """
          On a terminal the map is redrawn in place; elsewhere each position is a line. A failed \
          request is told in one line, and the next one is tried.
          """),
      \.watches),
    .value(
      OptionFacts(
        name: "every", placeholder: "DURATION", group: .run,
        summary: "with --watch: from one request to the next",
        details: "The service asks for no more than one in 5s.",
        standard: DurationText.text(StationOptions.standardEvery)),
      \.every,
      { (text) throws(ValueFault) in
        let nanoseconds = try DurationText.parse(text)
        guard nanoseconds >= StationOptions.leastEvery else {
          throw ValueFault(
            "is shorter than \(DurationText.text(StationOptions.leastEvery)), and the service asks "
              + "for no more")
        }
        return nanoseconds
      }),
    .choice(
      OptionFacts(
        name: "color", group: .run, summary: "colour the map and messages",
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
        name: "verbose", short: "v", group: .run, summary: "say more: each try that failed",
        details: "Of -q and -v the last one counts."),
      .flag { $0.verbosity = .verbose }),
  ]
}
