internal import IPGeoEnrichment
internal import IPGeoRecords

/// What is told of a run at its end: one line for people, an object for programs.
struct RunSummary {
  var report: RunReport
  var ending: RunEnding
  var elapsedMilliseconds: Int64
  /// Seconds since 1970 UTC when the run started.
  var startedAt: Int64

  /// The one line on standard error.
  var line: String {
    let counts = report.counts
    var parts = [
      "\(counts.located.groupedDigits) located", "\(counts.special.groupedDigits) special",
      "\(counts.unknown.groupedDigits) unknown", "\(counts.invalid.groupedDigits) invalid",
      "\(counts.failed.groupedDigits) failed",
    ]
    if counts.rest > 0 { parts.append("\(counts.rest.groupedDigits) rest") }
    if counts.elsewhere > 0 { parts.append("\(counts.elsewhere.groupedDigits) of other shards") }
    let passedOver =
      counts.notRetryable > 0
      ? "; \(counts.notRetryable.groupedDigits) not retryable passed over" : ""
    let dialects =
      report.dialects.isEmpty ? "" : "; read as " + report.dialects.joined(separator: " and ")
    return "\(plural(counts.records, "record")): " + parts.joined(separator: ", ")
      + "; \(counts.asked.groupedDigits) of "
      + "\(plural(counts.addresses, "address", "addresses")) asked" + known + " in "
      + "\(plural(counts.requests, "request")), \(elapsed)" + dialects + passedOver
  }

  /// Who else answered, in brackets.
  private var known: String {
    let (fromBook, earlier) = (report.counts.fromBook, report.counts.known - report.counts.fromBook)
    var parts: [String] = []
    if fromBook > 0 { parts.append("\(fromBook.groupedDigits) from the database") }
    if earlier > 0 { parts.append("\(earlier.groupedDigits) known") }
    return parts.isEmpty ? "" : " (" + parts.joined(separator: ", ") + ")"
  }

  /// The two sums, for `-v`.
  var sums: [String] {
    let counts = report.counts
    let rest = counts.rest > 0 ? " + \(counts.rest) rest" : ""
    let elsewhere = counts.elsewhere > 0 ? " + \(counts.elsewhere) other_shards" : ""
    return [
      "records: \(counts.records) = \(counts.located) located + \(counts.special) special + "
        + "\(counts.unknown) unknown + \(counts.invalid) invalid + \(counts.failed) failed" + rest
        + elsewhere,
      "addresses: \(counts.addresses) = \(counts.local) local + \(counts.known) known + "
        + "\(counts.asked) asked + \(counts.unasked) unasked",
    ]
  }

  private var elapsed: String {
    let tenths = (elapsedMilliseconds + 50) / 100
    if tenths < 600 { return "\(tenths / 10).\(tenths % 10) s" }
    let seconds = elapsedMilliseconds / 1000
    return "\((seconds / 60).groupedDigits) min \(seconds % 60) s"
  }

  private func plural(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(count.groupedDigits) \(count == 1 ? one : many ?? one + "s")"
  }
}
