internal import IPGeoCore
internal import IPGeoRecords

extension HelpTopics {
  /// The statuses, each with the words of its reasons, as help lists them.
  ///
  /// The blocks of special addresses are too many for help.
  static let statuses = Status.allCases.map { status in
    let reasons = status == .special ? [] : status.reasons
    let list = reasons.isEmpty ? "" : ": " + reasons.joined(separator: ", ")
    return Entry(name: status.word, meaning: status.meaning + list)
  }

  /// The statuses, as the manual lists them.
  static let statusMeanings = Status.allCases.map { Entry(name: $0.word, meaning: $0.meaning) }

  /// The reasons, as the manual lists them.
  static let reasons = Reason.allCases.map {
    Entry(name: $0.rawValue, meaning: "\($0.status.word): \($0.meaning)")
  }

  /// The blocks of special addresses, which are reasons too.
  static let blocks = """
    Of a special address it is the block of the IANA registries that it lies in: \
    \(Status.special.reasons.joined(separator: ", ")).
    """

  /// The usual columns with what they hold, as the manual lists them.
  static let usualColumns = Field.defaults.map { Entry(name: $0.name, meaning: $0.meaning) }

  /// All others.
  static let furtherColumns = Field.allCases.filter { !Field.defaults.contains($0) }.map {
    Entry(name: $0.name, meaning: $0.meaning)
  }

  /// What is kept on the disk.
  static let files = [
    Entry(name: "~/.cache/ipgeo/answers.db", meaning: "the store of known answers (--cache)"),
    Entry(
      name: "/var/lib/ipgeo/limit.db",
      meaning: "the limit of all users of the machine, where that folder can be written"),
    Entry(
      name: "~/.local/state/ipgeo/limit.db", meaning: "the limit of one user else (--limit-file)"),
  ]
}
