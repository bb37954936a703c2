public import IPGeoByteStreams
internal import IPGeoRecords

/// A summary as Markdown: a table for each subject, as GitHub and others take them.
public enum SummaryMarkdown {
  /// Appends the text.
  public static func append(_ summary: Summary, to out: inout ByteBuffer) {
    out.append("\(SummaryWords.total(summary)).\n")
    let statuses = SummaryWords.statuses(summary)
    if !statuses.isEmpty {
      out.append("\n| status | hits | addresses |\n| --- | ---: | ---: |\n")
      for status in statuses {
        out.append(
          "| \(status.word) | \(status.sums.hits.groupedDigits) "
            + "| \(SummaryWords.addresses(status.sums.addresses, in: summary)) |\n")
      }
    }
    for table in summary.tables where table.count > 0 { append(table, of: summary, to: &out) }
  }

  private static func append(
    _ table: Summary.Table, of summary: Summary, to out: inout ByteBuffer
  ) {
    out.append(
      "\n## \(table.subject.heading)\n\n| \(table.subject.one) | hits | addresses | share |\n")
    out.append("| --- | ---: | ---: | ---: |\n")
    for group in table.groups {
      let label = SummaryWords.label(group, table.subject)
      append(escaped(label), group.hits, group.addresses, of: summary, to: &out)
    }
    guard let rest = table.rest else { return }
    append(SummaryWords.rest(rest), rest.hits, rest.addresses, of: summary, to: &out)
  }

  private static func append(
    _ label: String, _ hits: UInt64, _ addresses: Int, of summary: Summary,
    to out: inout ByteBuffer
  ) {
    let share = SummaryWords.percent(summary.share(hits: hits, addresses: addresses))
    out.append(
      "| \(label) | \(hits.groupedDigits) "
        + "| \(SummaryWords.addresses(addresses, in: summary)) | \(share) |\n")
  }

  /// Text that Markdown takes as it stands: no markup, no HTML, no link.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "`", "*", "_", "{", "}", "[", "]", "<", ">", "|", "~", "#", "!", "&", ":", "@",
        "$":
        escaped.append("\\")
      // A web address without its scheme is a link, too.
      case "." where escaped.lowercased().hasSuffix("www"): escaped.append("\\")
      default: break
      }
      escaped.unicodeScalars.append(scalar)
    }
    return escaped
  }
}
