internal import IPGeoByteStreams
internal import IPGeoMaxMind
internal import IPGeoRecords

/// What `ipgeo database` says of a file.
struct DatabaseReport {
  let path: String
  /// The file's bytes.
  let size: Int
  let metadata: MaxMindMetadata
  let survey: DatabaseSurvey

  /// A description is no longer than that on a terminal, in characters.
  private static let longest = 200

  /// Lines for people; what the file says of itself can neither hide nor act.
  func text(isUnicode: Bool) -> String {
    func shown(_ text: String) -> String {
      ShownText.escape(VisibleText.escape(text, limit: Self.longest), isUnicode: isUnicode)
    }
    let nodes = "\(metadata.nodeCount.groupedDigits) nodes of \(metadata.recordSize)-bit records"
    let facts = [
      ("file", shown(path)), ("size", "\(size.groupedDigits) bytes"),
      ("type", shown(metadata.databaseType)),
      ("description", shown(description ?? "")), ("built", builtAt ?? ""),
      ("format", "2.\(metadata.minorVersion)"),
      ("addresses", metadata.ipVersion == 6 ? "IPv4 and IPv6" : "IPv4 only"), ("tree", nodes),
      ("networks", survey.networks.groupedDigits), ("records", survey.records.groupedDigits),
      ("languages", shown(metadata.languages.joined(separator: ", "))),
    ]
    var lines = facts.map { name, value in
      let pad = String(repeating: " ", count: 13 - name.count)
      return value.isEmpty ? name + pad + "not told" : name + pad + value
    }
    lines += fieldLines(shown)
    return lines.map { $0 + "\n" }.joined()
  }

  private func fieldLines(_ shown: (String) -> String) -> [String] {
    let rows =
      [("field", "type", "records")]
      + survey.fields.map { field in
        let path = field.keys.isEmpty ? "(the record itself)" : field.path
        let types = field.types.map(\.description).joined(separator: " or ")
        return (shown(path), types, field.records.groupedDigits)
      }
    if rows.count == 1 { return [] }
    let widths = (
      rows.map { DisplayWidth.of($0.0) }.max() ?? 0, rows.map(\.1.count).max() ?? 0,
      rows.map(\.2.count).max() ?? 0
    )
    func blanks(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
    var lines = rows.map { path, types, records in
      path + blanks(widths.0 - DisplayWidth.of(path) + 2)
        + types + blanks(widths.1 - types.count + 2 + widths.2 - records.count) + records
    }
    if !survey.hasAllFields { lines.append("There are more fields, too many or too long to list.") }
    return [""] + lines
  }

  /// The description in English, else in the first of its languages.
  private var description: String? {
    metadata.descriptions["en"] ?? metadata.descriptions.min { $0.key < $1.key }?.value
  }

  /// When it was built, as RFC 3339 has it.
  var builtAt: String? {
    guard let seconds = metadata.builtAt else { return nil }
    var out = ByteBuffer(capacity: 32)
    RFC3339.append(seconds, to: &out)
    return String(decoding: out.bytes, as: UTF8.self)
  }
}

/// What `ipgeo database --verify` says of a sound file.
struct VerificationReport {
  let path: String
  let type: String
  let verification: Verification

  /// A line for people.
  func text(isUnicode: Bool) -> String {
    let shown = ShownText.escape(path, isUnicode: isUnicode)
    func counted(_ count: Int, _ noun: String) -> String {
      "\(count.groupedDigits) \(noun)\(count == 1 ? "" : "s")"
    }
    return "\(shown): no fault in \(counted(verification.nodes, "node")), "
      + "\(counted(verification.networks, "network")) and "
      + "\(counted(verification.records, "record"))\n"
  }
}
