public import IPGeoByteStreams

/// Writes instants as RFC 3339 has them.
public enum RFC3339 {
  /// Appends an instant in UTC to the second, as `2026-11-30T02:03:04Z`.
  ///
  /// The calendar is the Gregorian one, also before it was used. Instants outside the years 0001
  /// to 9999 are written as the first or last second of them.
  /// - Parameters:
  ///   - seconds: Seconds since 1970 UTC, without leap seconds (POSIX time).
  ///   - out: Where the twenty bytes go.
  public static func append(_ seconds: Int64, to out: inout ByteBuffer) {
    let seconds = max(-62_135_596_800, min(seconds, 253_402_300_799))
    var days = seconds / 86_400
    var second = seconds % 86_400
    if second < 0 {
      second += 86_400
      days -= 1
    }
    let date = civilDate(daysSince1970: days)
    append(date.year, digits: 4, to: &out)
    out.append(0x2D)
    append(date.month, digits: 2, to: &out)
    out.append(0x2D)
    append(date.day, digits: 2, to: &out)
    out.append(0x54)
    append(second / 3600, digits: 2, to: &out)
    out.append(0x3A)
    append(second / 60 % 60, digits: 2, to: &out)
    out.append(0x3A)
    append(second % 60, digits: 2, to: &out)
    out.append(0x5A)
  }

  /// Appends an instant, as `append(_:to:)` has it, as a string of JSON.
  public static func appendString(_ seconds: Int64, to out: inout ByteBuffer) {
    out.append(0x22)
    append(seconds, to: &out)
    out.append(0x22)
  }

  // Years are counted from 1 March, so that the leap day is the last of its year; days from
  // 1 March of the year 0, which is 719,468 days before 1970.
  private static func civilDate(
    daysSince1970: Int64
  ) -> (year: Int64, month: Int64, day: Int64) {
    let days = daysSince1970 + 719_468
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let leapDays = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / 146_096
    let yearOfEra = (dayOfEra - leapDays) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day)
  }

  private static func append(_ number: Int64, digits: Int, to out: inout ByteBuffer) {
    var scale: Int64 = 1
    for _ in 1..<digits { scale *= 10 }
    while scale > 0 {
      out.append(UInt8(truncatingIfNeeded: 48 + number / scale % 10))
      scale /= 10
    }
  }
}
