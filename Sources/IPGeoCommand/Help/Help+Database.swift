extension Help {
  /// `ipgeo database -h`, and `ipgeo database --help`.
  static var database: HelpPage {
    HelpPage(
      usage: "ipgeo database [OPTION…] FILE…",
      purpose: "Shows what a MaxMind DB file holds, and whether it is sound.",
      introduction: DatabaseTopics.introduction,
      sections: [
        .entries("Members of the object", DatabaseTopics.members),
        .entries("Environment", DatabaseTopics.environment),
        .entries("Exit codes", DatabaseTopics.exitCodes),
        .lines("Examples", DatabaseTopics.examples),
        .paragraph("What leaves the machine", "Nothing: no socket is opened."),
      ],
      options: DatabaseTable.table.facts,
      more: "'ipgeo database --help' says all of them.")
  }
}

/// What help says of `ipgeo database` beyond the options.
enum DatabaseTopics {
  static let introduction = """
    FILEs are .mmdb files of MaxMind (GeoLite2, GeoIP2), DB-IP, IPinfo and others. Type, build date, \
    languages, how many networks share how many records, and every field with its type and how many \
    records have it. A file of a large service takes some seconds.
    """

  static let members = [
    HelpTopics.Entry(name: "path, size", meaning: "the file as it was named, and its bytes"),
    HelpTopics.Entry(name: "type", meaning: "what the database calls itself, as GeoLite2-City"),
    HelpTopics.Entry(name: "description", meaning: "an object: a description for each language"),
    HelpTopics.Entry(name: "built_at", meaning: "when it was built, RFC 3339; null is not told"),
    HelpTopics.Entry(name: "format_version", meaning: "of the MaxMind DB format: 2.0"),
    HelpTopics.Entry(name: "ip_version", meaning: "4: IPv4 addresses only; 6: both"),
    HelpTopics.Entry(name: "record_size, nodes", meaning: "of the search tree"),
    HelpTopics.Entry(name: "networks", meaning: "how many have a record, without aliases"),
    HelpTopics.Entry(name: "records", meaning: "how many different ones there are"),
    HelpTopics.Entry(name: "languages", meaning: "of names, as en and pt-BR"),
    HelpTopics.Entry(
      name: "fields",
      meaning: "an object for each: path, as city.names.en ([] is each element), types, records"),
    HelpTopics.Entry(
      name: "fields_complete", meaning: "false where they are too many, or names too long"),
    HelpTopics.Entry(
      name: "with --verify", meaning: "path, type, verified (true), nodes, networks, records"),
  ]

  static let environment = [
    HelpTopics.Entry(name: "NO_COLOR", meaning: "no colours where it is not empty"),
    HelpTopics.Entry(
      name: "LC_ALL, LC_CTYPE, LANG",
      meaning: "the first that is set: whether letters outside ASCII are shown"),
  ]

  static let exitCodes: [HelpTopics.Entry] = {
    let codes: [(ExitCode, String)] = [
      (.done, "done; with --verify: there is no fault"), (.usage, ExitCode.usage.meaning),
      (.badInput, "a FILE is no MaxMind DB file, or damaged (the others are done)"),
      (.unreadableInput, "a FILE cannot be read (the others are done)"),
      (.writeFailed, ExitCode.writeFailed.meaning),
    ]
    return codes.map { HelpTopics.Entry(name: "\($0.0.rawValue)", meaning: $0.1) } + [
      HelpTopics.Entry(
        name: "signal", meaning: "Ctrl-C, SIGTERM and a closed pipe end it as signals do")
    ]
  }()

  static let examples = [
    "ipgeo database GeoLite2-City.mmdb",
    "ipgeo database --verify *.mmdb",
    "ipgeo database --format json GeoLite2-City.mmdb | jq -r .built_at",
  ]
}
