/// How long something takes, for a person.
package enum WaitText {
  /// So many nanoseconds, rounded up: in minutes from a hundred seconds on, in hours from one on.
  /// - Parameters:
  ///   - nanoseconds: How long; less than nothing is `0 s`.
  ///   - number: How hours are written, which alone can be many.
  /// - Returns: `41 s`, `2 min`, `1 h`, `1 h 5 min`.
  package static func text(
    _ nanoseconds: Int64, number: (Int64) -> String = { String($0) }
  ) -> String {
    let seconds = seconds(nanoseconds)
    if seconds < 100 { return "\(seconds) s" }
    let minutes = rounded(seconds, 60)
    if minutes < 60 { return "\(minutes) min" }
    let hours = "\(number(minutes / 60)) h"
    return minutes % 60 == 0 ? hours : "\(hours) \(minutes % 60) min"
  }

  /// Whole seconds that hold so many nanoseconds; nothing for less than nothing.
  package static func seconds(_ nanoseconds: Int64) -> Int64 {
    rounded(max(0, nanoseconds), 1_000_000_000)
  }

  private static func rounded(_ value: Int64, _ unit: Int64) -> Int64 {
    value / unit + (value % unit > 0 ? 1 : 0)
  }
}
