import Foundation
import IPGeoRecords
import Testing

@Suite struct PassedRowsPropertyTests {
  private static let delimiters = Array(",;|\t".utf8)
  private static let fields: [Field] = [.ip, .status, .city]

  private func layout(_ delimiter: UInt8) -> TableLayout {
    TableLayout(delimiter: delimiter, header: nil, names: ["a", "b", "c"], addressColumn: 0)
  }

  private func rows(
    _ delimiter: UInt8, seed: UInt64, _ style: RowStyle
  ) -> [(record: [UInt8], cells: LenientCells, row: [UInt8])] {
    var random = RandomRecords(numbers: SeededNumbers(seed: seed), delimiter: delimiter)
    return (0..<2000).map { _ in
      let record = random.record()
      let cells = LenientCells(record, delimiter: delimiter)
      let row = passedRow(style, record, fields: Self.fields, passage: cells.passage)
      return (record, cells, row)
    }
  }

  private func expected(_ cells: LenientCells) -> [[UInt8]] {
    cells.texts + Array(repeating: [], count: max(0, 3 - cells.texts.count))
      + ["8.8.8.8", "located", "Oslo"].map { Array($0.utf8) }
  }

  @Test(arguments: delimiters)
  func `cutting our cells off gives the record back`(delimiter: UInt8) {
    for (record, cells, row) in rows(delimiter, seed: 1, passingCells(layout(delimiter))) {
      let line = Array(row.dropLast())
      let read = LenientCells(line, delimiter: delimiter)
      #expect(row.last == 0x0A && read.texts == expected(cells))
      guard read.texts.count > Self.fields.count else { continue }
      let end = read.starts[read.texts.count - Self.fields.count] - 1
      let padding = [UInt8](repeating: delimiter, count: max(0, 3 - cells.texts.count))
      #expect(Array(line[..<end]) == record + (cells.isOpen ? [0x22] : []) + padding)
    }
  }

  @Test(arguments: delimiters)
  func `cells cut anew read the same`(delimiter: UInt8) {
    for other in Self.delimiters {
      var style = RowStyle.usual(.csv)
      style.delimiter = other
      style.passing = .recutCells(layout(delimiter))
      for (_, cells, row) in rows(delimiter, seed: 2, style) {
        #expect(LenientCells(row.dropLast(), delimiter: other).texts == expected(cells))
      }
    }
  }

  @Test(arguments: delimiters)
  func `safe cells differ by an apostrophe alone`(delimiter: UInt8) {
    var style = passingCells(layout(delimiter))
    style.isCSVSafe = true
    for (_, cells, row) in rows(delimiter, seed: 3, style) {
      let read = LenientCells(row.dropLast(), delimiter: delimiter).texts
      let wanted = expected(cells)
      guard read.count == wanted.count else {
        Issue.record("\(read.count) cells instead of \(wanted.count)")
        continue
      }
      for (safe, cell) in zip(read, wanted) {
        let isFormula = cell.first.map { Array("=+-@\t\r".utf8).contains($0) } ?? false
        if safe != cell { #expect(isFormula && safe == [0x27] + cell) }
        if safe == cell, isFormula {
          let text = String(decoding: cell, as: UTF8.self)
          #expect(Double(text) != nil && text.hasPrefix("-"), "\(text)")
        }
      }
    }
  }

  @Test(arguments: delimiters)
  func `members hold the text of the cells`(delimiter: UInt8) throws {
    var style = RowStyle.usual(.jsonl)
    style.passing = .cellsAsMembers(layout(delimiter))
    for (_, cells, row) in rows(delimiter, seed: 4, style) {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(row)) as? [String: Any])
      #expect(object.count == max(3, cells.texts.count) + 1)
      for (index, name) in (["a", "b", "c"] + ["column_4", "column_5", "column_6"]).enumerated() {
        let text = cells.texts.indices.contains(index) ? cells.texts[index] : nil
        #expect((object[name] as? String) == text.map { String(decoding: $0, as: UTF8.self) })
        if text == nil, index < 3 { #expect(object[name] is NSNull) }
      }
      #expect((object["geo"] as? [String: String])?["city"] == "Oslo")
    }
  }

  @Test func `Python's csv module reads the caller's cells and ours`() throws {
    let style = passingCells(layout(0x2C))
    var recut = RowStyle.usual(.tsv)
    recut.passing = .recutCells(layout(0x2C))
    for (style, delimiter) in [(style, ","), (recut, "\\t")] {
      let rows = rows(0x2C, seed: 5, style)
      let program = """
        import csv, json, sys
        with open(sys.argv[1], newline="", encoding="latin-1") as file:
          print(json.dumps(list(csv.reader(file, delimiter="\(delimiter)"))))
        """
      guard let data = try python(program, input: rows.flatMap(\.row)) else { return }
      let read = try JSONDecoder().decode([[String]].self, from: data)
      let wanted = rows.map { expected($0.cells).map { String($0.map { Character(.init($0)) }) } }
      #expect(read.count == wanted.count)
      for (read, wanted) in zip(read, wanted) {
        #expect(read.map { Array($0.unicodeScalars) } == wanted.map { Array($0.unicodeScalars) })
      }
    }
  }

  @Test func `cutting our object off gives the record back`() throws {
    var numbers = SeededNumbers(seed: 6)
    let style = passingMembers()
    for _ in 0..<2000 {
      let (members, isEmpty) = randomMembers(&numbers)
      let blanks = ["", " ", "\t ", "\r"].randomElement(using: &numbers) ?? ""
      let number = UInt32.random(in: 1...3, using: &numbers)
      let name = number == 1 ? "geo" : "geo_\(number)"
      let row = passedText(
        style, members + "}" + blanks, fields: Self.fields,
        passage: .members(isEmpty: isEmpty, nestNumber: number))
      let before = members + (isEmpty ? "" : ",") + "\"\(name)\":"
      #expect(row.utf8.starts(with: before.utf8) && row.hasSuffix("}" + blanks + "\n"))
      var object = try #require(
        try JSONSerialization.jsonObject(with: Data(row.utf8)) as? NSDictionary
          as? [String: NSObject])
      let ours = object.removeValue(forKey: name) as? [String: String]
      #expect(ours == ["ip": "8.8.8.8", "status": "located", "city": "Oslo"])
      let own = try JSONSerialization.jsonObject(with: Data((members + "}").utf8))
      #expect(object as NSDictionary == own as? NSDictionary)
    }
  }

  // An object without its last brace, and whether it has no members.
  private func randomMembers(_ numbers: inout SeededNumbers) -> (String, Bool) {
    let values = ["1", "-2.5e3", "null", "true", "\"}\"", "\"a\\\"b\"", "{}", "[{},2]", "\"é\""]
    let count = Int.random(in: 0...4, using: &numbers)
    let members = (0..<count).map { index in
      let blank = Bool.random(using: &numbers) ? " " : ""
      return "\(blank)\"k\(index)\"\(blank):\(values.randomElement(using: &numbers) ?? "1")\(blank)"
    }
    return (
      "{" + (Bool.random(using: &numbers) ? " " : "") + members.joined(separator: ","),
      count == 0
    )
  }
}
