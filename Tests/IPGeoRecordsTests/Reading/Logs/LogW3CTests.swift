import Testing

@testable import IPGeoRecords

struct LogW3CTests {
  @Test func `the fields line decides, and may change`() throws {
    let result = try read(
      """
      #Software: Microsoft Internet Information Services 10.0
      #Version: 1.0
      #Date: 2026-01-01 00:00:00
      #Fields: date time s-ip c-ip sc-status
      2026-01-01 00:00:00 192.0.2.1 8.8.8.8 200
      #Fields: date time c-ip s-ip sc-status
      2026-01-01 00:00:01 1.1.1.1 192.0.2.1 200

      # a remark
      2026-01-01 00:00:02 - 192.0.2.1 200
      2026-01-01 00:00:02 ::1%0 192.0.2.1 200
      2026-01-01 00:00:03
      #Fields: date time s-ip
      2026-01-01 00:00:04 192.0.2.1
      8.8.8.8 - - [01/Jan/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 5

      """)
    #expect(
      result.words == [
        "8.8.8.8", "1.1.1.1", "no-address", "::1", "field-missing", "field-missing",
        "field-missing",
      ])
    #expect(result.records.map(\.line) == [5, 7, 10, 11, 12, 14, 15])
    #expect(result.comments == 7)
    #expect(result.blankLines == 1)
    #expect(result.wholes[0] == "2026-01-01 00:00:00 192.0.2.1 8.8.8.8 200")
    #expect(result.dialect?.description == "log (W3C)")
  }

  @Test func `tabs part values where they part the names, or the line`() throws {
    let tabbed = try read("#Fields:\tdate\tcs-user\tc-ip\n1\t\t8.8.8.8\n1\ta b\t1.1.1.1\n1\ta\t\n")
    #expect(tabbed.words.prefix(2) == ["8.8.8.8", "1.1.1.1"])
    #expect(tabbed.words.count == 3)
    let front = try read(
      "#Version: 1.0\n#Fields: date time x-edge-location sc-bytes c-ip cs-method\n"
        + "2026-01-01\t00:00:00\tFRA2 C1\t100\t8.8.8.8\tGET\n")
    #expect(front.words == ["8.8.8.8"])
  }

  @Test func `quotes hold blanks together where the values come out by them`() throws {
    let result = try read(
      """
      #Fields: date cs(User-Agent) c-ip
      1 "a 1.1.1.1 b" 8.8.8.8
      1 "a+b" 8.8.4.4
      1 "a 9.9.9.9
      1 "a b" "c" 1.1.1.1 x

      """)
    #expect(result.words.prefix(3) == ["8.8.8.8", "8.8.4.4", "9.9.9.9"])
    #expect(result.words[3] == "not-an-address")
  }

  static let names: [(String, String)] = [
    ("X-Forwarded-For", "1.1.1.1"), ("cs(X-Forwarded-For)", "1.1.1.1"),
    ("x-forwarded-for", "1.1.1.1"), ("OriginalIP", "9.9.9.9"), ("c-ip", "8.8.8.8"),
    ("3", "1.1.1.1"),
  ]

  @Test(arguments: names)
  func `a field may be named`(_ name: String, _ word: String) throws {
    let text = "#Fields: date c-ip cs(X-Forwarded-For) OriginalIP\n1 8.8.8.8 1.1.1.1 9.9.9.9\n"
    let result = try read(Array(text.utf8), field: name)
    #expect(result.words == [word])
    let detail = name == "3" ? "W3C, field 3" : "W3C, field \(name)"
    #expect(result.dialect?.description == "log (\(detail))")
    let later = try read(Array((text + "#Fields: date\n1 2\n").utf8), field: name)
    #expect(later.words == [word, "field-missing"])
  }

  @Test func `a name that no field has is an error`() throws {
    let text = Array("#Fields: date c-ip\n1 8.8.8.8\n".utf8)
    #expect(
      throws: InputError.layout(.noSuchField(name: "xff", fields: ["date", "c-ip"]))
    ) { try read(text, field: "xff") }
  }

  @Test func `a plus or an escaped blank stands for a blank`() throws {
    for value in ["+8.8.8.8+", "%208.8.8.8", "%25208.8.8.8%20", "8.8.8.8"] {
      let result = try read(
        Array("#Fields: date cs(X-Forwarded-For)\n1 \(value)\n".utf8), field: "X-Forwarded-For")
      #expect(result.words == ["8.8.8.8"], "\(value)")
      #expect(result.records.map(\.spelling) == ["8.8.8.8"])
      #expect(result.records.map(\.text) == [value])
    }
  }

  @Test func `a percent sign at the end of a value is no escape`() throws {
    for value in ["%", "%2", "%25", "%252", "%2520", "+", "%x"] {
      let result = try read(Array("#Fields: date c-ip\n1 \(value)\n".utf8))
      #expect(result.records.count == 1)
    }
  }

  @Test func `a directive in another log is a comment, a remark is none`() throws {
    let line = "8.8.8.8 - - \(combinedRest)\n"
    let result = try read("\(line)#Version: 1.0\n# x\n\(line)#Fields: date c-ip\n1 1.1.1.1\n# x\n")
    #expect(result.words == ["8.8.8.8", "no-address", "8.8.8.8", "1.1.1.1"])
    #expect(result.comments == 3)
  }

  @Test func `a list with such a comment stays a list`() throws {
    #expect(try read("#Fields: address\n8.8.8.8\n").dialect?.format == .list)
    #expect(try read("#Version: 3\n8.8.8.8\n").dialect?.format == .list)
    #expect(try read("# fields: date c-ip\n8.8.8.8\n").dialect?.format == .list)
  }

  @Test func `a long remark is a comment`() throws {
    let long = "#" + String(repeating: "x", count: 500)
    let text = "#Fields: date c-ip\n1 8.8.8.8\n\(long)\n1 1.1.1.1\n"
    let result = try read(Array(text.utf8), maximumLine: 100)
    #expect(result.words == ["8.8.8.8", "1.1.1.1"])
    #expect(result.comments == 2)
    let split = try read(text.utf8.map { [$0] }, maximumLine: 100)
    #expect(split.records == result.records)
    #expect(split.comments == 2)
  }
}
