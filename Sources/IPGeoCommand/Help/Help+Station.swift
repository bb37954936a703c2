extension Help {
  /// `ipgeo iss -h`, and `ipgeo iss --help`.
  static var station: HelpPage {
    HelpPage(
      usage: "ipgeo iss [OPTION…]",
      purpose: "Shows where the International Space Station is, from open-notify.org.",
      introduction: StationTopics.introduction,
      sections: [
        .entries("Members of the object", StationTopics.members),
        .entries("Environment", StationTopics.environment),
        .entries("Exit codes", StationTopics.exitCodes),
        .lines("Examples", StationTopics.examples),
        .paragraph("What leaves the machine", StationTopics.privacy),
      ],
      options: StationTable.table.facts,
      more: "'ipgeo iss --help' says all of them.")
  }
}

/// What help says of `ipgeo iss` beyond the options.
enum StationTopics {
  static let introduction = """
    Its position, how old that is, what country is below, and a map. A position older than a minute \
    is shown with a warning. The map's outline is coarse: small islands count as sea.
    """

  static let members = [
    HelpTopics.Entry(name: "latitude", meaning: "degrees north, -90 to 90"),
    HelpTopics.Entry(name: "longitude", meaning: "degrees east, -180 to 180"),
    HelpTopics.Entry(name: "timestamp", meaning: "when: seconds since 1970 UTC, by the service"),
    HelpTopics.Entry(
      name: "age_seconds",
      meaning: "how old that is by this machine's clock; 0 where it is dated in the future"),
  ]

  static let environment = [
    HelpTopics.Entry(name: "IPGEO_ISS_URL", meaning: "the URL that is fetched, as --url"),
    HelpTopics.Entry(name: "NO_COLOR", meaning: "no colours where it is not empty"),
    HelpTopics.Entry(
      name: "LC_ALL, LC_CTYPE, LANG", meaning: "the first that is set: whether the map is UTF-8"),
    HelpTopics.Entry(
      name: "http_proxy, https_proxy, all_proxy, no_proxy",
      meaning: "as curl takes them; http_proxy in lower case alone"),
  ]

  static let exitCodes: [HelpTopics.Entry] = {
    let codes: [(ExitCode, String)] = [
      (.done, "done"), (.usage, ExitCode.usage.meaning),
      (.badInput, "the position that came is out of range: refused"),
      (.unavailable, "the service cannot be reached, fails, or answers something else"),
      (.cannotCreate, "FILE cannot be made"), (.writeFailed, ExitCode.writeFailed.meaning),
    ]
    return codes.map { HelpTopics.Entry(name: "\($0.0.rawValue)", meaning: $0.1) } + [
      HelpTopics.Entry(
        name: "signal", meaning: "Ctrl-C, SIGTERM and a closed pipe end it as signals do")
    ]
  }()

  static let examples = [
    "ipgeo iss", "ipgeo iss --watch --every 5s", "ipgeo iss --map iss.html",
    "ipgeo iss --watch --format json >> positions.jsonl",
  ]

  static let privacy = """
    One request for each position, to api.open-notify.org over plain HTTP. It holds nothing of yours.
    """
}
