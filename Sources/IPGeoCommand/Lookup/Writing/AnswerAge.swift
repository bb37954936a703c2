internal import IPGeoRecords

/// How old an answer is, in words.
enum AnswerAge {
  /// `3 days old`, in the largest unit of which there is one at least; nil under a minute, and for
  /// what lies ahead, of which a wrong clock tells.
  static func text(askedAt: Int64, now: Int64) -> String? {
    let (age, overflow) = now.subtractingReportingOverflow(askedAt)
    guard !overflow, age >= 60 else { return nil }
    let units: [(Int64, String)] = [(86_400, "day"), (3600, "hour"), (60, "minute")]
    for (seconds, name) in units where age >= seconds {
      let count = age / seconds
      return "\(count.groupedDigits) \(name)\(count == 1 ? "" : "s") old"
    }
    return nil
  }
}
