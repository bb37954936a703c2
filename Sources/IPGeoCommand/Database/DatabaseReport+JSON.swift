internal import IPGeoMaxMind
internal import IPGeoRecords

extension DatabaseReport {
  /// One object in one line; every member is there in any case, and what is not told is null.
  var json: String {
    let descriptions = metadata.descriptions.sorted { $0.key < $1.key }
      .map { PlainJSON.string($0.key) + ":" + PlainJSON.string($0.value) }
    let fields = survey.fields.map { field in
      let types = field.types.map { PlainJSON.string($0.description) }
      return "{\"path\":\(PlainJSON.string(field.path)),\"types\":[\(types.joined(separator: ","))]"
        + ",\"records\":\(field.records)}"
    }
    let type = metadata.databaseType.isEmpty ? "null" : PlainJSON.string(metadata.databaseType)
    let languages = metadata.languages.map(PlainJSON.string)
    return "{\"path\":\(PlainJSON.string(path)),\"size\":\(size),\"type\":\(type)"
      + ",\"description\":{\(descriptions.joined(separator: ","))}"
      + ",\"built_at\":\(builtAt.map(PlainJSON.string) ?? "null")"
      + ",\"format_version\":\"2.\(metadata.minorVersion)\""
      + ",\"ip_version\":\(metadata.ipVersion),\"record_size\":\(metadata.recordSize)"
      + ",\"nodes\":\(metadata.nodeCount),\"networks\":\(survey.networks)"
      + ",\"records\":\(survey.records),\"languages\":[\(languages.joined(separator: ","))]"
      + ",\"fields\":[\(fields.joined(separator: ","))]"
      + ",\"fields_complete\":\(survey.hasAllFields)}\n"
  }
}

extension VerificationReport {
  /// One object in one line.
  var json: String {
    "{\"path\":\(PlainJSON.string(path)),\"type\":\(PlainJSON.string(type)),\"verified\":true"
      + ",\"nodes\":\(verification.nodes),\"networks\":\(verification.networks)"
      + ",\"records\":\(verification.records)}\n"
  }
}

/// JSON that a terminal can be shown as it is.
private enum PlainJSON {
  /// A string with its quotes, in which also what RFC 8259 lets stand is escaped where it could hide
  /// or act.
  static func string(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case " "..."~": out.unicodeScalars.append(scalar)
      default:
        let own = String(scalar)
        out += VisibleText.escape(own) == own ? own : escape(own)
      }
    }
    return out + "\""
  }

  private static func escape(_ text: String) -> String {
    text.utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}
