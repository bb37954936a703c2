internal import IPGeoRecords

/// Whole numbers as options take them: ASCII digits alone, no sign, no blanks, no separators.
enum WholeNumber {
  /// Reads `text`; throws a fault that names `range` where it is none of the range.
  static func parse(_ text: some StringProtocol, in range: ClosedRange<Int>) throws(ValueFault)
    -> Int
  {
    guard let number = digits(text), range.contains(number) else {
      throw ValueFault(
        "is not a whole number from \(range.lowerBound.groupedDigits) to "
          + "\(range.upperBound.groupedDigits)"
      )
    }
    return number
  }

  /// The number that `text` writes in ASCII digits alone; nil for anything else and on overflow.
  static func digits(_ text: some StringProtocol) -> Int? {
    var number = 0
    var isEmpty = true
    for byte in text.utf8 {
      guard byte >= 48, byte <= 57 else { return nil }
      let (tenfold, tooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, overflow) = tenfold.addingReportingOverflow(Int(byte &- 48))
      if tooLarge || overflow { return nil }
      number = sum
      isEmpty = false
    }
    return isEmpty ? nil : number
  }
}
