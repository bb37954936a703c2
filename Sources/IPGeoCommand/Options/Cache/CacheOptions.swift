internal import IPGeoEnrichment
internal import IPGeoStore

/// The options of `ipgeo cache`: checked, with the environment and the defaults filled in.
struct CacheOptions: Hashable, Sendable {
  var action: CacheAction
  /// Where the store is; nil where neither an option nor the environment leads to a place.
  var path: String?
  /// What `import` reads, in order; never empty.
  var inputs: [InputSource]
  /// Whether standard input is read only because no input was named.
  var readsStandardInputUnasked: Bool
  var format: StatisticsFormat
  /// What `prune` deletes was asked at least so many seconds ago.
  var olderThanSeconds: Int64
  /// Where `export` writes; nil is standard output.
  var output: String?
  var verbosity: Diagnostics.Level

  /// 60 days: what a run of batch keeps, where it is told nothing else.
  static let standardAge: Int64 = 60 * 86_400_000_000_000

  /// Checks what was typed against the environment: option, environment, default.
  init(_ raw: RawCacheOptions, environment: [String: String]) throws(UsageError) {
    if raw.cache == "-" { throw .notAStream(option: "--cache") }
    action = raw.action
    path = StorePaths { environment[$0] }.answers(option: raw.cache)
    inputs =
      raw.inputs.isEmpty
      ? [.standardInput] : raw.inputs.map { $0 == "-" ? .standardInput : .file(path: $0) }
    readsStandardInputUnasked = raw.inputs.isEmpty
    format = raw.format ?? .text
    let nanoseconds = raw.olderThanNanoseconds ?? Self.standardAge
    // Answers know their second: a part of one more is a whole one.
    olderThanSeconds = nanoseconds / 1_000_000_000 + (nanoseconds % 1_000_000_000 > 0 ? 1 : 0)
    output = raw.output == "-" ? nil : raw.output
    verbosity = Diagnostics.Level(raw.verbosity)
  }
}
