extension UInt64 {
  /// The sum, or the largest number where it would be larger.
  func addingUpTo(_ other: UInt64) -> UInt64 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }

  /// Becomes the sum, or the largest number where it would be larger.
  mutating func addUpTo(_ other: UInt64) { self = addingUpTo(other) }

  /// The number of the row 1, 2, 5, 10, 20, 50 and so on that is not above this one; 0 for 0.
  var roundedDown: UInt64 {
    var unit: UInt64 = 1
    while self / 10 >= unit { unit *= 10 }
    return switch self / unit {
    case 5...: unit * 5
    case 2...: unit * 2
    case 1...: unit
    default: 0
    }
  }
}
