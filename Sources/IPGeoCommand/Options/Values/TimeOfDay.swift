/// A time of day as options write it: `06:00`, `6:00`, `23:59`, by the clock of 24 hours.
///
/// `24:00` is refused, since no clock shows it; midnight is `00:00`.
struct TimeOfDay: Hashable, Sendable {
  /// Minutes since midnight, 0 to 1,439.
  let minutes: Int

  /// Reads one or two digits of hours, a colon, and two digits of minutes.
  init(parsing text: some StringProtocol) throws(ValueFault) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.map { WholeNumber.digits($0) }
    guard parts.count == 2, parts[0].utf8.count <= 2, parts[1].utf8.count == 2,
      let hours = numbers[0], let minutes = numbers[1]
    else { throw Self.fault(of: parts.map { String($0) }) }
    if hours == 24, minutes == 0 {
      throw ValueFault("is shown by no clock: write 00:00 for midnight")
    }
    guard hours < 24 else { throw ValueFault("has an hour beyond 23") }
    guard minutes < 60 else { throw ValueFault("has a minute beyond 59") }
    self.minutes = hours * 60 + minutes
  }

  /// `06:00`: two digits each.
  var text: String { "\(Self.twoDigits(minutes / 60)):\(Self.twoDigits(minutes % 60))" }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  private static func fault(of parts: [String]) -> ValueFault {
    let areNumbers = parts.allSatisfy { WholeNumber.digits($0) != nil }
    if parts.count == 1, areNumbers, let hour = parts.first, hour.utf8.count <= 2 {
      return ValueFault("has no minutes: write \(hour):00 for the full hour")
    }
    if parts.count == 3, areNumbers {
      return ValueFault("has seconds, and minutes are the least that counts: write HH:MM")
    }
    return ValueFault("is not a time of day (HH:MM) such as 06:00 or 23:30")
  }
}
