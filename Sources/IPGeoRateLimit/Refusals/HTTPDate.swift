/// The three spellings of a date in HTTP (RFC 9110, 5.6.7).
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Reads a date, without comparing the day's name.
  ///
  /// - Parameters:
  ///   - text: An IMF-fixdate, an RFC 850 date, or what C's `asctime` prints.
  ///   - now: Roughly the present, in seconds since 1970: a year of two digits is the one that
  ///     lies at most 50 years after it.
  /// - Returns: Seconds since 1970, or nil when `text` is no date.
  static func parse(_ text: some StringProtocol, now: Int64) -> Int64? {
    let fields = text.split(separator: " ")
    switch fields.count {
    case 6 where fields[0].hasSuffix(",") && fields[5] == "GMT":
      return seconds(year: fields[3], month: fields[2], day: fields[1], time: fields[4])
    case 5:
      return seconds(year: fields[4], month: fields[1], day: fields[2], time: fields[3])
    case 4 where fields[0].hasSuffix(",") && fields[3] == "GMT":
      let date = fields[1].split(separator: "-", omittingEmptySubsequences: false)
      guard date.count == 3, date[2].utf8.count == 2, let short = decimal(date[2]) else {
        return nil
      }
      let latest = now / (146_097 * 86_400 / 400) + 1970 + 50
      let year = latest - ((latest - short) % 100 + 100) % 100
      return seconds(year: String(year), month: date[1], day: date[0], time: fields[2])
    default:
      return nil
    }
  }

  private static func seconds(
    year: some StringProtocol, month: some StringProtocol, day: some StringProtocol,
    time: some StringProtocol
  ) -> Int64? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false)
    guard clock.count == 3, clock.allSatisfy({ $0.utf8.count == 2 }),
      year.utf8.count == 4, 1...2 ~= day.utf8.count,
      let hour = decimal(clock[0]), let minute = decimal(clock[1]), let second = decimal(clock[2]),
      hour < 24, minute < 60, second <= 60,
      let year = decimal(year), let day = decimal(day),
      let index = months.firstIndex(where: { $0 == month }),
      1...length(ofMonth: index, year: year) ~= day
    else { return nil }
    return days(year: year, month: Int64(index) + 1, day: day) * 86_400
      + hour * 3600 + minute * 60 + second
  }

  private static func length(ofMonth index: Int, year: Int64) -> Int64 {
    switch index {
    case 1: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 3, 5, 8, 10: 30
    default: 31
    }
  }

  /// Days from 1970-01-01 in the Gregorian calendar, for the years 0 to 9999.
  ///
  /// Years are counted from March, so that a leap day is the last of its year.
  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let isBeforeMarch = month <= 2
    let year = isBeforeMarch ? year - 1 : year
    let month = isBeforeMarch ? month + 9 : month - 3
    let leapDays = (year / 4) - (year / 100) + (year / 400)
    let daysBeforeMonth = (153 * month + 2) / 5
    return 365 * year + leapDays + daysBeforeMonth + day - 1 - 719_468
  }
}
