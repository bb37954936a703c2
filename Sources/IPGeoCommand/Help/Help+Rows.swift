extension Help {
  /// `ipgeo map -h`, and `ipgeo map --help`.
  static var map: HelpPage {
    HelpPage(
      usage: "ipgeo map [OPTION…] [FILE…]",
      purpose: "Draws rows that batch wrote on a world map: a page, a picture, GeoJSON, or text.",
      introduction: RowsTopics.map + " " + RowsTopics.input,
      sections: [
        .entries("Environment", RowsTopics.environment("map")),
        .entries("Exit codes", RowsTopics.exitCodes),
        .lines("Examples", RowsTopics.mapExamples),
        .paragraph("What leaves the machine", RowsTopics.privacy),
      ],
      options: MapTable.table.facts,
      more: "'ipgeo map --help' says all of them.")
  }

  /// `ipgeo summary -h`, and `ipgeo summary --help`.
  static var summary: HelpPage {
    HelpPage(
      usage: "ipgeo summary [OPTION…] [FILE…]",
      purpose: "Sums up rows that batch wrote: countries, cities, networks, time zones.",
      introduction: RowsTopics.summary + " " + RowsTopics.input,
      sections: [
        .entries("Environment", RowsTopics.environment("summary")),
        .entries("Exit codes", RowsTopics.exitCodes),
        .lines("Examples", RowsTopics.summaryExamples),
        .paragraph("What leaves the machine", RowsTopics.privacy),
      ],
      options: SummaryTable.table.facts,
      more: "'ipgeo summary --help' says all of them.")
  }
}

/// What help says of the commands that read rows, beyond the options.
enum RowsTopics {
  static let map = """
    Circles are sized by hits, countries shaded by their share of them. Rows without a position are \
    counted and not drawn.
    """

  static let summary = """
    Each by hits and by addresses. A share is of what is located; special, unknown, invalid and \
    failed rows are counted apart. Equal ones stand in the order of their names.
    """

  static let input = """
    FILEs are what batch wrote, as csv, tsv or jsonl, packed or not; standard input where none is \
    named or - is. Columns are found by their names: lat, geo_lat, geo.lat, with any prefix or nest. \
    A row is one hit, or as many as its column hits says.
    """

  static func environment(_ what: String) -> [HelpTopics.Entry] {
    [
      HelpTopics.Entry(name: "NO_COLOR", meaning: "no colours where it is not empty"),
      HelpTopics.Entry(
        name: "LC_ALL, LC_CTYPE, LANG",
        meaning: "the first that is set: whether the \(what) is UTF-8"),
      HelpTopics.Entry(name: "COLUMNS", meaning: "how wide it is where there is no terminal"),
    ]
  }

  static let exitCodes: [HelpTopics.Entry] = {
    let codes: [(ExitCode, String)] = [
      (.done, "done"), (.usage, ExitCode.usage.meaning + "; columns that cannot be told apart"),
      (.badInput, "an input holds no rows of batch, or none that can be read"),
      (.unreadableInput, "an input cannot be read; nothing is written"),
      (.cannotCreate, "FILE cannot be made"), (.writeFailed, ExitCode.writeFailed.meaning),
    ]
    return codes.map { HelpTopics.Entry(name: "\($0.0.rawValue)", meaning: $0.1) } + [
      HelpTopics.Entry(
        name: "signal", meaning: "Ctrl-C, SIGTERM and a closed pipe end it as signals do")
    ]
  }()

  static let mapExamples = [
    "ipgeo batch access.log -o places.csv && ipgeo map places.csv",
    "ipgeo map places.csv -o clients.html",
    "ipgeo batch -u access.log.gz | ipgeo map -o clients.svg",
    "ipgeo map --format geojson places.jsonl > clients.geojson",
  ]

  static let summaryExamples = [
    "ipgeo summary places.csv", "ipgeo batch -u access.log | ipgeo summary --top 5",
    "ipgeo summary --format markdown places.jsonl > clients.md",
    "ipgeo summary --by addresses --top 0 -o countries.csv places.csv",
  ]

  static let privacy = "Nothing: no socket is opened."
}
