import Testing

@testable import IPGeoRecords

struct EncodingTests {
  @Test func `one byte order mark is taken off, a second is a blank`() throws {
    for marks in 1...2 {
      let bytes = [[UInt8]](repeating: [0xef, 0xbb, 0xbf], count: marks).flatMap { $0 }
      let result = try read(bytes + Array("8.8.8.8\n1.1.1.1\n".utf8))
      #expect(result.words == ["8.8.8.8", "1.1.1.1"])
      #expect(result.records[0].text == "8.8.8.8")
      #expect(result.dialect?.encoding == .utf8)
    }
  }

  @Test(arguments: [false, true], [false, true])
  func `UTF-16 is read with a mark and without`(_ isBigEndian: Bool, _ hasMark: Bool) throws {
    let text = (hasMark ? "\u{feff}" : "") + "8.8.8.8\r\n1.1.1.1\r\n"
    let result = try read(utf16(text, isBigEndian: isBigEndian))
    #expect(result.words == ["8.8.8.8", "1.1.1.1"])
    #expect(result.blankLines == 0)
    #expect(result.dialect?.encoding == (isBigEndian ? .utf16BigEndian : .utf16LittleEndian))
    #expect(result.dialect?.description == (isBigEndian ? "list, UTF-16BE" : "list, UTF-16LE"))
  }

  @Test(arguments: [false, true])
  func `a short input without a mark is UTF-16 when all of it looks so`(_ isBig: Bool) throws {
    #expect(try read(utf16("1\n", isBigEndian: isBig)).records.map(\.text) == ["1"])
    #expect(try read(utf16("::1", isBigEndian: isBig)).words == ["::1"])
  }

  @Test func `surrogates pair up, and lone ones and half units become U+FFFD`() throws {
    var bytes = utf16("\u{feff}😀ü€\n", isBigEndian: false)
    bytes += [0x3d, 0xd8, 0x41, 0x00, 0x00, 0xde, 0x3d, 0xd8, 0x3d, 0xd8, 0x00, 0xde, 0x0a, 0x00]
    bytes += [0x42, 0x00, 0x43]
    let result = try read(bytes)
    #expect(result.records.map(\.text) == ["😀ü€", "\u{fffd}A\u{fffd}\u{fffd}😀", "B\u{fffd}"])
    let lone = try read([0xfe, 0xff, 0xd8, 0x3d])
    #expect(lone.records.map(\.text) == ["\u{fffd}"])
  }

  @Test func `NULs in a file of bytes are not taken for UTF-16`() throws {
    let result = try read("\0\0\0\08.8.8.8\n1\0\n1.1.1.1\0\0\0\0\0\0\n")
    #expect(result.words == ["8.8.8.8", "not-an-address", "1.1.1.1"])
    #expect(result.dialect?.encoding == .utf8)
    #expect(try read("8\0.8").dialect?.encoding == .utf8)
  }

  @Test func `a long UTF-16 input is the same as its UTF-8`() throws {
    let text = (0..<100_000).map { "\($0 % 7) 9.\($0 % 200).7.1 # ü😀\n" }.joined()
    let wide = try read(utf16("\u{feff}" + text, isBigEndian: true))
    var narrow = try read(text)
    narrow.dialect = wide.dialect
    #expect(narrow.isSame(as: wide))
    #expect(narrow.records.count == 100_000)
  }
}
