public import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoRecords

/// A summary as one table of CSV (RFC 4180), with a header.
///
/// The column `group` says what a row tells of: `total`, `status`, `country`, `city`, `network`,
/// `timezone`, or for what a table leaves out the same with `_rest`. What is not known is empty.
/// Names are as the rows have them, with control characters too, as in what `batch` writes.
public enum SummaryCSV {
  private static let names =
    "group,name,country_code,region,asn,records,hits,addresses,share\n"

  /// Appends the table.
  /// - Parameters:
  ///   - summary: What to write.
  ///   - isSafe: Whether text that a spreadsheet may take for a formula gets a `'` in front.
  ///   - out: Where it goes.
  public static func append(_ summary: Summary, isSafe: Bool, to out: inout ByteBuffer) {
    out.append(names)
    append(summary.total, group: "total", name: nil, in: summary, to: &out)
    let statuses: [(String, Status?)] = Status.allCases.map { ($0.word, $0) } + [("none", nil)]
    for (word, status) in statuses {
      append(summary.sums(of: status), group: "status", name: word, in: summary, to: &out)
    }
    for table in summary.tables {
      for group in table.groups {
        append(group, of: table.subject, in: summary, isSafe: isSafe, to: &out)
      }
      guard let rest = table.rest else { continue }
      out.append("\(word(table.subject))_rest,,,,,,")
      append(rest.hits, rest.addresses, in: summary, to: &out)
    }
  }

  private static func word(_ subject: Summary.Subject) -> String {
    subject == .timezones ? "timezone" : subject.one
  }

  private static func append(
    _ sums: TallySums, group: String, name: String?, in summary: Summary,
    to out: inout ByteBuffer
  ) {
    let addresses = addresses(sums.addresses, in: summary)
    out.append("\(group),\(name ?? ""),,,,\(sums.records),\(sums.hits),\(addresses),\n")
  }

  private static func append(
    _ group: Summary.Group, of subject: Summary.Subject, in summary: Summary, isSafe: Bool,
    to out: inout ByteBuffer
  ) {
    out.append(word(subject))
    for text in [group.name, group.countryCode, group.region] {
      out.append(",")
      guard var text else { continue }
      text.withUTF8 {
        CellText.append(UnsafeRawBufferPointer($0), delimiter: 0x2C, isSafe: isSafe, to: &out)
      }
    }
    out.append(",\(group.asn.map { String($0) } ?? ""),,")
    append(group.hits, group.addresses, in: summary, to: &out)
  }

  private static func append(
    _ hits: UInt64, _ addresses: Int, in summary: Summary, to out: inout ByteBuffer
  ) {
    let share = summary.share(hits: hits, addresses: addresses)?.fraction ?? ""
    out.append("\(hits),\(self.addresses(addresses, in: summary)),\(share)\n")
  }

  private static func addresses(_ count: Int, in summary: Summary) -> String {
    summary.knowsAddresses ? String(count) : ""
  }
}
