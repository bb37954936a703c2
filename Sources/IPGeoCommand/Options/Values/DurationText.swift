/// Durations as options write them: `500ms`, `30s`, `2m`, `1h30m`, `30d`.
///
/// Each part is digits and a unit, larger units first, each at most once. All values are in
/// nanoseconds; a duration beyond 292 years does not fit and is a fault.
enum DurationText {
  private static let units: [(name: String, nanoseconds: Int64)] = [
    ("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("m", 60_000_000_000),
    ("s", 1_000_000_000), ("ms", 1_000_000),
  ]

  /// Reads a duration longer than nothing, in nanoseconds.
  static func parsePositive(_ text: some StringProtocol) throws(ValueFault) -> Int64 {
    let nanoseconds = try parse(text)
    guard nanoseconds > 0 else { throw ValueFault("is no time at all, and some is needed") }
    return nanoseconds
  }

  /// Reads a duration, which may be `0s`, in nanoseconds.
  static func parse(_ text: some StringProtocol) throws(ValueFault) -> Int64 {
    if WholeNumber.digits(text) != nil {
      throw ValueFault("has no unit (ms, s, m, h, d): write \(text)s for seconds")
    }
    var total: Int64 = 0
    var allowed = units[...]
    var rest = Array(text.utf8)[...]
    repeat {
      let digits = rest.prefix { $0 >= 48 && $0 <= 57 }
      rest = rest.dropFirst(digits.count)
      let unitBytes = rest.prefix { $0 < 48 || $0 > 57 }
      rest = rest.dropFirst(unitBytes.count)
      let unit = String(decoding: unitBytes, as: UTF8.self)
      guard !digits.isEmpty, let at = allowed.firstIndex(where: { $0.name == unit }) else {
        throw ValueFault("is not a duration such as 500ms, 30s, 2m, 1h30m or 30d")
      }
      total = try add(String(decoding: digits, as: UTF8.self), units[at].nanoseconds, to: total)
      allowed = units[(at + 1)...]
    } while !rest.isEmpty
    return total
  }

  /// The shortest text that `parse` reads as `nanoseconds`; parts below a millisecond are dropped.
  static func text(_ nanoseconds: Int64) -> String {
    var rest = max(0, nanoseconds)
    var text = ""
    for unit in units {
      let count = rest / unit.nanoseconds
      rest %= unit.nanoseconds
      if count > 0 { text += "\(count)\(unit.name)" }
    }
    return text.isEmpty ? "0s" : text
  }

  private static func add(_ digits: String, _ unit: Int64, to total: Int64) throws(ValueFault)
    -> Int64
  {
    guard let count = WholeNumber.digits(digits) else { throw tooLong }
    let (part, tooLarge) = Int64(count).multipliedReportingOverflow(by: unit)
    let (sum, overflow) = total.addingReportingOverflow(part)
    if tooLarge || overflow { throw tooLong }
    return sum
  }

  private static var tooLong: ValueFault { ValueFault("is longer than 292 years") }
}
