internal import IPGeoByteStreams
internal import IPGeoEnrichment

/// What a run tells Prometheus, in its text format (exposition format 0.0.4).
///
/// All are gauges of the last run: nothing here counts on from run to run.
struct MetricsText: Hashable, Sendable {
  /// The label that tells this job's metrics from those of others.
  var job: String
  /// When the run ended, in seconds since 1970 UTC.
  var endedAt: Int64
  var elapsedMilliseconds: Int64
  /// As a shell shows it.
  var exitCode: Int32
  /// What it counted; nil for a run that ended before it read anything.
  var counts: RunCounts?
  /// When the last run before this one succeeded, where one did.
  var previousSuccess: Int64?

  /// When a run last ended with 0.
  var lastSuccess: Int64? { exitCode == 0 ? endedAt : previousSuccess }

  static let successName = "ipgeo_last_success_timestamp_seconds"

  /// The whole file.
  var text: ByteBuffer {
    var out = ByteBuffer()
    family(
      "ipgeo_last_run_timestamp_seconds", "When the last run ended, in seconds since 1970.",
      [("", "\(endedAt)")], to: &out)
    if let lastSuccess {
      family(
        Self.successName, "When a run last ended with exit code 0, in seconds since 1970.",
        [("", "\(lastSuccess)")], to: &out)
    }
    family(
      "ipgeo_last_run_exit_code", "Exit code of the last run; 128 and its number for a signal.",
      [("", "\(exitCode)")], to: &out)
    family(
      "ipgeo_last_run_duration_seconds", "How long the last run took.",
      [("", Self.seconds(elapsedMilliseconds))], to: &out)
    if let counts { append(counts, to: &out) }
    return out
  }

  private func append(_ counts: RunCounts, to out: inout ByteBuffer) {
    let records = [
      ("located", counts.located), ("special", counts.special), ("unknown", counts.unknown),
      ("invalid", counts.invalid), ("failed", counts.failed), ("rest", counts.rest),
      ("other_shards", counts.elsewhere),
    ]
    family(
      "ipgeo_last_run_records", "Input records of the last run by what became of them.",
      records.map { (",status=\"\($0)\"", "\($1)") }, to: &out)
    let addresses = [
      ("local", counts.local), ("known", counts.known), ("asked", counts.asked),
      ("unasked", counts.unasked),
    ]
    family(
      "ipgeo_last_run_addresses", "Distinct addresses of the last run by where answers came from.",
      addresses.map { (",origin=\"\($0)\"", "\($1)") }, to: &out)
    family(
      "ipgeo_last_run_requests", "Requests that the last run sent.", [("", "\(counts.requests)")],
      to: &out)
  }

  private func family(
    _ name: String, _ help: String, _ samples: [(labels: String, value: String)],
    to out: inout ByteBuffer
  ) {
    out.append("# HELP \(name) \(help)\n# TYPE \(name) gauge\n")
    for sample in samples {
      out.append("\(name){\(jobLabel)\(sample.labels)} \(sample.value)\n")
    }
  }

  private var jobLabel: String { "job=\"\(Self.escaped(job))\"" }

  /// A label's value with the three escapes that the format has.
  static func escaped(_ value: String) -> String {
    var text = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func seconds(_ milliseconds: Int64) -> String {
    let milliseconds = max(0, milliseconds)
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.utf8.count))\(rest)"
  }
}

extension MetricsText {
  /// When the job succeeded according to the file of an earlier run; nil where it does not say so.
  ///
  /// The file may be anybody's by now: what is not this metric of this job with a sensible time,
  /// none later than a day after `now`, is none.
  static func success(in file: [UInt8], job: String, now: Int64) -> Int64? {
    let start = Array("\(successName){job=\"\(escaped(job))\"} ".utf8)
    for line in file.split(separator: 0x0A) where line.starts(with: start) {
      let digits = line.dropFirst(start.count)
      guard digits.allSatisfy("0123456789.+-eE".utf8.contains),
        let value = Double(String(decoding: digits, as: UTF8.self)),
        let seconds = Int64(exactly: value.rounded(.down)), seconds > 0,
        seconds &- 86_400 <= now
      else { return nil }
      return seconds
    }
    return nil
  }
}
