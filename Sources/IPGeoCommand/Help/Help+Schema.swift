extension Help {
  /// `ipgeo schema -h`, and `ipgeo schema --help`.
  static var schema: HelpPage {
    HelpPage(
      usage: "ipgeo schema [OPTION…] " + SchemaName.allCases.map(\.rawValue).joined(separator: "|"),
      purpose: "Prints a JSON Schema (draft 2020-12) of what ipgeo batch writes.",
      introduction: SchemaTopics.introduction,
      sections: [
        .entries("Schemas", SchemaTopics.names),
        .entries("Exit codes", SchemaTopics.exitCodes),
        .lines("Examples", SchemaTopics.examples),
        .paragraph("What leaves the machine", "Nothing: no socket is opened."),
      ],
      options: SchemaTable.table.facts,
      more: "'ipgeo schema --help' says all of them.")
  }
}

/// What help says of `ipgeo schema` beyond the options.
enum SchemaTopics {
  static let introduction = """
    Schemas are of version \(SchemaDocument.version): the second number counts what was added, the \
    first what went or changed. Members that none names are not allowed, and what a row's status \
    says of its reason and its place holds, too.
    """

  static let names = SchemaName.allCases.map {
    HelpTopics.Entry(name: $0.rawValue, meaning: $0.meaning)
  }

  static let exitCodes: [HelpTopics.Entry] = [ExitCode.done, .usage, .writeFailed].map {
    HelpTopics.Entry(name: "\($0.rawValue)", meaning: $0.meaning)
  }

  static let examples = [
    "ipgeo schema row > row.schema.json",
    "ipgeo schema row --schema ecs -f +network",
    "check-jsonschema --schemafile <(ipgeo schema summary) summary.json",
  ]
}
