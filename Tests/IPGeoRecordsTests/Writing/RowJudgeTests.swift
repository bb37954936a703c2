import Foundation
import IPGeoCore
import IPGeoRecords
import Testing

@Suite struct RowJudgeTests {
  private static let fields: [Field] = [.ip, .country, .city, .isp, .latitude, .file, .asn, .zip]

  @Test(arguments: [RowFormat.csv, .tsv])
  func `any text survives the way through separated values`(format: RowFormat) throws {
    var numbers = SeededNumbers(seed: 41)
    let renderer = RowRenderer(fields: Self.fields, format: format)
    for _ in 0..<3_000 {
      let (cells, bytes) = randomRow(&numbers, renderer, allowingNUL: true)
      let read = readSeparated(bytes, delimiter: format == .csv ? 0x2C : 0x09)
      #expect(read == [cells.map { Array($0.utf8) }])
    }
  }

  @Test func `any bytes survive as the address of an invalid record`() {
    var numbers = SeededNumbers(seed: 42)
    let renderer = RowRenderer(fields: [.ip, .status], format: .csv)
    for _ in 0..<5_000 {
      let text = (0..<Int.random(in: 0...70, using: &numbers)).map { _ in
        UInt8.random(in: 0...255, using: &numbers)
      }
      let bytes = row(renderer, TestRecord(bytes: text), .invalid(.notAnAddress))
      #expect(readSeparated(bytes, delimiter: 0x2C) == [[text, Array("invalid".utf8)]])
    }
  }

  @Test(arguments: [RowFormat.csv, .tsv, .jsonl])
  func `every byte at every place of an address survives`(format: RowFormat) throws {
    let renderer = RowRenderer(fields: [.ip, .status], format: format)
    for length in 1...33 {
      for place in 0..<length {
        for byte: UInt8 in [0x00, 0x09, 0x0A, 0x0D, 0x20, 0x22, 0x2C, 0x5C, 0x7F, 0x80, 0xFF, 0x41]
        {
          var text = [UInt8](repeating: 0x31, count: length)
          text[place] = byte
          let bytes = row(renderer, TestRecord(bytes: text), .invalid(.notAnAddress))
          if format == .jsonl {
            let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: String]
            #expect(object?["ip"] == String(decoding: text, as: UTF8.self))
          } else {
            let read = readSeparated(bytes, delimiter: format == .csv ? 0x2C : 0x09)
            #expect(read == [[text, Array("invalid".utf8)]])
          }
        }
      }
    }
  }

  @Test(arguments: [(RowFormat.csv, ","), (.tsv, "\\t")])
  func `Python's csv module reads the same cells`(format: RowFormat, delimiter: String) throws {
    let (expected, bytes) = randomRows(format)
    let program = """
      import csv, json, sys
      with open(sys.argv[1], newline='', encoding='utf-8') as f:
          print(json.dumps(list(csv.reader(f, delimiter='\(delimiter)', strict=True))))
      """
    guard let data = try python(program, input: bytes) else { return }
    let read = try JSONSerialization.jsonObject(with: data) as? [[String]]
    #expect(read?.count == expected.count)
    for (one, other) in zip(read ?? [], expected) {
      #expect(one.map { Array($0.utf8) } == other.map { Array($0.utf8) })
    }
  }

  @Test func `Python's json module reads the same members in the same order`() throws {
    let (expected, bytes) = randomRows(.jsonl)
    let program = """
      import json, sys
      rows = [json.loads(l, object_pairs_hook=list) for l in open(sys.argv[1], 'rb').read().split(b'\\n')[:-1]]
      assert all([k for k, v in r] == [k for k, v in rows[0]] for r in rows)
      print(json.dumps([['' if v is None else str(v) for k, v in r] for r in rows]))
      """
    guard let data = try python(program, input: bytes) else { return }
    let read = try JSONSerialization.jsonObject(with: data) as? [[String]]
    #expect(read?.count == expected.count)
    for (one, other) in zip(read ?? [], expected) {
      #expect(one.map { Array($0.utf8) } == other.map { Array($0.utf8) })
    }
  }

  @Test(arguments: [RowFormat.csv, .tsv, .jsonl])
  func `the same answers give the same bytes`(format: RowFormat) {
    #expect(randomRows(format).bytes == randomRows(format).bytes)
  }

  private func randomRows(_ format: RowFormat) -> (cells: [[String]], bytes: [UInt8]) {
    var numbers = SeededNumbers(seed: 43)
    let renderer = RowRenderer(fields: Self.fields, format: format)
    var all: (cells: [[String]], bytes: [UInt8]) = ([], [])
    for _ in 0..<600 {
      let (cells, bytes) = randomRow(&numbers, renderer, allowingNUL: false)
      all.cells.append(cells)
      all.bytes += bytes
    }
    return all
  }

  private func randomRow(
    _ numbers: inout SeededNumbers, _ renderer: RowRenderer, allowingNUL: Bool
  ) -> (cells: [String], bytes: [UInt8]) {
    var location = Location()
    location.country = randomText(&numbers, allowingNUL: allowingNUL)
    location.city = randomText(&numbers, allowingNUL: allowingNUL)
    location.isp = randomText(&numbers, allowingNUL: allowingNUL)
    location.zip = randomText(&numbers, allowingNUL: allowingNUL)
    location.latitude = Double(Int.random(in: -90_000...90_000, using: &numbers)) / 1000 + 0.0005
    location.asn = UInt32.random(in: 1 ... .max, using: &numbers)
    var record = TestRecord(randomText(&numbers, allowingNUL: allowingNUL))
    record.file = randomText(&numbers, allowingNUL: allowingNUL)
    let cells = [
      String(decoding: record.text, as: UTF8.self), location.country, location.city, location.isp,
      location.latitude?.description, record.file, location.asn?.description, location.zip,
    ]
    return (cells.map { $0 ?? "" }, row(renderer, record, facts(located: location)))
  }

  private func randomText(_ numbers: inout SeededNumbers, allowingNUL: Bool) -> String {
    let pieces = [
      ",", "\t", "\"", "\n", "\r", "\r\n", " ", "'", "\\", "a", "São", "😀", "e\u{301}", "\u{2028}",
      "=", ";", "\u{1}", "\u{7F}", allowingNUL ? "\u{0}" : "0", "null", "\u{FEFF}",
    ]
    let count = Int.random(in: 0...6, using: &numbers)
    let text = (0..<count).map { _ in pieces.randomElement(using: &numbers) ?? "" }.joined()
    // A byte order mark at the very start of a file belongs to the file, not to the cell.
    return text.hasPrefix("\u{FEFF}") ? "x" + text : text
  }
}
