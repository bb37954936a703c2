/// A column of a table, or a member of a JSON row.
struct RowColumn: Hashable, Sendable {
  /// What is written of the field.
  enum Content: Hashable, Sendable {
    /// Its own value.
    case own
    /// `success` or `fail`, as the service has it.
    case serviceStatus
    /// Why there is no place, in the service's words where it has some.
    case serviceMessage
    /// Number and name of the autonomous system in one text.
    case autonomousSystem
    /// The region's code behind the country's, where both look like those of ISO 3166-2.
    case isoRegion
    /// Both coordinates in one object, or neither.
    case position
    /// One of both coordinates, where the other is there too.
    case coordinate
    /// The input's name, where it is that of a file.
    case inputPath
    /// The same in every row.
    case constant(String)
  }

  /// The field that it comes of.
  let field: Field
  /// Its name, and before it those of the objects that it stands in.
  let path: [String]
  let content: Content

  init(_ field: Field, _ path: [String], _ content: Content = .own) {
    self.field = field
    self.path = path
    self.content = content
  }

  /// Its name in a table: objects are told by full stops.
  var name: String { path.joined(separator: ".") }

  /// Whether the value belongs to the record and not to the answer about its address.
  var isOfRecord: Bool { (content == .own || content == .inputPath) && field.isOfRecord }

  /// Whether the value belongs to the address and not to the answer that it may share with others.
  var isOfAddress: Bool { content == .own && field.isOfAddress }
}

extension RowSchema {
  /// The columns that show those fields, each once; of JSON rows those of an object together.
  func columns(of fields: [Field], format: RowFormat) -> [RowColumn] {
    // A table for people has our names.
    let schema = format == .table ? .ipgeo : self
    let isJSON = format == .jsonl
    var columns: [RowColumn] = []
    if schema == .ecs, isJSON, !fields.isEmpty {
      columns.append(RowColumn(.status, ["ecs", "version"], .constant(Self.ecsVersion)))
    }
    var seen: Set<[String]> = []
    for field in fields {
      columns += schema.columns(of: field, isJSON: isJSON).filter { seen.insert($0.path).inserted }
    }
    return isJSON ? Self.grouped(columns) : columns
  }

  /// Brings together what stands in one object; else the order stays.
  private static func grouped(_ columns: [RowColumn]) -> [RowColumn] {
    guard columns.contains(where: { $0.path.count > 1 }) else { return columns }
    var first: [[String]: Int] = [:]
    for (index, column) in columns.enumerated() {
      for length in 1...column.path.count where first[Array(column.path.prefix(length))] == nil {
        first[Array(column.path.prefix(length))] = index
      }
    }
    let keys = columns.map { column in
      (1...column.path.count).map { first[Array(column.path.prefix($0))] ?? 0 }
    }
    return columns.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
      .map { columns[$0] }
  }
}
