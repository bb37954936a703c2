/// A day of the Gregorian calendar, also before it was used.
struct CivilDate: Hashable {
  var year: Int64
  var month: Int64
  var day: Int64

  init(year: Int64, month: Int64, day: Int64) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The day so many days after 1970-01-01.
  ///
  /// Days beyond some million years are taken for the last of them.
  init(daysSince1970 days: Int64) {
    // Years are counted from 1 March, so that the leap day is the last of its year.
    let shifted = max(-Self.farthest, min(days, Self.farthest)) &+ Self.daysBefore1970
    let era = Self.quotient(shifted, 146_097)
    let dayOfEra = shifted &- era &* 146_097
    let leapDays = dayOfEra / 1460 &- dayOfEra / 36_524 &+ dayOfEra / 146_096
    let yearOfEra = (dayOfEra &- leapDays) / 365
    let dayOfYear = dayOfEra &- (365 &* yearOfEra &+ yearOfEra / 4 &- yearOfEra / 100)
    let monthFromMarch = (5 &* dayOfYear &+ 2) / 153
    day = dayOfYear &- (153 &* monthFromMarch &+ 2) / 5 &+ 1
    month = monthFromMarch < 10 ? monthFromMarch &+ 3 : monthFromMarch &- 9
    year = era &* 400 &+ yearOfEra &+ (month <= 2 ? 1 : 0)
  }

  /// Days since 1970-01-01; a day beyond its month's end is one of the next.
  var daysSince1970: Int64 {
    let shifted = month <= 2 ? year &- 1 : year
    let era = Self.quotient(shifted, 400)
    let yearOfEra = shifted &- era &* 400
    let monthFromMarch = month > 2 ? month &- 3 : month &+ 9
    let dayOfYear = (153 &* monthFromMarch &+ 2) / 5 &+ day &- 1
    let dayOfEra = yearOfEra &* 365 &+ yearOfEra / 4 &- yearOfEra / 100 &+ dayOfYear
    return era &* 146_097 &+ dayOfEra &- Self.daysBefore1970
  }

  /// The day of the week: 0 for Sunday.
  var weekday: Int64 { Self.remainder(daysSince1970 &+ 4, 7) }

  /// Days from 1 March of the year 0 to 1 January 1970.
  private static let daysBefore1970: Int64 = 719_468
  private static let farthest: Int64 = 1 << 40

  /// The quotient, rounded down.
  static func quotient(_ number: Int64, _ divisor: Int64) -> Int64 {
    let quotient = number / divisor
    return number % divisor < 0 ? quotient &- 1 : quotient
  }

  /// What is left of the number by the quotient that is rounded down.
  static func remainder(_ number: Int64, _ divisor: Int64) -> Int64 {
    number &- quotient(number, divisor) &* divisor
  }
}
