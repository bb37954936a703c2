import Testing

@testable import IPGeoRecords

/// A line that is too long is judged by its first 80 bytes, however much of it has come.
struct LongLineTests {
  private static let rest = String(repeating: "y", count: 100)

  private func readBoth(
    _ text: String, _ format: InputFormat
  ) throws -> (whole: ReadResult, pieces: ReadResult) {
    let bytes = Array(text.utf8)
    return (
      try read(bytes, format: format, maximumLine: 40),
      try read(bytes.map { [$0] }, format: format, maximumLine: 40)
    )
  }

  @Test(arguments: [(0, true), (79, true), (80, false), (200, false)])
  func `a long comment of a list starts within them`(blanks: Int, isComment: Bool) throws {
    let line = String(repeating: " ", count: blanks) + "#" + LongLineTests.rest
    let (whole, pieces) = try readBoth("8.8.8.8\n\(line)\n1.1.1.1\n", .list)
    let words = isComment ? ["8.8.8.8", "1.1.1.1"] : ["8.8.8.8", "line-too-long", "1.1.1.1"]
    #expect(whole.words == words)
    #expect(whole.comments == (isComment ? 1 : 0))
    #expect(pieces.isSame(as: whole))
  }

  @Test(arguments: ["#Remark: ", "#Fields: c-ip ", "# "])
  func `a long line of directives is a comment, and names no fields`(start: String) throws {
    let client = "8.8.8.8 - - [01/Jan/2026:00:00:00 +0000]"
    let (whole, pieces) = try readBoth(
      "\(client)\n\(start)\(LongLineTests.rest)\n\(client)\n", .log)
    let isComment = start != "# "
    #expect(
      whole.words
        == (isComment ? ["8.8.8.8", "8.8.8.8"] : ["8.8.8.8", "line-too-long", "8.8.8.8"]))
    #expect(whole.comments == (isComment ? 1 : 0))
    // Pieces are judged before the line has come: what the log is called may differ.
    #expect(pieces.records == whole.records && pieces.comments == whole.comments)
  }

  @Test(arguments: [#"8.8.8.8,a"#, #""8.8.8.8",a"#])
  func `a row behind a hole ends with the CRLF that comes in two`(row: String) throws {
    let hole = String(repeating: "\0", count: 60)
    let options = tableOptions(.csv) {
      $0.addressField = "1"
      $0.hasNoHeader = true
      $0.maximumLine = 40
    }
    let bytes = Array("1.1.1.1,b\r\n\(hole)\(row)\r\n9.9.9.9,c\r\n".utf8)
    let whole = try readTable(bytes, options)
    let pieces = try readTable(pieces: bytes.map { [$0] }, options)
    #expect(whole.records.map(\.end) == [.returnFeed, .returnFeed, .returnFeed])
    #expect(pieces.records == whole.records)
  }

  @Test func `an object behind a hole ends with the CRLF that comes in two`() throws {
    let hole = String(repeating: "\0", count: 60)
    let bytes = Array("{}\r\n\(hole){\"ip\":\"8.8.8.8\"}\r\n{}\r\n".utf8)
    func change(_ options: inout ReadingOptions) { options.maximumLine = 40 }
    let whole = try readJSONLines(bytes, format: .jsonl, field: "ip", change)
    let pieces = try readJSONLines(
      pieces: bytes.map { [$0] }, format: .jsonl, field: "ip", change)
    #expect(whole.records.map(\.lineEnd) == [.returnFeed, .returnFeed, .returnFeed])
    #expect(pieces == whole)
  }
}
