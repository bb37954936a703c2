internal import IPGeoAddresses
internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoJSON
internal import IPGeoRecords
internal import IPGeoStore

/// Writes a stored answer as a line of JSON.
///
/// Every member is in every line, in the same order; what is not known is `null`.
enum AnswerLine {
  /// Appends the line with its end; nothing for an outcome that no store keeps.
  static func append(_ row: AnswerStore.Row, to out: inout ByteBuffer) {
    let location: Location?
    let reason: Reason?
    switch row.answer.outcome {
    case .located(let found): (location, reason) = (found, nil)
    case .unknown(let why): (location, reason) = (nil, why)
    case .special, .failed: return
    }
    for member in HeadMember.allCases {
      out.append(member == .address ? "{\"" : ",\"")
      out.append(member.rawValue)
      out.append("\":")
      append(member, of: row, reason, to: &out)
    }
    for member in LocationMember.all {
      out.append(",\"")
      out.append(member.name)
      out.append("\":")
      append(member, of: location, to: &out)
    }
    out.append("}\n")
  }

  private static func append(
    _ member: HeadMember, of row: AnswerStore.Row, _ reason: Reason?, to out: inout ByteBuffer
  ) {
    switch member {
    case .address: JSONText.appendString(row.answer.address.description, to: &out)
    case .provider: JSONText.appendString(row.kind.provider, to: &out)
    case .language: JSONText.appendString(row.kind.language, to: &out)
    case .askedAt: RFC3339.appendString(row.answer.askedAt, to: &out)
    case .status: JSONText.appendString(row.answer.outcome.status.word, to: &out)
    case .reason: JSONText.appendStringOrNull(reason?.rawValue, to: &out)
    case .reverseAsked: out.append(row.answer.hasReverse ? "true" : "false")
    }
  }

  private static func append(
    _ member: LocationMember, of location: Location?, to out: inout ByteBuffer
  ) {
    guard let location else { return out.append("null") }
    switch member.value {
    case .text(let path): JSONText.appendStringOrNull(location[keyPath: path], to: &out)
    case .degrees(let path, _):
      if let degrees = location[keyPath: path] {
        JSONText.appendNumber(degrees, to: &out)
      } else {
        out.append("null")
      }
    case .flag(let path):
      out.append(location[keyPath: path].map { $0 ? "true" : "false" } ?? "null")
    case .utcOffset: out.append(location.utcOffset.map { "\($0)" } ?? "null")
    case .asn: out.append(location.asn.map { "\($0)" } ?? "null")
    }
  }
}
