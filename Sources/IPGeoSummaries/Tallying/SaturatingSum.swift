extension UInt64 {
  /// The sum, or the largest number where it would be larger.
  @inlinable
  public func addingUpTo(_ other: UInt64) -> UInt64 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }

  /// Becomes the sum, or the largest number where it would be larger.
  @inlinable
  public mutating func addUpTo(_ other: UInt64) { self = addingUpTo(other) }
}
