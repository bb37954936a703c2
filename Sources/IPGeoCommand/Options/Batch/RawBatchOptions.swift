internal import IPGeoAPI
internal import IPGeoAddresses
internal import IPGeoRateLimit
internal import IPGeoRecords

/// The options of `ipgeo batch` as they were typed: each is nil or false where it was not.
///
/// Values are read, but nothing is looked up in the environment, no default is filled in, and no
/// option is held against another: `BatchOptions` does that.
struct RawBatchOptions: Hashable, Sendable {
  /// How much is said; `-q` and `-v` override each other.
  enum Verbosity: Hashable, Sendable { case quiet, verbose }

  var inputs: [String] = []

  var inputFormat: InputFormat?
  var addressField: String?
  var delimiter: UInt8?
  var hasNoHeader = false
  var client: ClientRule.Choice?
  var trustedProxies: [AddressPrefix] = []
  var maximumLine: Int?
  var isStrict = false
  var shard: AddressShard?

  var output: String?
  var format: RowFormat?
  var fields: String?
  var schema: RowSchema?
  var header: WhenChoice?
  var isUnique = false
  var sort: SortChoice?
  var top: Int?
  var keepsLine = false
  var nest: String?
  var prefix: String?
  var isCSVSafe = false
  var isExcel = false
  var failures: String?
  var report: String?
  var showsAddresses = false

  var language: Language?
  var apiURL: String?
  var batchRate: RateLimit?
  var singleRate: RateLimit?
  var jobs: Int?
  var timeoutNanoseconds: Int64?
  var retries: Int?

  var databases: [String] = []
  var fallback: FallbackChoice?
  var isOffline = false
  var limitFile: String?

  var cache: String?
  var ignoresCache = false
  var refreshes = false
  var asksNothing = false
  var maximumAge: Int64?
  var staleAge: Int64?

  var isDryRun = false
  var maximumRequests: Int?
  var maximumTime: Int64?
  var until: TimeOfDay?
  var failAbove: Percentage?
  var retryFailed: String?
  var lock: String?
  var lockWait: Int64?
  var statusFile: String?
  var metrics: String?
  var summaryFile: String?
  var progress: WhenChoice?
  var color: WhenChoice?
  var verbosity: Verbosity?

  /// Whether rows shall have other names than ours.
  var namesOthers: Bool { schema.map { $0 != .ipgeo } ?? false }
}
