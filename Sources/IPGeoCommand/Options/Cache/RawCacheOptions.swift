/// The options of `ipgeo cache` as they were typed: each is nil where it was not.
struct RawCacheOptions: Hashable, Sendable {
  var action: CacheAction
  var inputs: [String] = []

  var cache: String?
  var format: StatisticsFormat?
  var olderThanNanoseconds: Int64?
  var output: String?

  var color: WhenChoice?
  var verbosity: RawBatchOptions.Verbosity?

  init(_ action: CacheAction) { self.action = action }
}

/// The form of `ipgeo cache stats`.
enum StatisticsFormat: String, OptionChoice {
  case text, json
}
