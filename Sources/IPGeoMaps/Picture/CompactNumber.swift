internal import IPGeoRecords

/// A number as a circle has room for it: three digits that count, and a letter for its thousands.
///
/// `compact` in the page's `data.js` says it in the same words: `842`, `1.23K`, `45.6M`, `7B`. There
/// is no letter beyond `T`, of 10^12.
enum CompactNumber {
  static func of(_ number: UInt64) -> String {
    var (unit, next): (UInt64, UInt64) = (1, 1000)
    var letters = ["", "K", "M", "B", "T"][...]
    let rounded = threeDigits(number)
    while letters.count > 1, rounded >= next {
      unit = next
      next = next.multipliedReportingOverflow(by: 1000).partialValue
      letters.removeFirst()
    }
    let (whole, rest) = rounded.quotientAndRemainder(dividingBy: unit)
    var fraction = ""
    if rest > 0 {
      let digits = String(rest)
      let padded = String(repeating: "0", count: zeros(unit) - digits.utf8.count) + digits
      fraction = "." + padded
      while fraction.hasSuffix("0") { fraction.removeLast() }
    }
    // Numbers of four digits have no comma there.
    return (whole >= 10_000 ? whole.groupedDigits : String(whole)) + fraction
      + (letters.first ?? "")
  }

  /// The number with noughts from its fourth digit on, halves rounded up; where that is more than
  /// there is room for, rounded down.
  private static func threeDigits(_ number: UInt64) -> UInt64 {
    var unit: UInt64 = 1
    while number / unit >= 1000 { unit *= 10 }
    let (whole, rest) = number.quotientAndRemainder(dividingBy: unit)
    let isUp = unit > 1 && rest >= unit / 2
    let (rounded, isTooLarge) = (isUp ? whole + 1 : whole).multipliedReportingOverflow(by: unit)
    return isTooLarge ? whole * unit : rounded
  }

  /// How many noughts a power of ten has.
  private static func zeros(_ power: UInt64) -> Int { String(power).utf8.count - 1 }
}
