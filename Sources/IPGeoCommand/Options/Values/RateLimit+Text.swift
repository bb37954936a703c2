internal import IPGeoAPI
internal import IPGeoRateLimit

/// So many requests in any window of that length, as `--batch-rate 15/60s` says it.
extension RateLimit {
  /// The published limit of ip-api.com's `/batch`, per source address.
  static let publishedBatch = IPAPIProvider.Configuration.publishedBatchLimit
  /// The published limit of ip-api.com's single look-ups, per source address.
  static let publishedSingle = IPAPIProvider.Configuration.publishedSingleLimit

  private static let minute: Int64 = 60_000_000_000
  private static let longest: Int64 = 366 * 86_400_000_000_000

  /// Reads `N/DURATION`: N from 1 to 1,000,000, the duration from 1 ms to 366 days.
  init(parsing text: String) throws(ValueFault) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let requests = WholeNumber.digits(parts[0]) else {
      throw ValueFault("is not a rate such as 15/60s (requests/duration)")
    }
    guard (1...1_000_000).contains(requests) else {
      throw ValueFault("is not a rate of 1 to 1,000,000 requests")
    }
    let window: Int64
    do {
      window = try DurationText.parsePositive(parts[1])
    } catch {
      throw ValueFault("is not a rate such as 15/60s: '\(parts[1])' \(error.problem)")
    }
    guard window <= Self.longest else { throw ValueFault("has a window longer than 366 days") }
    self.init(requests: requests, window: window)
  }

  /// The most requests that this rate lets through within any 60 s, saturating.
  ///
  /// 60 s are covered by as many windows as fit, rounded up, and each holds `requests` at most: a
  /// window longer than 60 s may spend all of them within one minute.
  var mostPerMinute: Int {
    let window = max(1, self.window)
    let windows = window >= Self.minute ? 1 : Int((Self.minute &+ window &- 1) / window)
    let (product, overflow) = requests.multipliedReportingOverflow(by: windows)
    return overflow ? .max : product
  }

  /// Whether it may send more within some 60 s than `published`, which is a rate per minute.
  func exceeds(_ published: RateLimit) -> Bool { mostPerMinute > published.requests }

  /// As `init(parsing:)` reads it.
  var text: String {
    // Whole seconds stay seconds, as the published limits are written.
    let second: Int64 = 1_000_000_000
    let isPlain = window % second == 0 && window <= 600 * second
    return isPlain
      ? "\(requests)/\(window / second)s"
      : "\(requests)/\(DurationText.text(window))"
  }
}
