import Testing

@testable import IPGeoRecords

struct ListReadingTests {
  @Test(arguments: ["\n", "\r\n", "\r"])
  func `lines end at LF, CRLF or CR`(_ end: String) throws {
    let result = try read("8.8.8.8\(end)1.1.1.1\(end)")
    #expect(result.words == ["8.8.8.8", "1.1.1.1"])
    #expect(result.records.map(\.text) == ["8.8.8.8", "1.1.1.1"])
    #expect(result.blankLines == 0)
    #expect(result.dialect?.description == "list")
  }

  @Test func `line ends may be mixed, and a final one may be missing`() throws {
    let result = try read("8.8.8.8\r\n1.1.1.1\r9.9.9.9\n\n\r\n8.8.4.4")
    #expect(result.records.map(\.line) == [1, 2, 3, 6])
    #expect(result.words == ["8.8.8.8", "1.1.1.1", "9.9.9.9", "8.8.4.4"])
    #expect(result.blankLines == 2)
  }

  @Test func `blank lines and comments are counted, and count as lines`() throws {
    let blanks = "1.1.1.1\n\n   \n\t\n\u{a0}\u{200b}\n\0\0\n# a\n  #b\n8.8.8.8\n\n"
    let result = try read(blanks)
    #expect(result.records.map(\.line) == [1, 9])
    #expect(result.blankLines == 6)
    #expect(result.comments == 2)
  }

  @Test func `an empty input has no records`() throws {
    let result = try read("")
    #expect(result.records.isEmpty)
    #expect(result.chunks == 0)
    #expect(result.dialect?.format == .list)
  }

  @Test func `decorations are taken off the spelling`() throws {
    let result = try read(
      " 8.8.8.8 \n\u{a0}8.8.8.8\u{200b}\n\"8.8.8.8\"\n8.8.8.8,\n(8.8.8.8)\n[::1]:80\n\0\08.8.8.8\0\n"
    )
    #expect(result.records.allSatisfy { $0.spelling == "8.8.8.8" || $0.spelling == "::1" })
    #expect(result.records.map(\.text)[5] == "[::1]:80")
    #expect(result.records[5].port == 80)
    #expect(result.records[2].text == "\"8.8.8.8\"")
    #expect(result.records[6].text == "8.8.8.8")
  }

  @Test func `a comment behind an address is cut off`() throws {
    let result = try read("8.8.8.8 # dns\n1.1.1.1\t#x # y\n9.9.9.9#z\nfoo # bar\n")
    #expect(result.words == ["8.8.8.8", "1.1.1.1", "not-an-address", "not-an-address"])
    #expect(result.records.map(\.text) == ["8.8.8.8", "1.1.1.1", "9.9.9.9#z", "foo"])
  }

  @Test func `a leading count adds to the hits`() throws {
    let result = try read(
      "      3 8.8.8.8\n12\t::1 # c\n0 1.1.1.1\n99999999999999999999 9.9.9.9\n10\n10 # x\n7 foo\n")
    #expect(result.records.map(\.hits) == [3, 12, 1, .max, 1, 1, 7])
    #expect(
      result.words == [
        "8.8.8.8", "::1", "1.1.1.1", "9.9.9.9", "not-an-address", "not-an-address",
        "not-an-address",
      ])
    #expect(
      result.records.map(\.text) == ["8.8.8.8", "::1", "1.1.1.1", "9.9.9.9", "10", "10", "foo"])
  }

  @Test func `the greatest count is kept, one more is not wrapped`() throws {
    let result = try read("18446744073709551615 8.8.8.8\n18446744073709551616 8.8.8.8\n")
    #expect(result.records.map(\.hits) == [.max, .max])
  }

  @Test func `a bad record has the reason of its fault, and the next one is read`() throws {
    let result = try read("8.8.8.8\nnot-an-ip\nexample.com\n010.8.8.8\n10.0.0.0/8\n1.1.1.1\n")
    #expect(
      result.words == [
        "8.8.8.8", "not-an-address", "hostname", "leading-zero", "network", "1.1.1.1",
      ])
  }

  @Test func `invalid UTF-8 is a reason where no address is`() throws {
    let bytes = Array("8.8.8.8 # caf".utf8) + [0xe9, 0x0a] + [0xff, 0xfe, 0x61, 0x0a]
    let more = Array("b".utf8) + [0xc3, 0xbc] + Array("cher\n1.1.1.1\n".utf8)
    let result = try read([0x20] + bytes + more)
    #expect(result.words == ["8.8.8.8", "invalid-utf8", "not-an-address", "1.1.1.1"])
  }

  @Test func `a line that is too long is one record, and the next line is found`() throws {
    let long = String(repeating: "x", count: 101)
    let fitting = String(repeating: "y", count: 100)
    let result = try read("\(long)\n\(fitting)\n8.8.8.8\n\(long)", maximumLine: 100)
    #expect(result.words == ["line-too-long", "not-an-address", "8.8.8.8", "line-too-long"])
    #expect(result.records.map(\.line) == [1, 2, 3, 4])
    #expect(result.records[0].text == String(repeating: "x", count: 80))
    #expect(result.records[1].text == fitting)
  }

  @Test func `a long line is cut between scalars, wherever they fall`() throws {
    for shift in 0..<4 {
      for scalar in ["ü", "€", "😀"] {
        let start = String(repeating: "a", count: shift)
        let long = start + String(repeating: scalar, count: 40)
        let text = try #require(try read(long + "\n", maximumLine: 64).records.first?.text)
        #expect(long.hasPrefix(text))
        #expect(text.utf8.count > 76 && text.utf8.count <= 80)
      }
    }
  }

  @Test func `a long comment stays a comment`() throws {
    let result = try read("# \(String(repeating: "x", count: 200))\n8.8.8.8\n", maximumLine: 100)
    #expect(result.words == ["8.8.8.8"])
    #expect(result.comments == 1)
  }

  @Test func `millions of NULs are one blank start of a line`() throws {
    let nulls = [UInt8](repeating: 0, count: 5_000_000)
    let result = try read(nulls + Array("8.8.8.8\n1.1.1.1\n".utf8) + nulls)
    #expect(result.words == ["8.8.8.8", "1.1.1.1"])
    #expect(result.records.map(\.line) == [1, 2])
    #expect(result.chunks == 1)
    #expect(result.blankLines == 1)
  }

  @Test func `a line of many megabytes is skipped in pieces`() throws {
    let long = [UInt8](repeating: 0x61, count: 9_000_000)
    let result = try read(Array("1.1.1.1\n".utf8) + long + Array("\r\n8.8.8.8\n".utf8))
    #expect(result.words == ["1.1.1.1", "line-too-long", "8.8.8.8"])
    #expect(result.records.map(\.line) == [1, 2, 3])
  }
}
