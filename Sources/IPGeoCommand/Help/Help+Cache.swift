internal import IPGeoRecords

extension Help {
  /// `ipgeo cache -h`, and `ipgeo cache --help`.
  static var cache: HelpPage {
    HelpPage(
      usage: "ipgeo cache COMMAND [OPTION…]",
      purpose: "Looks after the store of known answers, so that nothing is asked twice.",
      introduction: CacheTopics.store,
      commands: CacheTable.group.members,
      sections: [
        .entries("Environment", CacheTopics.environment),
        .lines(
          "Examples",
          [
            "ipgeo cache stats", "ipgeo cache prune --older-than 90d",
            "ipgeo cache export | ssh other ipgeo cache import",
          ]),
      ],
      options: CommandGroup.options,
      more: "'ipgeo cache COMMAND --help' explains the options.")
  }

  /// `-h` and `--help` of one of the words that follow `ipgeo cache`.
  static func cache(_ action: CacheAction) -> HelpPage {
    let operands = action == .import ? " [FILE…]" : ""
    var sections: [HelpPage.Section] = []
    if action == .export || action == .import {
      sections.append(.entries("Members of a line", CacheTopics.members))
    }
    sections += [
      .entries("Environment", CacheTopics.environment),
      .entries("Exit codes", CacheTopics.exitCodes(action)),
    ]
    return HelpPage(
      usage: "\(action.command) [OPTION…]\(operands)", purpose: CacheTopics.purpose(action),
      introduction: CacheTopics.introduction(action), sections: sections,
      options: CacheTable.table(action).facts,
      more: "'\(action.command) --help' says all of them.")
  }
}

/// What help says of `ipgeo cache` beyond the options.
enum CacheTopics {
  static let store = """
    Answers are kept in one file, for its owner alone. The limit of the service is kept in another: \
    clearing the store never gives requests back.
    """

  static func purpose(_ action: CacheAction) -> String {
    switch action {
    case .path: "Shows where the store is, whether or not there is one yet."
    case .stats: "Shows what the store holds: its size, answers by provider, their age."
    case .prune: "Deletes old answers."
    case .clear: "Deletes all answers."
    case .export: "Writes all answers as JSON lines, one answer a line."
    case .import: "Takes answers that 'ipgeo cache export' wrote into the store."
    }
  }

  static func introduction(_ action: CacheAction) -> String {
    switch action {
    case .path, .stats: ""
    case .prune: "A run of batch does the same at its end, so that this is seldom needed."
    case .clear: "Nothing is asked back. " + store
    case .export:
      """
      In the order of providers, languages and addresses, so that equal stores give equal lines. \
      Others may use the store meanwhile.
      """
    case .import:
      """
      Of two answers for an address the newer one stays. A line that is no answer is named and left \
      out, and the others are taken. Some thousand lines at a time are safe on the disk: cut off, \
      it can simply be run again.
      """
    }
  }

  static let members = [
    HelpTopics.Entry(name: "address", meaning: "canonical (RFC 5952); special ones are refused"),
    HelpTopics.Entry(name: "provider, language", meaning: "who was asked, as ip-api, and en"),
    HelpTopics.Entry(name: "asked_at", meaning: "when, RFC 3339; the future is refused"),
    HelpTopics.Entry(name: "status", meaning: "located or unknown"),
    HelpTopics.Entry(name: "reason", meaning: "of unknown, as no-data; else null"),
    HelpTopics.Entry(name: "reverse_asked", meaning: "whether the reverse name was asked for"),
    HelpTopics.Entry(
      name: "the place",
      meaning: LocationMember.all.map(\.name).joined(separator: ", ") + "; null is not known"),
  ]

  static let environment = [
    HelpTopics.Entry(name: "IPGEO_CACHE", meaning: "the store, as --cache"),
    HelpTopics.Entry(
      name: "XDG_CACHE_HOME, HOME",
      meaning: "where it is else: ipgeo/answers.db in the first, or in .cache of the second"),
    HelpTopics.Entry(name: "NO_COLOR", meaning: "no colours where it is not empty"),
  ]

  static func exitCodes(_ action: CacheAction) -> [HelpTopics.Entry] {
    let codes: [(ExitCode, String)] =
      switch action {
      case .path: [(.cannotCreate, "there is no place for a store")]
      case .stats, .export:
        [
          (.badInput, "the store was damaged; it is set aside, and a new one begun"),
          (.unreadableInput, "the store cannot be read, is not ours, or is a newer version's"),
          (.cannotCreate, "there is no place for a store; FILE cannot be made"),
        ]
      case .prune, .clear:
        [(.cannotCreate, "the store cannot be written, is not ours, or is a newer version's")]
      case .import:
        [
          (.badInput, "some line is no answer, or an input is not text (the others are done)"),
          (.unreadableInput, "an input cannot be read (the others are done)"),
          (.cannotCreate, "the store cannot be written, is not ours, or is a newer version's"),
        ]
      }
    let locked: [(ExitCode, String)] =
      action == .path ? [] : [(.locked, "another process holds the store locked")]
    let all =
      [(.done, "done"), (.usage, ExitCode.usage.meaning)] + codes
      + [(.writeFailed, ExitCode.writeFailed.meaning)] + locked
    return all.map { HelpTopics.Entry(name: "\($0.0.rawValue)", meaning: $0.1) }
  }
}
