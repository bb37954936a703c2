/// What a command line asks for.
enum Invocation: Hashable, Sendable {
  /// Text for standard output, exit 0.
  case show(String)
  /// Text for standard error, exit 64: nothing was asked for.
  case showUsage(String)
  /// `ipgeo batch`.
  case batch(RawBatchOptions)
  /// `ipgeo lookup`.
  case lookup(RawLookupOptions)
  /// `ipgeo map`.
  case map(RawMapOptions)
  /// `ipgeo summary`.
  case summary(RawSummaryOptions)
  /// `ipgeo iss`.
  case station(RawStationOptions)
  /// `ipgeo database`.
  case database(RawDatabaseOptions)
  /// `ipgeo schema`.
  case schema(RawSchemaOptions)
  /// `ipgeo cache` and a word of its own.
  case cache(RawCacheOptions)

  /// Reads the arguments without the program's own name.
  static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    try ProgramTable.program.parse(arguments[...])
  }
}
