import Foundation
import Testing

/// Why a text is no CSV as RFC 4180 has it, or no table.
struct TableError: Error, CustomStringConvertible {
  var description: String
}

/// A header and rows, read by readers that know nothing of the command.
struct Table {
  var header: [String]
  var cells: [[String]]

  /// Reads CSV strictly: quotes only around a whole cell, equal numbers of cells, a line end after
  /// the last row.
  init(csv text: String, delimiter: Character = ",") throws {
    var records = try Self.records(text, delimiter: Array(String(delimiter).utf8))
    if records.isEmpty { throw TableError(description: "no header") }
    header = records.removeFirst()
    cells = records
    for (index, record) in records.enumerated() where record.count != header.count {
      throw TableError(
        description: "row \(index + 1) has \(record.count) cells, not \(header.count): \(record)")
    }
  }

  /// A column's cells; empty when there is none of that name.
  subscript(name: String) -> [String] {
    guard let index = header.firstIndex(of: name) else { return [] }
    return cells.map { $0[index] }
  }

  /// `status`, and `/` and the reason where there is one.
  var verdicts: [String] {
    zip(self["status"], self["reason"]).map { $1.isEmpty ? $0 : "\($0)/\($1)" }
  }

  static func records(_ text: String, delimiter: [UInt8]) throws -> [[String]] {
    let bytes = Array(text.utf8)
    guard delimiter.count == 1 else { throw TableError(description: "delimiter") }
    var records: [[String]] = []
    var record: [String] = []
    var index = 0
    func at(_ position: Int) -> UInt8? { position < bytes.count ? bytes[position] : nil }
    while index < bytes.count {
      var cell: [UInt8] = []
      if at(index) == 0x22 {
        index += 1
        while true {
          guard let byte = at(index) else { throw TableError(description: "unclosed quote") }
          index += 1
          if byte != 0x22 {
            cell.append(byte)
          } else if at(index) == 0x22 {
            cell.append(0x22)
            index += 1
          } else {
            break
          }
        }
      } else {
        while let byte = at(index), byte != delimiter[0], byte != 0x0A, byte != 0x0D {
          if byte == 0x22 { throw TableError(description: "a quote inside an unquoted cell") }
          cell.append(byte)
          index += 1
        }
      }
      guard let decoded = String(validating: cell, as: UTF8.self) else {
        throw TableError(description: "no UTF-8: \(cell)")
      }
      record.append(decoded)
      if at(index) == delimiter[0] {
        index += 1
        if index == bytes.count { throw TableError(description: "no line end at the end") }
        continue
      }
      if at(index) == 0x0D { index += 1 }
      guard at(index) == 0x0A else {
        throw TableError(description: "neither delimiter nor line end after \(decoded)")
      }
      index += 1
      records.append(record)
      record = []
    }
    if !record.isEmpty { throw TableError(description: "no line end at the end") }
    return records
  }
}

extension RunResult {
  /// The rows of stdout as CSV.
  var table: Table { get throws { try Table(csv: text) } }

  /// The objects of stdout as JSON lines.
  var objects: [[String: Any]] { get throws { try jsonLines(text) } }
}

/// Reads JSON lines: one object on each, a line end after each.
func jsonLines(_ text: String) throws -> [[String: Any]] {
  if text.isEmpty { return [] }
  guard text.hasSuffix("\n") else { throw TableError(description: "no line end at the end") }
  return try text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map { line in
    guard
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    else { throw TableError(description: "no object: \(line)") }
    return object
  }
}

/// `status` and reason of a JSON row, as `Table.verdicts` has them.
func verdict(_ object: [String: Any]) -> String {
  let status = object["status"] as? String ?? "-"
  guard let reason = object["reason"] as? String else { return status }
  return "\(status)/\(reason)"
}

/// The keys of a JSON object's line in their order.
func orderedKeys(_ line: some StringProtocol) -> [String] {
  String(line).matches(of: /[{,]"([a-z0-9_]+)":/).map { String($0.1) }
}
