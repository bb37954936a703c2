import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore
import Testing

@testable import IPGeoRecords

struct AlignedTableTests {
  private func look(width: Int? = nil, isColored: Bool = false) -> TableLook {
    var look = TableLook()
    look.width = width
    look.isColored = isColored
    return look
  }

  private func append(
    _ rows: [[String]], to table: inout AlignedTable, _ out: inout ByteBuffer
  ) {
    let text = rows.map { $0.joined(separator: "\t") + "\n" }.joined()
    Array(text.utf8).withUnsafeBytes { table.append($0, to: &out) }
  }

  private func text(_ out: borrowing ByteBuffer) -> String {
    String(decoding: out.bytes, as: UTF8.self)
  }

  /// What becomes of rows that come at once.
  private func table(
    _ fields: [Field], _ rows: [[String]], hasHeader: Bool = true, _ look: TableLook = TableLook()
  ) -> [String] {
    var table = AlignedTable(fields: fields, hasHeader: hasHeader, look: look)
    var out = ByteBuffer()
    append(rows, to: &table, &out)
    table.finish(to: &out)
    return text(out).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  @Test func `columns are as wide as their texts, names underlined, numbers at the right`() {
    #expect(
      table(
        [.ip, .hits, .city],
        [["8.8.8.8", "5", "Ashburn"], ["2001:db8::1", "12000", ""], ["1.1.1.1", "7", "Łódź"]])
        == [
          "ip            hits  city",
          "-----------  -----  -------",
          "8.8.8.8          5  Ashburn",
          "2001:db8::1  12000",
          "1.1.1.1          7  Łódź",
        ])
  }

