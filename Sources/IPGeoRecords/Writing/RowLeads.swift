/// What stands before each cell of a row, and behind the last one.
struct RowLeads {
  /// The leads, one after the other: the delimiter, or brackets, commas and names of JSON.
  private(set) var bytes: [UInt8] = []
  /// Where each ends in `bytes`.
  private(set) var ends: [Int] = []
  /// What closes a row of JSON.
  private(set) var tail: [UInt8] = []

  /// - Parameters:
  ///   - columns: The columns in order; in JSON those of one object stand together.
  ///   - style: How rows are written.
  ///   - isBehindOthers: Whether cells of the caller's stand before them.
  init(_ columns: [RowColumn], _ style: RowStyle, isBehindOthers: Bool) {
    guard style.format == .jsonl else {
      for index in columns.indices {
        if index > 0 || isBehindOthers { bytes.append(style.delimiter) }
        ends.append(bytes.count)
      }
      return
    }
    var last: [String] = []
    for column in columns {
      bytes += Array(Self.lead(to: column.path, from: last, isFirst: ends.isEmpty).utf8)
      ends.append(bytes.count)
      last = column.path
    }
    let open = max(1, last.count)
    tail = Array(((columns.isEmpty ? "{" : "") + String(repeating: "}", count: open)).utf8)
  }

  /// Closes the objects that the last member stood in and the next one does not, and opens its own.
  private static func lead(to path: [String], from last: [String], isFirst: Bool) -> String {
    let shared = zip(path.dropLast(), last.dropLast()).prefix { $0 == $1 }.count
    var text = isFirst ? "{" : String(repeating: "}", count: max(0, last.count - 1 - shared)) + ","
    for name in path.dropFirst(shared).dropLast() { text += "\"\(name)\":{" }
    return text + "\"\(path.last ?? "")\":"
  }
}
