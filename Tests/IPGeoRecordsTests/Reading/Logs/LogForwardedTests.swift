import Testing

@testable import IPGeoRecords

/// Logs whose first field is an X-Forwarded-For.
struct LogForwardedTests {
  static let lists: [(String, String, String)] = [
    ("10.1.2.3, 8.8.8.8, 192.168.0.1 - -", "10.1.2.3, 8.8.8.8, 192.168.0.1", "8.8.8.8"),
    ("10.1.2.3,8.8.8.8 - -", "10.1.2.3,8.8.8.8", "8.8.8.8"),
    ("10.1.2.3 , 8.8.8.8 - -", "10.1.2.3 , 8.8.8.8", "8.8.8.8"),
    ("8.8.8.8 , 10.0.0.1 - -", "8.8.8.8 , 10.0.0.1", "8.8.8.8"),
    (#""10.1.2.3, 8.8.8.8" - -"#, "10.1.2.3, 8.8.8.8", "8.8.8.8"),
    ("unknown, 8.8.8.8 - -", "unknown, 8.8.8.8", "8.8.8.8"),
    ("www.example.com:443 10.1.2.3, 8.8.8.8 - -", "10.1.2.3, 8.8.8.8", "8.8.8.8"),
    ("Jan  1 00:00:00 web1 nginx: 10.1.2.3, 8.8.8.8 - -", "10.1.2.3, 8.8.8.8", "8.8.8.8"),
    ("10.1.2.3, 192.168.0.1 - -", "10.1.2.3, 192.168.0.1", "10.1.2.3"),
  ]

  @Test(arguments: lists)
  func `the list is one field`(_ head: String, _ text: String, _ word: String) throws {
    let line = "\(head) \(combinedRest)"
    let result = try read("\(line)\n")
    #expect(result.words == [word])
    #expect(result.records.map(\.text) == [text])
    #expect(result.records.map(\.spelling) == [word])
    #expect(result.forwarded == [true])
    #expect(result.wholes == [line])
    #expect(result.dialect?.format == .log)
  }

  @Test func `a word for no address is none, and the next field is not taken`() throws {
    let result = try readLog("unknown 8.8.8.8 - \(combinedRest)\nunknown - - \(combinedRest)\n")
    #expect(result.words == ["no-address", "no-address"])
    #expect(try readLog("unknown 8.8.8.8 - - \(combinedRest)\n").words == ["8.8.8.8"])
  }

  @Test func `a list in a W3C log has plus signs or escapes for its blanks`() throws {
    for value in ["10.1.2.3,+8.8.8.8", "10.1.2.3,%208.8.8.8", "10.1.2.3%2C%208.8.8.8"] {
      let text = "#Fields: date cs(X-Forwarded-For)\n1 \(value)\n"
      let result = try read(Array(text.utf8), field: "X-Forwarded-For")
      #expect(result.words == ["8.8.8.8"])
      #expect(result.records.map(\.text) == [value])
      #expect(result.records.map(\.spelling) == ["8.8.8.8"])
      #expect(result.forwarded == [true])
    }
  }
}
