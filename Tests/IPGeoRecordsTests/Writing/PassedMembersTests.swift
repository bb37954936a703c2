import Foundation
import IPGeoCore
import IPGeoRecords
import Testing

@Suite struct PassedMembersTests {
  private let ours = #"{"ip":"8.8.8.8","city":"Oslo"}"#

  @Test(
    arguments: [
      (#"{"a":1}"#, false, 1, #"{"a":1,"geo":"#, "}"), ("{}", true, 1, #"{"geo":"#, "}"),
      ("{ }", true, 1, #"{ "geo":"#, "}"),
      (#" {"geo" : {} } "#, false, 2, #" {"geo" : {} ,"geo_2":"#, "} "),
      (#"{"a":"}"}"# + "\t", false, 17, #"{"a":"}","geo_17":"#, "}\t"),
    ] as [(String, Bool, UInt32, String, String)])
  func `puts one object behind the caller's members`(
    record: String, isEmpty: Bool, number: UInt32, before: String, behind: String
  ) {
    let row = passedText(
      passingMembers(), record, passage: .members(isEmpty: isEmpty, nestNumber: number))
    #expect(row == before + ours + behind + "\n")
  }

  @Test(arguments: ["", "not { JSON }", "\"8.8.8.8\"", "[1]"])
  func `writes our object alone where no object passes`(record: String) {
    #expect(passedText(passingMembers(), record) == #"{"geo":"# + ours + "}\n")
    // What the finder says and what stands there need not agree.
    let row = passedText(
      passingMembers(), record + "x", passage: .members(isEmpty: false, nestNumber: 1))
    #expect(row == #"{"geo":"# + ours + "}\n")
  }

  @Test func `ends a row as its record does`() {
    let passage = Passage.members(isEmpty: true, nestNumber: 1)
    let row = #"{"geo":"# + ours + "}"
    for (end, bytes) in [
      (LineEnd.none, "\n"), (.feed, "\n"), (.returnFeed, "\r\n"), (.carriageReturn, "\r"),
    ] {
      #expect(passedText(passingMembers(), "{}", passage: passage, lineEnd: end) == row + bytes)
    }
  }

  @Test func `escapes the name of our object`() {
    #expect(
      passedText(passingMembers(nest: "a\"\\\n"), "") == #"{"a\"\\\n":"# + ours + "}\n")
  }

  @Test func `keeps the line beside our columns`() {
    let whole = Array("8.8.8.8 \"x\", y".utf8) + [0xFF]
    let fields: [Field] = [.city, .record]
    #expect(
      passedRow(.usual(.csv), whole, fields: fields)
        == Array("Oslo,\"8.8.8.8 \"\"x\"\", y".utf8) + [0xFF] + Array("\"\n".utf8))
    #expect(
      String(decoding: passedRow(.usual(.jsonl), whole, fields: fields), as: UTF8.self)
        == #"{"city":"Oslo","record":"8.8.8.8 \"x\", y\#u{FFFD}"}"# + "\n")
    #expect(passedText(.usual(.jsonl), "", fields: [.record]) == #"{"record":null}"# + "\n")
  }

  @Test func `takes a row with every field of the record`() {
    let fields: [Field] = [
      .ip, .city, .hits, .status, .file, .line, .forwarded, .port, .record,
    ]
    #expect(
      passedText(.usual(.csv), "a line", fields: fields)
        == "8.8.8.8,Oslo,1,located,,,,,a line\n")
    #expect(
      RowRenderer(fields: Field.allCases, format: .csv).segmentCount
        <= PreparedRow.maximumSegmentCount)
  }
}

@Suite struct CellsAsMembersTests {
  private let ours = #""geo":{"ip":"8.8.8.8","city":"Oslo"}}"# + "\n"

  private func style(_ table: TableLayout, nest: String = "geo") -> RowStyle {
    var style = RowStyle.usual(.jsonl)
    style.passing = .cellsAsMembers(table)
    style.nest = nest
    return style
  }

  @Test func `writes the cells as strings by column`() {
    let style = style(table("ip;\"no\"\"te\";n", delimiter: ";"))
    #expect(
      passedText(style, "8.8.8.8;\"a \"\"b\"\"; c\n\";007", lineEnd: .returnFeed)
        == #"{"ip":"8.8.8.8","no\"te":"a \"b\"; c\n","n":"007","# + ours)
    #expect(
      passedText(style, "\"x\"y\"z;;\"open;") == #"{"ip":"xy\"z","no\"te":"","n":"open;","# + ours)
  }

  @Test func `says null of absent cells and numbers those beyond the header`() {
    let style = style(table("a,column_4,b"))
    #expect(passedText(style, "1") == #"{"a":"1","column_4":null,"b":null,"# + ours)
    #expect(
      passedText(style, "1,2,3,4,5")
        == #"{"a":"1","column_4":"2","b":"3","column_4_2":"4","column_5":"5","# + ours)
    #expect(passedText(style, "") == #"{"a":"","column_4":null,"b":null,"# + ours)
  }

  @Test(arguments: [
    ("ip,ip,ip", ["ip", "ip_2", "ip_3"]), ("ip,ip,ip_2", ["ip", "ip_3", "ip_2"]),
    ("ip,IP", ["ip", "IP"]), (",,a", ["column_1", "column_2", "a"]),
    ("column_2,,b", ["column_2", "column_2_2", "b"]), ("é,e\u{301}", ["é", "e\u{301}"]),
  ])
  func `gives each column a key of its own`(header: String, keys: [String]) {
    let style = style(table(header))
    let cells = keys.indices.map { "\($0)" }
    let members = zip(keys, cells).map { #""\#($0)":"\#($1)","# }.joined()
    #expect(passedText(style, cells.joined(separator: ",")) == "{" + members + ours)
  }

  @Test func `gives our object a key of its own`() {
    let style = style(table("geo,geo_2,ip"))
    #expect(passedText(style, "1,2,3").contains(#""ip":"3","geo_3":{"ip""#))
    let odd = self.style(table("ip"), nest: "column_2")
    #expect(
      passedText(odd, "1,2").hasPrefix(#"{"ip":"1","column_2_2":"2","column_2":{"#))
  }

  @Test func `is valid JSON whatever the bytes`() throws {
    let style = style(table("a,b"))
    let row = passedRow(style, [0xFF, 0x2C, 0xC3, 0x28, 0x00])
    #expect(
      String(decoding: row, as: UTF8.self)
        == "{\"a\":\"\u{FFFD}\",\"b\":\"\u{FFFD}(\\u0000\"," + ours)
  }

  @Test func `names many equal columns in good time`() throws {
    let count = 200_000
    let style = style(
      TableLayout(
        delimiter: 0x2C, header: nil, names: Array(repeating: "x", count: count),
        addressColumn: 0))
    let row = passedRow(style, Array("1".utf8))
    #expect(String(decoding: row, as: UTF8.self).contains("\"x_\(count)\":null,\"geo\""))
  }
}
