import IPGeoCore
import IPGeoRecords
import Testing

@Suite struct PassedCellsTests {
  private let style = passingCells(table("ip,a,b"))

  @Test func `writes the caller's cells as they stand, then ours`() {
    let record = #"8.8.8.8, "x" ,"a ""b"", c""#
    #expect(
      passedText(style, record, passage: .cells(count: 3, isOpen: false))
        == record + ",8.8.8.8,Oslo\n")
  }

  @Test func `fills up a short row and leaves a long one as it is`() {
    let table: [(String, UInt32, String)] = [
      ("8.8.8.8,1", 2, "8.8.8.8,1,,8.8.8.8,Oslo\n"),
      ("1.1.1.1,1,2,3", 4, "1.1.1.1,1,2,3,8.8.8.8,Oslo\n"),
      ("9.9.9.9", 1, "9.9.9.9,,,8.8.8.8,Oslo\n"),
      ("", 1, ",,,8.8.8.8,Oslo\n"), ("", 0, ",,,8.8.8.8,Oslo\n"),
    ]
    for (record, count, row) in table {
      #expect(passedText(style, record, passage: .cells(count: count, isOpen: false)) == row)
    }
  }

  @Test func `closes a quote that nothing closes`() {
    #expect(
      passedText(style, "8.8.8.8,\"x,\n", passage: .cells(count: 2, isOpen: true))
        == "8.8.8.8,\"x,\n\",,8.8.8.8,Oslo\n")
  }

  @Test func `cuts a record itself that came without its cells`() {
    #expect(passedText(style, "a,\"b,c") == "a,\"b,c\",,8.8.8.8,Oslo\n")
  }

  @Test func `ends a row as its record does`() {
    let cells = Passage.cells(count: 3, isOpen: false)
    for (end, bytes) in [(LineEnd.feed, "\n"), (.returnFeed, "\r\n"), (.carriageReturn, "\r")] {
      #expect(
        passedText(style, "a,b,c", passage: cells, lineEnd: end) == "a,b,c,8.8.8.8,Oslo" + bytes)
    }
    #expect(passedText(style, "a,b,c", passage: cells, lineEnd: .none).hasSuffix("Oslo\n"))
    let crlf = passingCells(table("ip,a,b", lineEnd: .returnFeed))
    #expect(passedText(crlf, "a,b,c", passage: cells, lineEnd: .none).hasSuffix("Oslo\r\n"))
    let none = passingCells(table("ip,a,b", lineEnd: .none))
    #expect(passedText(none, "a,b,c", passage: cells, lineEnd: .none).hasSuffix("Oslo\n"))
    #expect(headerText(none).hasSuffix("geo_city\n"))
  }

  @Test func `puts our names with their prefix behind the caller's header`() {
    #expect(headerText(style) == "ip,a,b,geo_ip,geo_city\n")
    let odd = passingCells(
      table("\"ip\"; a ;\"b", delimiter: ";", lineEnd: .returnFeed), prefix: "g;")
    #expect(headerText(odd) == "\"ip\"; a ;\"b\";\"g;ip\";\"g;city\"\r\n")
  }

  @Test func `names the columns of a table without header`() {
    let bare = TableLayout(
      delimiter: 0x09, header: nil, names: ["column_1", "column_2"], addressColumn: 0)
    #expect(headerText(passingCells(bare)) == "column_1\tcolumn_2\tgeo_ip\tgeo_city\n")
  }

  @Test(arguments: [";", "|", "\t", ":", "8", ".", "O", "-"] as [Character])
  func `quotes our cells with respect to the caller's delimiter`(delimiter: Character) {
    let fields: [Field] = [.ip, .city, .latitude, .isProxy, .line, .hits, .lookedUpAt]
    let style = passingCells(table("ip", delimiter: delimiter))
    var record = TestRecord("8.8.8.8\(delimiter)x")
    record.whole = [0x61]
    record.passage = .cells(count: 1, isOpen: false)
    record.line = 80
    var answer = cityFacts("Os\(delimiter)lo")
    answer.location?.latitude = -8.5
    answer.location?.isProxy = true
    let bytes = row(RowRenderer(fields: fields, style: style), record, answer)
    let cells = LenientCells(bytes.dropLast(), delimiter: style.delimiter)
    #expect(
      cells.texts.map { String(decoding: $0, as: UTF8.self) }
        == [
          "a", "8.8.8.8\(delimiter)x", "Os\(delimiter)lo", "-8.5", "true", "80", "1",
          "2026-11-30T02:03:04Z",
        ])
  }

  @Test func `leaves an only cell of ours empty`() {
    #expect(
      passedText(
        style, "a,b,c", fields: [.region], passage: .cells(count: 3, isOpen: false)) == "a,b,c,\n")
  }

  @Test func `writes a row of any of our fields`() {
    #expect(
      passedText(
        style, "a,b,c", fields: [.city, .record, .ip, .hits],
        passage: .cells(count: 3, isOpen: false)) == "a,b,c,Oslo,\"a,b,c\",8.8.8.8,1\n")
  }

  @Test func `writes cells anew for another delimiter`() {
    var style = RowStyle.usual(.tsv)
    style.passing = .recutCells(table("ip;a\tb;\"c;d\"", delimiter: ";"))
    style.prefix = "geo_"
    #expect(headerText(style) == "ip\t\"a\tb\"\t\"c;d\"\tgeo_ip\tgeo_city\n")
    #expect(
      passedText(style, "8.8.8.8;x\ty;\"007\"", lineEnd: .returnFeed)
        == "8.8.8.8\t\"x\ty\"\t\"007\"\t8.8.8.8\tOslo\r\n")
    #expect(passedText(style, "a\"b;\"q\"r\"") == "\"a\"\"b\"\t\"qr\"\"\"\t\t8.8.8.8\tOslo\n")
    #expect(passedText(style, "1;\"open;\"\"") == "1\t\"open;\"\"\"\t\t8.8.8.8\tOslo\n")
  }

  @Test func `stands alone where the format has no place for what shall pass`() {
    var members = RowStyle.usual(.csv)
    members.passing = .members
    #expect(passedText(members, "{}") == "8.8.8.8,Oslo\n")
    var cells = RowStyle.usual(.jsonl)
    cells.passing = .cells(table("ip"))
    #expect(passedText(cells, "a") == #"{"ip":"8.8.8.8","city":"Oslo"}"# + "\n")
  }
}
