internal import IPGeoRecords

extension Help {
  /// `ipgeo lookup -h`, and `ipgeo lookup --help`.
  static var lookup: HelpPage {
    HelpPage(
      usage: "ipgeo lookup [OPTION…] ADDRESS…",
      purpose: "Shows where one address is, or a few: place, time there, network, a small map.",
      introduction: LookupTopics.introduction,
      sections: [
        .paragraph("On a terminal", LookupTopics.form),
        .entries("Columns", HelpTopics.columns.filter { $0.name != "in a table" }),
        .entries(
          "Environment",
          HelpTopics.environment + [
            HelpTopics.Entry(
              name: "LC_ALL, LC_CTYPE, LANG",
              meaning: "whether the terminal shows letters outside ASCII")
          ]),
        .entries("Files", HelpTopics.files).inManual,
        .entries("Exit codes", LookupTopics.exitCodes),
        .lines("Examples", LookupTopics.examples),
        .paragraph("What leaves the machine", HelpTopics.privacy),
      ],
      options: LookupTable.table.facts,
      more: "'ipgeo lookup --help' says all of them.")
  }
}

/// What help says of `ipgeo lookup` beyond the options.
enum LookupTopics {
  static let introduction = """
    ADDRESSes are written as in a list for batch, with a port or in brackets if need be; - stands for \
    the lines of standard input. Private and other special addresses are answered here and never \
    sent. Answers of earlier runs serve it, and its own are kept. Up to \(LookupShare.few) addresses \
    cost a single look-up each, never a batch; runs of batch leave that many free.
    """

  static let form = """
    A form for each address, and one map with a marker for each. The local time is of now, by the \
    system's time zone files; where they lack the zone, by the answer, if it is not older than an \
    hour. What went wrong is said on stderr. Elsewhere it writes JSON lines with batch's own columns.
    """

  static let exitCodes = [
    HelpTopics.Entry(
      name: "0", meaning: "each address is located, special, or unknown to who was asked"),
    HelpTopics.Entry(name: "1", meaning: "all was done, but the map could not be opened"),
    HelpTopics.Entry(name: "2", meaning: "a look-up failed: try again later"),
    HelpTopics.Entry(name: "64", meaning: "wrong use, or no address is named; nothing is sent"),
    HelpTopics.Entry(
      name: "65", meaning: "something is no address (the others are done); a database is none"),
    HelpTopics.Entry(name: "66", meaning: "standard input or a database cannot be read"),
    HelpTopics.Entry(name: "69", meaning: ExitCode.unavailable.meaning),
    HelpTopics.Entry(name: "73", meaning: "the map's file cannot be made"),
    HelpTopics.Entry(name: "74", meaning: ExitCode.writeFailed.meaning),
    HelpTopics.Entry(name: "signal", meaning: "SIGINT and others end it as signals do: 130, 143"),
  ]

  static let examples = [
    "ipgeo lookup 8.8.8.8",
    "ipgeo lookup --self",
    "ipgeo lookup --resolve dns.google one.one.one.one",
    "ipgeo lookup 1.1.1.1 --format value -f country_code",
    "ipgeo lookup 8.8.8.8 1.1.1.1 --map clients.html --open",
  ]
}
