/// How much of a record may still be read: pointers let few bytes stand for any number of values.
struct ValueBudget {
  private(set) var values = MaxMindLimits.values
  private(set) var bytes = MaxMindLimits.bytes

  /// Gives a value back that will be taken off once more.
  mutating func giveBack(_ header: ValueHeader) {
    values &+= 1
    bytes &+= header.payload
  }

  /// Takes a value off.
  mutating func spend(_ header: ValueHeader, _ section: DataSection, at offset: Int)
    throws(MaxMindFault)
  {
    guard let cause = spend(header) else { return }
    throw section.fault(cause, at: offset)
  }

  /// Takes a value off; what is spent too much, or `nil`.
  mutating func spend(_ header: ValueHeader) -> MaxMindFault.Cause? {
    values &-= 1
    // Members are taken off when they are read; but room is made for them before that.
    guard values >= header.members else { return .tooManyValues }
    bytes &-= header.payload
    return bytes >= 0 ? nil : .tooManyBytes
  }

  /// Takes off what is known of a value with all that is in it; what is spent too much, or `nil`.
  mutating func spend(values count: Int, bytes length: Int) -> MaxMindFault.Cause? {
    values &-= count
    bytes &-= length
    return values < 0 ? .tooManyValues : bytes < 0 ? .tooManyBytes : nil
  }
}
