import IPGeoCore
import IPGeoRecords
import Testing

@Suite struct SafeCellsTests {
  private func style(_ table: TableLayout = table("ip,a")) -> RowStyle {
    var style = passingCells(table)
    style.isCSVSafe = true
    return style
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("@x", "'@x"), ("+1", "'+1"), ("-x", "'-x"), ("-", "'-"), ("\tx", "'\tx"),
    ("\u{FF1D}1", "'\u{FF1D}1"), ("\u{FF0B}1", "'\u{FF0B}1"), ("\u{FF0D}1", "'\u{FF0D}1"),
    ("\u{FF20}1", "'\u{FF20}1"), ("\"=1\"", "\"'=1\""), ("\"\r=1\"", "\"'\r=1\""),
    ("\"=HYPERLINK(\"\"x\"\")\"", "\"'=HYPERLINK(\"\"x\"\")\""), ("\"=1\"x", "\"'=1\"x"),
    ("\"\"=1", "\"'\"=1"),
    ("-1-2", "'-1-2"), ("-01", "'-01"), ("-1.", "'-1."), ("-.5", "'-.5"), ("-1e", "'-1e"),
    ("-1 ", "'-1 "), ("\"-1\"\"\"", "\"'-1\"\"\""),
  ])
  func `puts an apostrophe before the text of formulas`(cell: String, safe: String) {
    #expect(passedText(style(), "1,\(cell)") == "1,\(safe),8.8.8.8,Oslo\n")
    #expect(passedText(style(), "\(cell),1") == "\(safe),1,8.8.8.8,Oslo\n")
  }

  @Test(arguments: [
    "-1", "-122.4", "\"-1\"", "-0", "-0.5e+7", "-1E5", "a=1", "", "\"\"", "\"\"\"=1\"\"\"", " =1",
    "1-1", "'=1", "\u{FF1E}1",
  ])
  func `leaves numbers and other text`(cell: String) {
    #expect(passedText(style(), "\(cell),\(cell)") == "\(cell),\(cell),8.8.8.8,Oslo\n")
  }

  @Test func `does not take the end of a cell for the start of another`() {
    #expect(
      passedText(style(table("a,b,c")), "\"x,=1\",\"y\n=2\",z")
        == "\"x,=1\",\"y\n=2\",z,8.8.8.8,Oslo\n")
    #expect(passedText(style(), "1,\"=x") == "1,\"'=x\",8.8.8.8,Oslo\n")
  }

  @Test func `makes the header safe as well`() {
    var style = style(table("=ip,\"@a\""))
    style.prefix = "-"
    #expect(headerText(style) == "'=ip,\"'@a\",'-ip,'-city\n")
  }

  @Test func `makes cells safe that are cut anew`() {
    var style = style(table("ip;a;b", delimiter: ";"))
    style.passing = .recutCells(table("ip;a;b", delimiter: ";"))
    style.delimiter = 0x2C
    #expect(
      passedText(style, "=1,2;\"=3\";-4") == "\"'=1,2\",\"'=3\",-4,8.8.8.8,Oslo\n")
    #expect(passedText(style, "-5;\"=6\"x;") == "-5,'=6x,,8.8.8.8,Oslo\n")
  }

  @Test func `leaves the caller's cells alone unless it is asked for`() {
    #expect(passedText(passingCells(table("ip,a")), "=1,@x") == "=1,@x,8.8.8.8,Oslo\n")
  }

  @Test func `writes for Excel with a mark, CRLF and safe cells`() {
    var style = passingCells(table("ip,a"))
    style.isExcel = true
    #expect(headerText(style) == "\u{FEFF}ip,a,geo_ip,geo_city\r\n")
    for end in [LineEnd.none, .feed, .carriageReturn, .returnFeed] {
      #expect(
        passedText(style, "=1,\"x\ny\"", lineEnd: end) == "'=1,\"x\ny\",8.8.8.8,Oslo\r\n")
    }
  }

  @Test func `writes our columns alone for Excel too`() {
    var style = RowStyle.usual(.csv)
    style.isExcel = true
    #expect(headerText(style) == "\u{FEFF}ip,city\r\n")
    #expect(passedText(style, "", address: "=8.8.8.8") == "'=8.8.8.8,Oslo\r\n")
    let renderer = RowRenderer(fields: [.ip], style: style)
    #expect(appended { renderer.appendMark(to: &$0) } == [0xEF, 0xBB, 0xBF])
    let plain = RowRenderer(fields: [.ip], format: .csv)
    #expect(appended { plain.appendMark(to: &$0) }.isEmpty)
  }

  @Test func `changes nothing of JSON for Excel`() {
    var style = passingMembers()
    style.isExcel = true
    let row = passedText(
      style, #"{"a":"=1"}"#, passage: .members(isEmpty: false, nestNumber: 1))
    #expect(row == #"{"a":"=1","geo":{"ip":"8.8.8.8","city":"Oslo"}}"# + "\n")
    #expect(headerText(style).isEmpty)
  }
}
