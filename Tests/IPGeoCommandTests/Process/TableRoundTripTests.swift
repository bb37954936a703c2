import Foundation
import Testing

/// Cutting our columns off gives the records of any table back, byte for byte.
@Suite struct TableRoundTripTests {
  private static let ours = 18
  private static let records = 2000

  /// A run over a table, from a file or a pipe.
  private func run(
    _ table: RandomTable, throughPipe: Bool, in scene: Scene
  ) async throws -> (result: RunResult, summary: Summary) {
    let name = table.delimiter == 0x09 ? "tab" : String(UnicodeScalar(table.delimiter))
    var arguments =
      [
        "--input-format", "csv", "--ip-field", "\(table.column)", "--max-line",
        "\(table.maximumLine)", "--summary-file", scene.path("summary"), "-q",
      ] + noWait
    if !table.hasSeparatorLine { arguments += ["--delimiter", name] }
    if !table.hasHeader { arguments.append("--no-header") }
    if !throughPipe { arguments.append(try scene.write("table", table.bytes)) }
    let result = try await scene.batch(
      arguments, input: throughPipe ? .bytes(table.bytes) : .null, deadline: 120)
    return (result, try Summary(try scene.read("summary")))
  }

  @Test(arguments: 1...8) func `any table comes back, by a second parser`(seed: Int) async throws {
    try await withScene { scene in
      let table = RandomTable(seed: UInt64(seed), records: Self.records, isSound: seed > 6)
      let (result, summary) = try await run(table, throughPipe: seed.isMultiple(of: 2), in: scene)
      #expect(result.end == .exit(0), "\(result.errors)")
      let wanted = ReferenceTable(
        table.bytes, from: table.start, delimiter: table.delimiter, maximum: table.maximumLine
      ).records
      let rows = ReferenceTable(result.output, delimiter: table.delimiter).records
      #expect(summary.holds && summary.records == wanted.count - (table.hasHeader ? 1 : 0))
      #expect(rows.count == wanted.count)
      let columns = wanted.first?.cells.count ?? 0
      let usualEnd = wanted.first.map { $0.lineEnd.isEmpty ? [0x0A] : $0.lineEnd } ?? []
      for (number, (row, record)) in zip(rows, wanted).enumerated() {
        let fault = fault(row, record, table, columns: columns, usualEnd: usualEnd)
        if let fault, number > 0 || !table.hasHeader {
          Issue.record("record \(number): \(fault) \(show(record.bytes)) \(show(row.bytes))")
          break
        }
      }
    }
  }

  /// What is wrong with a record's row.
  private func fault(
    _ row: ReferenceTable.Record, _ record: ReferenceTable.Record, _ table: RandomTable,
    columns: Int, usualEnd: [UInt8]
  ) -> String? {
    let missing = max(0, columns - record.cells.count)
    guard row.cells.count == record.cells.count + missing + Self.ours, !row.isOpen else {
      return "\(row.cells.count) cells for \(record.cells.count)"
    }
    let front = row.bytes[..<(row.starts[row.cells.count - Self.ours] - 1)]
    let padding = [UInt8](repeating: table.delimiter, count: missing)
    if Array(front) != record.bytes + (record.isOpen ? [0x22] : []) + padding {
      return "other bytes"
    }
    if row.lineEnd != (record.lineEnd.isEmpty ? usualEnd : record.lineEnd) { return "line end" }
    let reason = String(decoding: row.cells[row.cells.count - Self.ours + 2], as: UTF8.self)
    if record.isTooLong != (reason == "line-too-long") { return reason }
    return record.isTooLong || record.isOpen == (reason == "unclosed-quote") ? nil : reason
  }

  private func show(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix(300), as: UTF8.self).debugDescription
  }

  @Test(arguments: 11...14) func `a sound table comes back, by Python's csv`(
    seed: Int
  ) async throws {
    try await withScene { scene in
      let table = RandomTable(seed: UInt64(seed), records: Self.records, isSound: true)
      let (result, summary) = try await run(table, throughPipe: seed.isMultiple(of: 2), in: scene)
      #expect(result.end == .exit(0), "\(result.errors)")
      let input = try scene.write("input", table.bytes[table.start...])
      let output = try scene.write("output", result.output)
      let program = """
        import csv, sys
        csv.field_size_limit(1 << 24)
        def read(path):
          # Older readers refuse NULs.
          with open(path, "rb") as file: text = file.read().decode("latin-1").replace("\\0", "\\1")
          with open(path, "w", newline="", encoding="latin-1") as file: file.write(text)
          with open(path, newline="", encoding="latin-1") as file:
            rows = csv.reader(file, delimiter=chr(\(table.delimiter)))
            return [row for row in rows if len(row) > 1 or row and row[0].strip(" \\t\\1\\v\\f")]
        wanted, rows = read(sys.argv[1]), read(sys.argv[2])
        assert len(wanted) == len(rows), (len(wanted), len(rows))
        for number, (record, row) in enumerate(zip(wanted, rows)):
          record += [""] * (len(wanted[0]) - len(record))
          assert row[:-\(Self.ours)] == record, (number, record, row)
        print(len(rows))
        """
      guard let said = try await scene.python(program, [input, output]) else { return }
      #expect(said.end == .exit(0), "\(said.errors)")
      #expect(said.text == "\(summary.records + (table.hasHeader ? 1 : 0))\n")
    }
  }
}

extension Scene {
  /// Runs a Python program to its end; `nil` where there is no Python.
  func python(_ program: String, _ arguments: [String]) async throws -> RunResult? {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") else { return nil }
    return try await start(program: "/usr/bin/python3", ["-c", program] + arguments).result()
  }
}
