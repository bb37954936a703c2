internal import IPGeoRecords

/// What help says beyond the options.
enum HelpTopics {
  /// A name and what is said of it, as of an environment variable.
  struct Entry: Sendable {
    let name: String
    let meaning: String
  }

  static let batch = """
    Reads FILEs one after the other as one stream, or standard input where none is named or - is. \
    Each distinct address is asked once; private and other special addresses are answered here and \
    never sent. A record without an address becomes a row that says so, and the run goes on. FILEs may \
    be lists, access logs, other text, CSV, TSV or JSON lines; which, is told by their first bytes.
    """

  static let values = """
    A DURATION is 500ms, 30s, 2m, 1h30m or 30d; a rate is requests/duration, as 15/60s. Long \
    options take --name value and --name=value, short ones combine (-uq, -qo FILE, -j8). Options \
    may follow FILEs; -- ends them. An option that stands twice counts where it stands last. An \
    option wins over the environment.
    """

  static let privacy = """
    Public addresses, to ip-api.com over plain HTTP, for non-commercial use only; with a key, over \
    https to its pro service. The free limit, 15 batches of 100 and 45 single look-ups a minute, \
    is kept. With --database alone, nothing leaves.
    """

  /// What `--fields` can name.
  static let columns = [
    Entry(name: "usual", meaning: names(Field.defaults)),
    Entry(name: "in a table", meaning: names(Field.tableDefaults)),
    Entry(
      name: "further", meaning: names(Field.allCases.filter { !Field.defaults.contains($0) })),
  ]

  private static func names(_ fields: [Field]) -> String {
    fields.map(\.name).joined(separator: ", ")
  }

  static let batchExamples = [
    "cat ips.txt | ipgeo batch > places.csv",
    "ipgeo batch ips.txt -o places.jsonl --failures failures.jsonl",
    "ipgeo batch -u --sort hits --top 20 --fields ip,hits,country,org access.log.gz",
    "ipgeo batch users.csv --ip-field login_ip -o users-with-places.csv",
  ]

  static let environment = [
    Entry(name: "IPGEO_API_URL", meaning: "the service's address, as --api-url"),
    Entry(
      name: "IPGEO_API_KEY",
      meaning: "a key of ip-api.com: asks its https pro service and lifts the limit; sent to https "
        + "addresses and this machine only, never printed"),
    Entry(name: "IPGEO_API_KEY_FILE", meaning: "a file that holds the key alone"),
    Entry(name: "IPGEO_CACHE", meaning: "the store of answers, as --cache"),
    Entry(name: "IPGEO_LIMIT_FILE", meaning: "the limit's file, as --limit-file"),
    Entry(
      name: "IPGEO_DATABASE",
      meaning: "databases, as --database; a colon stands between two of them"),
    Entry(name: "NO_COLOR", meaning: "no colours where it is not empty"),
    Entry(
      name: "XDG_CACHE_HOME, XDG_STATE_HOME, HOME",
      meaning: "where the store and the limit's file are: ipgeo in the first two, else "
        + ".cache/ipgeo and .local/state/ipgeo in the third"),
    Entry(
      name: "http_proxy, https_proxy, all_proxy, no_proxy",
      meaning: "as curl takes them; http_proxy in lower case alone"),
  ]

  static let exitCodes =
    ExitCode.allCases.map { Entry(name: "\($0.rawValue)", meaning: $0.meaning) } + [
      Entry(
        name: "signal",
        meaning:
          "SIGINT, SIGTERM, SIGHUP and a closed pipe end it as signals do: 130, 143, 129, 141")
    ]
}
