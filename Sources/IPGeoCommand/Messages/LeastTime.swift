internal import IPGeoAPI
internal import IPGeoRecords

/// Words times that are the least that something takes, as the provider words its waits.
enum LeastTime {
  /// `41 s`, `2 min`, `1 h 5 min`, rounded up; less than nothing is `0 s`.
  static func text(nanoseconds: Int64) -> String {
    WaitText.text(nanoseconds) { $0.groupedDigits }
  }

  /// Whole seconds that hold so many nanoseconds; nothing for less than nothing.
  static func wholeSeconds(_ nanoseconds: Int64) -> Int64 { WaitText.seconds(nanoseconds) }
}
