internal import IPGeoAddresses
internal import IPGeoCore
package import IPGeoJSON

// The JSON Schema of rows in JSON lines.
extension RowSchema {
  /// The schema of a row, which is also that of our object beside the caller's members.
  /// - Parameter fields: The fields of the rows, all of which are required; `nil` for any of them.
  /// - Returns: A schema without a name of its own.
  package func document(of fields: [Field]?) -> JSONTree {
    let columns = columns(of: fields ?? Field.allCases, format: .jsonl)
    let leaves = columns.map { PathLeaf(path: $0.path, value: schema(of: $0)) }
    // The schema's own version stands in every row.
    let required = columns.filter { fields != nil || $0.isConstant }.map(\.path)
    let object = PathLeaf.object(of: leaves, required: required)
    let rules = rules(for: columns)
    // A list of none is no schema (JSON Schema 2020-12, core, 10.2.1.1).
    return rules.isEmpty ? object : object.adding(["allOf": .list(rules)])
  }

  /// What a column's values are, whatever the row's status.
  private func schema(of column: RowColumn) -> JSONTree {
    (["description": .text(column.meaning)] as JSONTree).adding(values(of: column))
  }

  private func values(of column: RowColumn) -> JSONTree {
    switch column.content {
    case .constant(let text): ["const": .text(text)]
    case .serviceStatus: .wordSchema(["success", "fail"])
    case .serviceMessage: JSONTree.textSchema.orNull
    case .autonomousSystem: ["type": ["string", "null"]]
    case .isoRegion: ["type": ["string", "null"], "pattern": "^[A-Z]{2}-[A-Z0-9]{1,3}$"]
    case .position: Self.position
    // The service has texts that are empty.
    case .own where self == .ipAPI && column.isServiceText: ["type": ["string", "null"]]
    case .own, .coordinate, .inputPath: column.field.kind.schema
    }
  }

  private static let position: JSONTree = {
    let degrees = [Field.latitude, .longitude].map { field in
      JSONTree.Member(field.name, field.kind.ownSchema)
    }
    return JSONTree.objectSchema(degrees, required: degrees.map(\.name)).orNull
  }()

  // MARK: Rules

  /// What holds of one member where another is as it is.
  private func rules(for columns: [RowColumn]) -> [JSONTree] {
    var rules = Status.allCases.compactMap { status -> JSONTree? in
      guard let condition = condition(status, columns) else { return nil }
      let leaves = columns.compactMap { column in
        demand(on: column, status).map { PathLeaf(path: column.path, value: $0) }
      }
      return leaves.isEmpty ? nil : ["if": condition, "then": PathLeaf.properties(of: leaves)]
    }
    if self == .ipAPI { rules += failRules(columns) + messageRules(columns) }
    return rules
  }

  /// What tells rows of a status; `nil` where the columns do not.
  private func condition(_ status: Status, _ columns: [RowColumn]) -> JSONTree? {
    let leaf: (RowColumn) -> JSONTree?
    switch self {
    case .ipgeo, .ecs:
      leaf = { $0.field == .status && $0.content == .own ? ["const": .text(status.word)] : nil }
    case .ipAPI where status == .located:
      leaf = { $0.content == .serviceStatus ? ["const": "success"] : nil }
    case .ipAPI:
      // Each reason is of one status.
      leaf = {
        $0.field == .reason && $0.content == .own
          ? ["enum": .list(status.reasons.map { .text($0) })] : nil
      }
    }
    for column in columns {
      if let value = leaf(column) { return PathLeaf.presence(of: column.path, value) }
    }
    return nil
  }

  /// What a status demands of a column beyond its type; `nil` for nothing.
  private func demand(on column: RowColumn, _ status: Status) -> JSONTree? {
    let isLocated = status == .located
    switch column.content {
    case .constant: return nil
    case .serviceStatus: return isLocated ? nil : ["const": "fail"]
    case .serviceMessage: return ["type": isLocated ? "null" : "string"]
    case .autonomousSystem: return ["type": isLocated ? "string" : "null"]
    case .isoRegion, .position, .coordinate: return isLocated ? nil : .nothingSchema
    case .own, .inputPath: break
    }
    switch column.field {
    case .reason:
      return isLocated ? .nothingSchema : ["enum": .list(status.reasons.map { .text($0) })]
    case .ip: return status == .invalid ? nil : ["type": "string"]
    case .address: return ["type": status == .invalid ? "null" : "string"]
    case .source:
      if status == .special { return ["const": "local"] }
      return ["type": status == .invalid || status == .failed ? "null" : "string"]
    case .lookedUpAt: return isLocated || status == .unknown ? nil : .nothingSchema
    default:
      if column.isOfRecord || column.field == .status { return nil }
      if !isLocated { return .nothingSchema }
      return self == .ipAPI && column.isServiceText ? ["type": "string"] : nil
    }
  }

