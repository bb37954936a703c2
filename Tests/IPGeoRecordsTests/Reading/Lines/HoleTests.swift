import IPGeoCore
import Testing

@testable import IPGeoRecords

/// What a hole is, and that readers agree on it.
struct HoleTests {
  private func parts(_ nulls: Int, _ text: String) -> (text: Int, record: Int, surplus: Int) {
    let bytes = Array("x\n".utf8) + [UInt8](repeating: 0, count: nulls) + Array(text.utf8)
    return bytes.withUnsafeBytes { bytes in
      let line = 2..<bytes.count
      return (
        Hole.text(of: line, in: bytes).lowerBound - 2,
        Hole.record(of: line, in: bytes).lowerBound - 2, Hole.surplus(of: line, in: bytes)
      )
    }
  }

  @Test(arguments: [0, 1, 7, 8, 9, 63, 64, 65, 1000], ["", "8.8.8.8", "a\0\0"])
  func `so many NULs in front are a hole, and fewer are a cell's`(nulls: Int, text: String) {
    let parts = parts(nulls, text)
    #expect(parts.text == nulls)
    #expect(parts.record == (nulls < 64 ? 0 : nulls))
    #expect(parts.surplus == max(0, nulls - 64))
  }

  @Test func `NULs behind text are no hole`() {
    #expect(parts(0, "a" + String(repeating: "\0", count: 200)) == (0, 0, 0))
  }

  private static let holes = [1, 63, 64, 65, 100, 5000].map { String(repeating: "\0", count: $0) }

  @Test(arguments: holes, [[1], [70, 30], [63, 1, 1], [4096]])
  func `a table behind a hole is the same however the hole comes`(
    hole: String, lengths: [Int]
  ) throws {
    let bytes = Array("\(hole)3,8.8.8.8,\n\(hole)4,1.1.1.1,\n".utf8)
    let whole = try readTable(bytes)
    var pieces: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      pieces.append(Array(rest.prefix(lengths[pieces.count % lengths.count])))
      rest = rest.dropFirst(pieces[pieces.count - 1].count)
    }
    #expect(
      try readTable(pieces: pieces, tableOptions { $0.format = .csv }).records == whole.records)
    let kept = hole.utf8.count < 64 ? hole : ""
    #expect(whole.records.map(\.whole) == ["\(kept)3,8.8.8.8,", "\(kept)4,1.1.1.1,"])
    #expect(whole.words == ["8.8.8.8", "1.1.1.1"])
  }

  @Test func `a quoted cell behind a hole spans lines`() throws {
    let hole = String(repeating: "\0", count: 300)
    let text = "ip,n\n\(hole)8.8.8.8,\"a\n\(hole)b\"\n\(hole)\"1.1.1.1\",\"c\nd\"\n"
    let options = tableOptions(.csv) { $0.maximumLine = 400 }
    let whole = try readTable(text, options)
    #expect(
      whole.records.map(\.whole) == ["8.8.8.8,\"a\n\(hole)b\"", "\"1.1.1.1\",\"c\nd\""])
    #expect(whole.records.map(\.line) == [2, 4])
    let pieces = try readTable(pieces: Array(text.utf8).map { [$0] }, options)
    #expect(pieces.records == whole.records)
  }

  @Test func `a quote that a hole's line ends badly is searched for no further than there`() throws
  {
    // The hole makes the unfinished line too long before it is known where its quotes lead.
    let hole = String(repeating: "\0", count: 100)
    let long = String(repeating: "z", count: 120)
    let text = "n,ip\n\"a\n\(hole)x\"y,\"b\(long)\nc\"\n1,8.8.8.8\n"
    let options = tableOptions(.csv) {
      $0.maximumLine = 200
      $0.addressField = "ip"
    }
    let whole = try readTable(text, options)
    #expect(whole.words == ["unclosed-quote", "not-an-address", "8.8.8.8"])
    #expect(whole.records.map(\.whole)[1] == "x\"y,\"b\(long)\nc\"")
    let pieces = try readTable(pieces: Array(text.utf8).map { [$0] }, options)
    #expect(pieces.records == whole.records)
  }

  @Test func `what stands behind a hole is judged as if it were not there`() throws {
    let hole = String(repeating: "\0", count: 64)
    let marked = try readTable("\(hole)sep=|\n\(hole)ip|n\n\(hole)8.8.8.8|a\n")
    #expect(marked.header == "ip|n" && marked.table?.delimiter == UInt8(ascii: "|"))
    #expect(marked.records.map(\.line) == [3])
    let array = try jsonLinesError("\(hole)[{\"ip\":\"8.8.8.8\"},\n{\"ip\":\"1.1.1.1\"}]\n")
    #expect(array == (try jsonLinesError("[{\"ip\":\"8.8.8.8\"},\n{\"ip\":\"1.1.1.1\"}]\n")))
    #expect(array != nil)
  }

  @Test func `a source that pauses behind a hole's line is not judged by it`() throws {
    let hole = [UInt8](repeating: 0, count: 100)
    let pieces = [hole + Array("\n".utf8), Array("ip;n\n8.8.8.8;a\n".utf8)]
    let table = try readTable(pieces: pieces)
    #expect(table.layout?.format == .csv && table.words == ["8.8.8.8"])
    #expect(table.records.map(\.line) == [3] && table.blankLines == 1)
  }
}
