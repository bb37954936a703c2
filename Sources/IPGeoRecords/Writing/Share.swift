/// A part of a whole; what is written of it is rounded once, from both numbers as they are.
///
/// Halves go up. A part of nothing is nothing, and one that is larger than the whole is the whole.
public struct Share: Hashable, Sendable {
  private let part: UInt64
  private let whole: UInt64

  /// Makes the share that a part has of a whole.
  public init(_ part: UInt64, of whole: UInt64) {
    self.part = min(part, whole)
    self.whole = whole
  }

  /// Per cent with one digit behind the point, for people: `33.4 %`.
  ///
  /// What is less than a tenth and more than nothing is `<0.1 %`, and nothing is `0 %`.
  public var percent: String {
    if part == 0 || whole == 0 { return "0 %" }
    if UInt128(part) * 1000 < UInt128(whole) { return "<0.1 %" }
    let tenths = rounded(of: 1000)
    return "\(tenths / 10).\(tenths % 10) %"
  }

  /// A number from 0 to 1 with four digits behind the point at most, for programs: `0.3341`.
  public var fraction: String {
    let share = rounded(of: 10_000)
    if share == 10_000 { return "1" }
    if share == 0 { return "0" }
    var digits = String(String(share + 10_000).dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return "0." + digits
  }

  /// How many of so many equal parts of the whole it is.
  private func rounded(of parts: UInt128) -> Int {
    if whole == 0 { return 0 }
    // Both numbers have 64 bits: no product overflows.
    return Int((UInt128(part) * parts * 2 + UInt128(whole)) / (UInt128(whole) * 2))
  }
}
