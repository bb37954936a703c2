/// The `Retry-After` header (RFC 9110, 10.2.3).
public enum RetryAfter {
  /// Reads how long to wait.
  ///
  /// A date counts from the reply's own `Date`, never from our clock, and is junk without one and
  /// when it lies before it. Numbers saturate at 2^31.
  /// - Parameters:
  ///   - text: The header's value: whole seconds, or an HTTP date in any of its three spellings.
  ///   - date: The value of the same reply's `Date` header.
  /// - Returns: Seconds, or nil when the value is junk.
  public static func parse(_ text: String, date: String?) -> Int64? {
    if let seconds = decimal(text) { return seconds }
    // A year of two digits in `Date` itself: any recent instant settles its century.
    guard let date, let from = HTTPDate.parse(date, now: 1_767_225_600),
      let until = HTTPDate.parse(text, now: from), until >= from
    else { return nil }
    return min(until - from, saturatedDecimal)
  }

  /// As ``parse(_:date:)``, in nanoseconds, for an absent header, too.
  public static func nanoseconds(_ text: String?, date: String?) -> Int64? {
    text.flatMap { parse($0, date: date) }.map { IPGeoRateLimit.nanoseconds(seconds: $0) }
  }
}
