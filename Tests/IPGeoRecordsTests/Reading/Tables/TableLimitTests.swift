import IPGeoCore
import Testing

@testable import IPGeoRecords

/// Records without end: the limits hold, and what follows is found.
struct TableLimitTests {
  private func options(_ maximumLine: Int, chunk: Int = 1 << 20) -> ReadingOptions {
    tableOptions(.csv) {
      $0.maximumLine = maximumLine
      $0.chunkSize = chunk
    }
  }

  /// Reads the input at once, and in pieces of a size; both must give the same.
  private func read(
    _ input: String, _ maximumLine: Int, pieces size: Int = 7
  ) throws -> TableResult {
    let bytes = Array(input.utf8)
    let whole = try readTable(bytes, options(maximumLine))
    let pieces = stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<min($0 + size, bytes.count)])
    }
    let split = try readTable(pieces: pieces, options(maximumLine, chunk: size))
    #expect(split.records == whole.records)
    #expect(split.blankLines == whole.blankLines)
    return whole
  }

  @Test func `a line that is too long keeps its first bytes and their cells`() throws {
    let long = "1.1.1.1,\"" + String(repeating: "x", count: 300)
    let found = try read(
      "ip,n\n\(long)\n8.8.8.8,a\n\(long.replacing("\"", with: ","))\n::1,b\n", 100)
    #expect(found.words == ["line-too-long", "8.8.8.8", "line-too-long", "::1"])
    #expect(found.records[0].whole == String(long.prefix(80)))
    #expect(found.records[0].passage == .cells(count: 2, isOpen: true))
    #expect(found.records[2].passage == .cells(count: 3, isOpen: false))
    #expect(found.records.map(\.end) == [.none, .feed, .none, .feed])
    #expect(found.records.map(\.line) == [2, 3, 4, 5])
  }

  @Test func `a cell that never closes costs its first line`() throws {
    let inside = (0..<100).map { "1.1.1.1,\($0)\n" }.joined()
    let found = try read("n,ip\n\"open,8.8.8.8\n" + inside.replacing(",", with: " ,"), 64)
    #expect(found.records.count == 101)
    #expect(found.words.first == "unclosed-quote")
    #expect(found.records[0].passage == .cells(count: 1, isOpen: true))
    #expect(found.records[100].line == 102)
  }

  @Test func `a cell over lines that is longer than a line may be counts as not closed`() throws {
    let found = try read(
      "ip,n\n8.8.8.8,\"\(String(repeating: "x\n", count: 40))\"\n1.1.1.1,a\n", 64)
    #expect(found.words.first == "unclosed-quote")
    #expect(found.words.last == "1.1.1.1")
    let fits = try read(
      "ip,n\n8.8.8.8,\"\(String(repeating: "x\n", count: 40))\"\n1.1.1.1,a\n", 90)
    #expect(fits.words == ["8.8.8.8", "1.1.1.1"])
    for limit in 20...30 {
      let edge = try read("ip,n\n8.8.8.8,\"xxxxx\nyyyyy\",zz\n1.1.1.1,a\n", limit)
      #expect(edge.words.first == (limit >= 24 ? "8.8.8.8" : "unclosed-quote"), "\(limit)")
    }
  }

  @Test func `a long line within an open cell ends it`() throws {
    let long = String(repeating: "y", count: 300)
    let found = try read("ip,n\n8.8.8.8,\"x\n\(long)\n1.1.1.1,a\n", 64)
    #expect(found.words == ["unclosed-quote", "line-too-long", "1.1.1.1"])
    #expect(found.records.map(\.line) == [2, 3, 4])
  }

  @Test func `NULs in front of a record are no part of its length`() throws {
    let nulls = String(repeating: "\0", count: 500)
    let found = try read(
      "ip,n\n\(nulls)8.8.8.8,a\n\(nulls)\n\0\01.1.1.1,b\n\(nulls)\"9.9.9.9\",c\n", 64)
    #expect(found.words == ["8.8.8.8", "1.1.1.1", "9.9.9.9"])
    #expect(found.records.map(\.whole) == ["8.8.8.8,a", "\0\01.1.1.1,b", "\"9.9.9.9\",c"])
    #expect(found.blankLines == 1)
  }

  @Test func `a header that is too long is no record`() throws {
    let header = "ip," + String(repeating: "n", count: 300)
    #expect(try read("\(header)\n8.8.8.8,a\n", 64, pieces: 1000).words == ["8.8.8.8"])
  }

  @Test func `stray quotes in every line do not take the time of all that follows`() throws {
    // From outside each line ends within a quoted cell, and from within too: a search from each to
    // the limit would not end in a test's time.
    let line = "\",a,\"zx\"y,\"w\n"
    let input = "ip,n\n" + String(repeating: line, count: 40_000) + "8.8.8.8,a\n"
    let found = try readTable(input, tableOptions(.csv) { $0.delimiter = 0x2c })
    #expect(found.words.last == "8.8.8.8")
    #expect(found.records.count == 40_001)
  }

  @Test func `an open cell that comes byte by byte is searched once`() throws {
    let inside = String(repeating: "line\n", count: 8000)
    let input = Array("ip,n\n8.8.8.8,\"\(inside)\"\n1.1.1.1,a\n".utf8)
    let found = try readTable(pieces: input.map { [$0] }, options(1 << 20))
    #expect(found.words == ["8.8.8.8", "1.1.1.1"])
  }
}
