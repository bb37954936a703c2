internal import IPGeoAddresses

/// All commands: the one list that parsing, help and completions read.
enum ProgramTable {
  /// The program itself, whose words are the commands.
  static let program = CommandGroup(
    command: "ipgeo",
    members: [
      batch, lookup, map, summary, station, database, schema, cache, completion, manual, help,
    ],
    page: { Help.program },
    stranger: { stranger($0) }, alternatives: ["--version"])

  private static let batch = Command(
    "batch", synopsis: "batch [FILE…]",
    summary: "enrich logs, CSV, JSON lines or lists (standard input, or -)",
    table: BatchTable.table,
    from: RawBatchOptions(), operands: .file, page: { Help.batch },
    invoke: { (options, operands) in
      var options = options
      options.inputs = operands
      return .batch(options)
    })

  private static let lookup = Command(
    "lookup", synopsis: "lookup ADDRESS…",
    summary: "show one address or a few, with a small map (- reads them; --self)",
    table: LookupTable.table,
    from: RawLookupOptions(), page: { Help.lookup },
    invoke: { (options, operands) in
      var options = options
      options.addresses = operands
      return .lookup(options)
    })

  private static let map = Command(
    "map", synopsis: "map [FILE…]", summary: "draw what batch found on a world map",
    table: MapTable.table, from: RawMapOptions(), operands: RowsTable.files,
    page: { Help.map },
    invoke: { (options, operands) in
      var options = options
      options.rows.inputs = operands
      return .map(options)
    })

  private static let summary = Command(
    "summary", synopsis: "summary [FILE…]",
    summary: "sum up what batch found: countries, cities, networks, time zones",
    table: SummaryTable.table, from: RawSummaryOptions(), operands: RowsTable.files,
    page: { Help.summary },
    invoke: { (options, operands) in
      var options = options
      options.rows.inputs = operands
      return .summary(options)
    })

  private static let station = Command(
    "iss", synopsis: "iss", summary: "show where the space station is",
    table: StationTable.table, from: RawStationOptions(), page: { Help.station },
    invoke: { (options, _) in .station(options) })

  private static let database = Command(
    "database", synopsis: "database FILE…",
    summary: "show what a MaxMind DB file holds, and whether it is sound",
    table: DatabaseTable.table, from: RawDatabaseOptions(),
    operands: .files(ending: ["mmdb"]), page: { Help.database },
    invoke: { (options, operands) in
      var options = options
      options.files = operands
      return .database(options)
    })

  private static let schema = Command(
    "schema", synopsis: "schema NAME", summary: "print a JSON Schema of what batch writes",
    table: SchemaTable.table, from: RawSchemaOptions(),
    operands: .words(SchemaName.allCases.map(\.rawValue)), page: { Help.schema },
    invoke: { (options, operands) in
      var options = options
      options.names = operands
      return .schema(options)
    })

  private static let cache = Command(
    "cache", synopsis: "cache COMMAND", summary: "look after the store of known answers",
    group: CacheTable.group)

  private static let completion = Command(
    "completion", synopsis: "completion SHELL",
    summary: "print what makes bash, zsh or fish complete ipgeo's words",
    table: CompletionTable.table, from: NoOptions(), operands: .words(Shell.words),
    page: { Help.completion },
    invoke: { (_, operands) throws(UsageError) in try CompletionTable.invocation(operands) })

  private static let manual = Command(
    "manual", synopsis: "manual [NAME]", summary: "print a page of the manual, as mdoc",
    table: ManualTable.table, from: RawManualOptions(), operands: .pages,
    page: { Help.manual },
    invoke: { (options, operands) throws(UsageError) in
      try ManualTable.invocation(options, operands)
    })

  private static let help = Command(
    name: "help", synopsis: "help [COMMAND]", summary: "show a command's whole help",
    page: { Help.program }, hasOwnPage: false,
    kind: .run(
      options: [], operands: .commands,
      parse: { (words) throws(UsageError) in .show(try HelpRequest.text(words)) }))

  private static func stranger(_ word: String) -> UsageError? {
    if IPAddress(word) != nil { return .addressAsCommand(word) }
    if word == "-" || word.contains("/") || word.contains(".") { return .pathAsCommand(word) }
    return nil
  }
}
