/// Words times that are the least that something takes: rounded up, in two units at most.
enum LeastTime {
  /// `41 s`, `2 min`, `1 h 5 min`; less than nothing is `0 s`.
  static func text(seconds: Int64) -> String {
    if seconds < 100 { return "\(max(0, seconds)) s" }
    let minutes = (seconds - 1) / 60 + 1
    if minutes < 60 { return "\(minutes) min" }
    return "\((minutes / 60).grouped) h \(minutes % 60) min"
  }

  /// The same of nanoseconds.
  static func text(nanoseconds: Int64) -> String { text(seconds: wholeSeconds(nanoseconds)) }

  /// Whole seconds that hold so many nanoseconds; nothing for less than nothing.
  static func wholeSeconds(_ nanoseconds: Int64) -> Int64 {
    nanoseconds <= 0 ? 0 : (nanoseconds - 1) / 1_000_000_000 + 1
  }
}
