public import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoJSON
internal import IPGeoRecords

/// A summary as one JSON object in one line.
///
/// `records` are rows, `hits` the records that they stand for; a `share` is of the hits, or of the
/// addresses, of all placed rows. What is not known is `null`. Every member is there in any case.
public enum SummaryJSON {
  /// Appends the object, with a line end.
  public static func append(_ summary: Summary, to out: inout ByteBuffer) {
    out.append("{")
    append(summary.total, of: summary, to: &out)
    out.append(",\"without_position\":\(summary.unplaced),\"statuses\":{")
    for status in Status.allCases {
      out.append("\"\(status.word)\":{")
      append(summary.sums(of: status), of: summary, to: &out)
      out.append("},")
    }
    out.append("\"none\":{")
    append(summary.sums(of: nil), of: summary, to: &out)
    out.append("}},\"by\":\"\(summary.measure.rawValue)\"")
    for table in summary.tables { append(table, of: summary, to: &out) }
    out.append("}\n")
  }

  private static func append(
    _ sums: TallySums, of summary: Summary, to out: inout ByteBuffer
  ) {
    out.append("\"records\":\(sums.records),\"hits\":\(sums.hits)")
    append(addresses: sums.addresses, of: summary, to: &out)
  }

  private static func append(
    addresses: Int, of summary: Summary, to out: inout ByteBuffer
  ) {
    out.append(",\"addresses\":\(summary.knowsAddresses ? String(addresses) : "null")")
  }

  private static func append(
    _ table: Summary.Table, of summary: Summary, to out: inout ByteBuffer
  ) {
    out.append(",\"\(table.subject.rawValue)\":{\"groups\":\(table.count),\"top\":[")
    for (index, group) in table.groups.enumerated() {
      out.append(index == 0 ? "{" : ",{")
      append(group, of: table.subject, to: &out)
      out.append("\"hits\":\(group.hits)")
      append(group.hits, group.addresses, of: summary, to: &out)
    }
    out.append("],\"rest\":")
    guard let rest = table.rest else { return out.append("null}") }
    out.append("{\"groups\":\(rest.groups),\"hits\":\(rest.hits)")
    append(rest.hits, rest.addresses, of: summary, to: &out)
    out.append("}")
  }

  /// What stands behind hits, and the end of their object.
  private static func append(
    _ hits: UInt64, _ addresses: Int, of summary: Summary, to out: inout ByteBuffer
  ) {
    append(addresses: addresses, of: summary, to: &out)
    let share = summary.share(hits: hits, addresses: addresses)
    out.append(",\"share\":\(share?.fraction ?? "null")}")
  }

  /// What tells a group from others, each with a comma behind it.
  private static func append(
    _ group: Summary.Group, of subject: Summary.Subject, to out: inout ByteBuffer
  ) {
    switch subject {
    case .countries:
      append("country", group.name, to: &out)
      append("country_code", group.countryCode, to: &out)
    case .cities:
      append("city", group.name, to: &out)
      append("region", group.region, to: &out)
      append("country_code", group.countryCode, to: &out)
    case .networks:
      out.append("\"asn\":\(group.asn.map { String($0) } ?? "null"),")
      append("network", group.name, to: &out)
    case .timezones: append("timezone", group.name, to: &out)
    }
  }

  private static func append(
    _ name: StaticString, _ text: String?, to out: inout ByteBuffer
  ) {
    out.append("\"")
    out.append(name)
    out.append("\":")
    if let text { JSONText.appendString(text, to: &out) } else { out.append("null") }
    out.append(",")
  }
}
