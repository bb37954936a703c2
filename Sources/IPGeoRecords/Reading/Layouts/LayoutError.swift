/// Why the records of an input cannot be told apart, or the address in them.
public enum LayoutError: Error, Hashable, Sendable {
  /// Several columns or keys could be meant (exit 64).
  case ambiguous(fields: [String])
  /// `--ip-field` names none (exit 64); `fields` are those that there are.
  case noSuchField(name: String, fields: [String])
  /// None holds addresses (exit 65).
  case noAddressField(fields: [String])
  /// Its rows do not go under the header of an earlier input's (exit 65).
  case otherColumns(than: String)
  /// It is text, but not of a format that is read (exit 65): `kind` names it, as `a JSON array`.
  case notRecords(kind: String, advice: String)
  /// It is read for its rows, and they cannot be told.
  case rows(RowsFault)

  /// Whether the command line is at fault (exit 64), not the content (exit 65).
  public var isOfUsage: Bool {
    switch self {
    case .ambiguous, .noSuchField: true
    case .noAddressField, .otherColumns, .notRecords: false
    case .rows(let fault): fault.isOfUsage
    }
  }
}

extension LayoutError {
  /// What is wrong, for people: `two columns could hold the address: ip, client_ip`.
  public var message: String {
    switch self {
    case .ambiguous(let fields):
      "more than one field could hold the address: \(Self.list(fields))"
    case .noSuchField(let name, []):
      "there is no field '\(VisibleText.escape(name))': it was read as a list, whose lines are one"
    case .noSuchField(let name, let fields):
      "there is no field '\(VisibleText.escape(name))'; there are: \(Self.list(fields))"
    case .noAddressField(let fields):
      "no field holds addresses; there are: \(Self.list(fields))"
    case .otherColumns(let first):
      "its columns or delimiter are not those of \(VisibleText.escape(first)), and one output has "
        + "one header"
    case .notRecords(let kind, _): "this is \(kind), which is not read as records"
    case .rows(let fault): fault.message
    }
  }

  /// What helps; `FILE` stands for the input.
  public var advice: String {
    switch self {
    case .ambiguous: "name one with --ip-field NAME or its number"
    case .noSuchField(_, []): "leave --ip-field out, or tell the format with --input-format"
    case .noSuchField: "name one of them, or its number"
    case .noAddressField: "name one with --ip-field, or tell the format with --input-format"
    case .otherColumns: "run them one by one, or with --format jsonl"
    case .notRecords(_, let advice): advice
    case .rows(let fault): fault.advice
    }
  }

  private static let shownFields = 20

  static func list(_ fields: [String]) -> String {
    let shown = fields.prefix(shownFields).map { VisibleText.escape($0, limit: 40) }
    let rest = fields.count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
