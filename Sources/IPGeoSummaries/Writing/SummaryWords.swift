internal import IPGeoCore
internal import IPGeoRecords

/// How summaries for people word and write things.
enum SummaryWords {
  /// What stands for a group of which nothing is known.
  static let unknown = "(not known)"

  /// What stands for a number that is not known.
  static let noNumber = "-"

  /// A number of addresses.
  static func addresses(_ count: Int, in summary: Summary) -> String {
    summary.knowsAddresses ? max(0, count).groupedDigits : noNumber
  }

  /// A share in per cent.
  static func percent(_ share: Share?) -> String { share?.percent ?? noNumber }

  /// A group's label, with what cannot be seen in it made visible.
  static func label(_ group: Summary.Group, _ subject: Summary.Subject) -> String {
    group.label(in: subject).map { VisibleText.escape($0, limit: 200) } ?? unknown
  }

  /// What is left out of a table.
  static func rest(_ rest: Summary.Rest) -> String { "\(rest.groups.groupedDigits) more" }

  /// How many there are of all.
  static func total(_ summary: Summary) -> String {
    let sums = summary.total
    let hits = "\(sums.hits.groupedDigits) \(sums.hits == 1 ? "hit" : "hits")"
    let count = max(0, sums.addresses)
    let addresses =
      summary.knowsAddresses
      ? " of \(count.groupedDigits) \(count == 1 ? "address" : "addresses")" : ""
    let rows = sums.records == sums.hits ? "" : " in \(sums.records.groupedDigits) rows"
    return hits + addresses + rows
  }

  /// How many hits each status has, in the order of statuses; none of those that have no row.
  static func statuses(_ summary: Summary) -> [(word: String, sums: TallySums)] {
    (Status.allCases.map { ($0.word, summary.sums(of: $0)) }
      + [("without a status", summary.sums(of: nil))])
      .filter { $0.1.records > 0 }.map { (word: $0.0, sums: $0.1) }
  }
}
