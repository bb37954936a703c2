/// A share from 0 to 100 percent, exact to four decimals: `2`, `2%`, `0.5%`.
struct Percentage: Hashable, Sendable {
  /// Ten-thousandths of a percent: 1,000,000 is the whole.
  let millionths: UInt64

  /// Nothing at all.
  static let zero = Percentage(millionths: 0)

  init(millionths: UInt64) { self.millionths = min(millionths, 1_000_000) }

  /// Reads digits with at most four decimals and perhaps a percent sign.
  init(parsing text: String) throws(ValueFault) {
    let number = text.hasSuffix("%") ? text.dropLast() : text[...]
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    let decimals = parts.count == 2 ? parts[1] : "0"
    guard parts.count <= 2, let whole = parts.first.flatMap({ WholeNumber.digits($0) }),
      whole <= 100, (1...4).contains(decimals.utf8.count),
      let fraction = WholeNumber.digits(
        decimals + String(repeating: "0", count: 4 - decimals.utf8.count))
    else { throw ValueFault("is not a percentage from 0 to 100, such as 2 or 2%") }
    let millionths = whole * 10_000 + fraction
    guard millionths <= 1_000_000 else {
      throw ValueFault("is not a percentage from 0 to 100, such as 2 or 2%")
    }
    self.init(millionths: UInt64(millionths))
  }

  /// Whether `part` of `whole` is more than this share; never true of 100 %, or of nothing.
  func isExceeded(by part: Int, of whole: Int) -> Bool {
    let part = UInt64(max(0, part))
    let whole = UInt64(max(0, whole))
    let actual = part.multipliedFullWidth(by: 1_000_000)
    let allowed = whole.multipliedFullWidth(by: millionths)
    return (actual.high, actual.low) > (allowed.high, allowed.low)
  }
}
