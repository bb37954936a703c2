internal import IPGeoAPI
internal import IPGeoAddresses
internal import IPGeoEnrichment
internal import IPGeoRateLimit
internal import IPGeoRecords

/// The options of a run: checked, with the environment and the defaults filled in.
///
/// Columns stay text here: what a column is, `Field` knows. Files are not opened or compared.
struct BatchOptions: Hashable, Sendable {
  /// The service, and what it may be asked.
  struct Asking: Hashable, Sendable {
    var address: ServiceURL
    /// The key to send; nil where there is none or it may not be sent there.
    var key: APIKey?
    var language: Language
    /// Nil: no limit of our own.
    var batchRate: RateLimit?
    /// Nil: no limit of our own.
    var singleRate: RateLimit?
    /// Requests under way at once, 1 to 256.
    var jobs: Int
    /// For one attempt, whole.
    var timeoutNanoseconds: Int64
    /// Attempts beyond the first.
    var retries: Int
    /// The option by which nothing is sent and no socket opened; nil without one.
    var off: String?
    /// Where the limit is kept, as named; nil for the usual place.
    var limitFile: String?
    /// Most requests of the run; nil for any number.
    var maximumRequests: Int?

    /// Whether nothing is sent.
    var isOff: Bool { off != nil }
  }

  /// What is made of answers of other runs.
  struct Known: Hashable, Sendable {
    /// Whether such answers are used and kept at all.
    var isUsed: Bool
    /// Where they are kept, as named; nil for the usual place.
    var file: String?
    /// Whether all is asked anew.
    var refreshes: Bool
    /// How old an answer may be, in seconds.
    var maximumAge: Int64
    /// How old one may be where the service cannot be asked, in seconds; nil: it is not given.
    var staleAge: Int64?
  }

  /// What bounds a run, and what others learn of it.
  struct Running: Hashable, Sendable {
    /// Nothing is asked or written: the plan is printed.
    var isDry: Bool
    /// For how long may be asked, in nanoseconds.
    var maximumTime: Int64?
    /// Until when may be asked, by the clock on the wall.
    var until: TimeOfDay?
    /// A lock that one run at a time holds.
    var lock: String?
    /// How long to wait for it, in nanoseconds.
    var lockWait: Int64
    var statusFile: String?
    var metrics: String?
  }

  /// The inputs in order; never empty.
  var inputs: [InputSource]
  /// Whether the one input is a file of failures to ask again.
  var retriesFailures: Bool
  /// Whether standard input is read only because no input was named.
  var readsStandardInputUnasked: Bool
  /// How the inputs are read.
  var reading: ReadingOptions
  var isStrict: Bool
  /// The part of all addresses whose records get rows; nil for all.
  var shard: AddressShard?

  /// Where the rows go; nil is standard output.
  var output: String?
  /// How the output is packed; nil for not at all.
  var packing: Packing?
  /// The rows' form, as far as it does not follow from the inputs.
  var wishes: RowWishes
  /// The list of columns as typed; nil for the usual ones.
  var fields: String?
  /// Whether each row holds its whole record, too.
  var keepsLine: Bool
  /// One row per distinct address; also where `sort` or `top` ask for it.
  var isUnique: Bool
  var sortsByHits: Bool
  /// Only the busiest addresses; nil for all.
  var top: Int?
  var failures: String?
  /// Where a page of the run goes.
  var report: String?
  /// Whether that page names the addresses.
  var showsAddresses: Bool

  /// The databases that are looked into, in order; empty for none.
  var databases: [String]
  /// Whether the service is asked about what they do not know.
  var asksBeyondDatabases: Bool

  var asking: Asking
  var known: Known
  var running: Running

  var failAbove: Percentage
  var summaryFile: String?
  var progress: WhenChoice
  var color: WhenChoice
  var verbosity: Diagnostics.Level
  /// Said once before the run, one line each.
  var warnings: [String]

  static let standardJobs = 16
  static let standardTimeout: Int64 = 30_000_000_000
  static let longestTimeout: Int64 = 86_400_000_000_000
  static let standardRetries = 3
  static let standardMaximumAge: Int64 = 30 * 86_400_000_000_000
  static let standardMaximumLine = 1 << 20
}