  /// What holds of every row that the service's word says has no place, whatever the reason.
  private func failRules(_ columns: [RowColumn]) -> [JSONTree] {
    guard let word = columns.first(where: { $0.content == .serviceStatus }) else { return [] }
    let leaves = columns.compactMap { column -> PathLeaf? in
      switch column.field {
      case .status, .ip, .address, .source, .lookedUpAt: return nil
      case .reason: return PathLeaf(path: column.path, value: ["type": "string"])
      default:
        return column.isOfRecord ? nil : PathLeaf(path: column.path, value: .nothingSchema)
      }
    }
    if leaves.isEmpty { return [] }
    let fails = PathLeaf.presence(of: word.path, ["const": "fail"])
    return [["if": fails, "then": PathLeaf.properties(of: leaves)]]
  }

  /// Which of our reasons the service's messages stand for.
  private func messageRules(_ columns: [RowColumn]) -> [JSONTree] {
    guard let message = columns.first(where: { $0.content == .serviceMessage }),
      let reason = columns.first(where: { $0.field == .reason && $0.content == .own })
    else { return [] }
    var messages: [String] = []
    var reasons: [String: [String]] = [:]
    for status in Status.allCases {
      for word in status.reasons {
        let facts = AnswerFacts(status: status, reason: word)
        guard let text = ServiceMessage.text(of: facts) else { continue }
        if reasons[text] == nil { messages.append(text) }
        reasons[text, default: []].append(word)
      }
    }
    return messages.map { text in
      let words = (reasons[text] ?? []).map { JSONTree.text($0) }
      return [
        "if": PathLeaf.presence(of: reason.path, ["enum": .list(words)]),
        "then": PathLeaf.properties(of: [.init(path: message.path, value: ["const": .text(text)])]),
      ]
    }
  }
}

extension Status {
  /// What the reason of a row with this status may be, in order.
  package var reasons: [String] {
    switch self {
    case .located: return []
    case .special:
      var seen: Set<String> = []
      return SpecialBlock.all.map(\.name).filter { seen.insert($0).inserted }
    case .unknown, .invalid, .failed: return Reason.all(self).map(\.rawValue)
    }
  }

  /// All reasons of rows, of blocks too.
  package static var reasonWords: [String] { allCases.flatMap(\.reasons) }
}

extension RowColumn {
  fileprivate var isConstant: Bool {
    if case .constant = content { true } else { false }
  }

  fileprivate var meaning: String {
    switch content {
    case .own, .coordinate: field.meaning
    case .inputPath: "\(field.meaning); null of standard input"
    case .constant: "version of the Elastic Common Schema"
    case .serviceStatus: "success where there is a place"
    case .serviceMessage: "why there is none, as the service would say it"
    case .autonomousSystem: "autonomous system: number and organisation"
    case .isoRegion: "region code, ISO 3166-2; null where the code looks like none"
    case .position: "degrees north and east, WGS 84"
    }
  }
}

extension Field.Kind {
  /// What values are, or null.
  fileprivate var schema: JSONTree {
    // Every row has one.
    self == .status ? ownSchema : ownSchema.orNull
  }

  fileprivate var ownSchema: JSONTree {
    switch self {
    case .text: .textSchema
    case .address: .addressSchema
    case .network: .networkSchema
    case .degrees(let limit):
      ["type": "number", "minimum": .integer(-limit), "maximum": .integer(limit)]
    case .whole(let range): .wholeSchema(from: range.lowerBound, to: range.upperBound)
    case .flag: .flagSchema
    case .time: .timeSchema
    case .status: .wordSchema(Status.allCases.map(\.word))
    case .reason: .wordSchema(Status.reasonWords)
    }
  }
}
