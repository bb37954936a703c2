internal import IPGeoCore
internal import IPGeoRecords

/// How summaries for people word and write things.
enum SummaryWords {
  /// What stands for a group of which nothing is known.
  static let unknown = "(not known)"

  /// A number with a comma between thousands.
  static func grouped(_ number: UInt64) -> String {
    var text = ""
    let digits = String(number)
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.utf8.count - place).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text
  }

  static func grouped(_ number: Int) -> String { grouped(UInt64(max(0, number))) }

  /// A share in per cent: `33.4 %`; what is more than nothing is never shown as nothing.
  static func percent(_ share: Int, isNothing: Bool) -> String {
    let tenths = (share + 5) / 10
    if tenths == 0, !isNothing { return "<0.1 %" }
    return "\(tenths / 10).\(tenths % 10) %"
  }

  /// A share as a fraction: `0.3341`.
  static func fraction(_ share: Int) -> String {
    if share >= 10_000 { return "1" }
    if share <= 0 { return "0" }
    var digits = String(String(share + 10_000).dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return "0." + digits
  }

  /// A group's label, with what cannot be seen in it made visible.
  static func label(_ group: Summary.Group, _ subject: Summary.Subject) -> String {
    group.label(in: subject).map { VisibleText.escape($0, limit: 200) } ?? unknown
  }

  /// What is left out of a table.
  static func rest(_ rest: Summary.Rest) -> String { "\(grouped(rest.groups)) more" }

  /// How many there are of all.
  static func total(_ summary: Summary) -> String {
    let sums = summary.total
    let hits = "\(grouped(sums.hits)) \(sums.hits == 1 ? "hit" : "hits")"
    let addresses = "\(grouped(sums.addresses)) \(sums.addresses == 1 ? "address" : "addresses")"
    let rows = sums.records == sums.hits ? "" : " in \(grouped(sums.records)) rows"
    return "\(hits) of \(addresses)\(rows)"
  }

  /// How many hits each status has, in the order of statuses; none of those that have no row.
  static func statuses(_ summary: Summary) -> [(word: String, sums: TallySums)] {
    (Status.allCases.map { ($0.word, summary.sums(of: $0)) }
      + [("without a status", summary.sums(of: nil))])
      .filter { $0.1.records > 0 }.map { (word: $0.0, sums: $0.1) }
  }
}