  @Test func `wide letters and marks are counted as they are shown`() {
    #expect(
      table(
        [.city, .country], [["東京", "日本"], ["Zu\u{308}rich", "CH"], ["Rom", "IT"]],
        hasHeader: false)
        == ["東京    日本", "Zu\u{308}rich  CH", "Rom     IT"])
  }

  @Test func `without rows the names stand alone, or nothing`() {
    #expect(table([.ip, .city], []) == ["ip  city", "--  ----"])
    #expect(table([.ip, .city], [], hasHeader: false).isEmpty)
  }

  @Test func `a row of blanks is a blank line`() {
    #expect(table([.city], [[""], ["Rom"]], hasHeader: false) == ["", "Rom"])
    #expect(
      table([.city, .country], [["", ""], ["", "IT"]], hasHeader: false) == ["", "   IT"])
  }

  @Test func `before the first row a pause writes nothing; after it, what there is`() {
    var table = AlignedTable(fields: [.ip, .city], hasHeader: true, look: TableLook())
    var out = ByteBuffer()
    table.settle(to: &out)
    #expect(out.count == 0)
    append([["8.8.8.8", "Ashburn"]], to: &table, &out)
    #expect(out.count == 0, "the next row may be wider")
    table.settle(to: &out)
    let first = """
      ip               city
      ---------------  --------------
      8.8.8.8          Ashburn

      """
    #expect(text(out) == first)
    append([["203.0.113.100", "Rom"]], to: &table, &out)
    table.settle(to: &out)
    table.finish(to: &out)
    #expect(text(out) == first + "203.0.113.100    Rom\n")
  }

  @Test func `some hundred rows, or their bytes, are enough to begin`() {
    var table = AlignedTable(fields: [.ip, .city], hasHeader: false, look: TableLook())
    var out = ByteBuffer()
    let row = ["8.8.8.8", "Ashburn"]
    append(Array(repeating: row, count: 199), to: &table, &out)
    #expect(out.count == 0)
    append([row], to: &table, &out)
    #expect(text(out) == String(repeating: "8.8.8.8  Ashburn\n", count: 200))

    var long = AlignedTable(fields: [.ip, .record], hasHeader: false, look: TableLook())
    var lines = ByteBuffer()
    let text = String(repeating: "x", count: 1 << 20)
    append([["8.8.8.8", text]], to: &long, &lines)
    #expect(lines.count == text.utf8.count + 10)
  }

  @Test func `a later cell that is wider pushes the next ones, and only as far as it must`() {
    var table = AlignedTable(
      fields: [.ip, .hits, .city, .country], hasHeader: false, look: TableLook())
    var out = ByteBuffer()
    let usual = ["8.8.8.8", "12", "Rom", "Italy"]
    append(Array(repeating: usual, count: 200), to: &table, &out)
    out.removeAll()
    append(
      [
        ["10.0.0.1000", "7", "Rom", "Italy"], ["8.8.8.8", "5", "Ashburn", "US"],
        ["10.0.0.1", "", "", "Italy"], usual,
      ], to: &table, &out)
    #expect(
      text(out) == """
        10.0.0.1000  7  Rom  Italy
        8.8.8.8   5  Ashburn  US
        10.0.0.1          Italy
        8.8.8.8  12  Rom  Italy

        """)
  }

  @Test func `no column is wider than is good, and nothing is lost`() {
    let long = String(repeating: "x", count: 100)
    let lines = table([.city, .country], [[long, "US"], ["Rom", "IT"]], hasHeader: false)
    #expect(lines == [long + "  US", "Rom" + String(repeating: " ", count: 47) + "IT"])
    let row = table([.ip, .city], [[long, "Rom"], ["8.8.8.8", "Rom"]], hasHeader: false)[1]
    #expect(row == "8.8.8.8" + String(repeating: " ", count: 34) + "Rom")
  }

  @Test func `at a terminal the longest names give way, and cells are cut where they must`() {
    let rows = [
      ["8.8.8.8", "Rome", "Telecom Italia Something"], ["1.1.1.1", "Castrop-Rauxel", "x"],
      ["2.2.2.2", "Rom", "Wind"],
    ]
    #expect(
      table([.ip, .city, .isp], rows, look(width: 36))
        == [
          "ip       city          isp", "-------  ------------  -------------",
          "8.8.8.8  Rome          Telecom Ital…", "1.1.1.1  Castrop-Rauxel  x",
          "2.2.2.2  Rom           Wind",
        ])
    #expect(table([.ip, .city, .isp], rows, look(width: 49)).allSatisfy { !$0.contains("…") })
  }

  @Test func `columns without room are left out, and a sign says that there are more`() {
    let lines = table(
      [.ip, .status, .city, .country],
      [["8.8.8.8", "located", "Rom", "Italy"], ["1.1.1.1", "failed", "", ""]], look(width: 19))
    #expect(
      lines == [
        "ip       status  …", "-------  -------", "8.8.8.8  located …", "1.1.1.1  failed",
      ])
  }

  @Test(arguments: 1...120)
  func `no line is wider than the terminal`(width: Int) {
    let fields = Field.defaults
    let rows = (0..<12).map { row in
      fields.indices.map { column in
        String(repeating: row % 3 == 0 ? "漢" : "ab", count: (row * 7 + column * 5) % 23)
      }
    }
    for line in table(fields, rows, look(width: width)) {
      #expect(DisplayWidth.of(line) <= width || width == 1 && line == "…", "\(line)")
    }
  }

  @Test func `the status is coloured, and columns stand where they stand without`() {
    let rows = ["located", "special", "unknown", "invalid", "failed"].map { [$0, "x"] }
    let plain = table([.status, .ip], rows)
    let colored = table([.status, .ip], rows, look(isColored: true))
    let bare = colored.map {
      $0.replacing("\u{1B}[31m", with: "").replacing("\u{1B}[33m", with: "")
        .replacing("\u{1B}[0m", with: "")
    }
    #expect(bare == plain)
    #expect(colored[6] == "\u{1B}[31mfailed\u{1B}[0m   x")
    #expect(colored.count { $0.contains("\u{1B}") } == 3)
  }

  @Test func `nothing in a rendered row can steer a terminal or be taken for a cell's end`() {
    let renderer = RowRenderer(
      fields: [.ip, .status, .city, .latitude, .record], format: .table)
    var location = Location()
    location.city = "a\tb\u{1B}[2J\u{202E}\u{200B}\n\"c\", \u{7F}"
    location.latitude = -77.5
    let facts = AnswerFacts(status: .located, location: location)
    var segments = ByteBuffer()
    var row = ByteBuffer()
    let prepared = renderer.prepare(facts, into: &segments)
    Array("1.1.1.1\u{7F}\r".utf8).withUnsafeBytes { text in
      renderer.appendRow(
        RecordFacts(text: text, whole: text), segments: segments.bytes, row: prepared, to: &row)
    }
    #expect(
      text(row)
        == "1.1.1.1\\x7F\\r\tlocated\ta\\tb\\x1B[2J\\u{202E}\\u{200B}\\n\"c\", \\x7F\t-77.5\t"
        + "1.1.1.1\\x7F\\r\n")
  }
}
