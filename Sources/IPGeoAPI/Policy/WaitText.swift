/// How long something takes, for a person.
enum WaitText {
  /// So many nanoseconds, rounded up: in minutes from two on, in hours from two on.
  static func text(_ nanoseconds: Int64) -> String {
    let seconds = rounded(max(0, nanoseconds), 1_000_000_000)
    if seconds < 120 { return "\(seconds) s" }
    let minutes = rounded(seconds, 60)
    if minutes < 120 { return "\(minutes) min" }
    return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
  }

  private static func rounded(_ value: Int64, _ unit: Int64) -> Int64 {
    value / unit + (value % unit > 0 ? 1 : 0)
  }
}
