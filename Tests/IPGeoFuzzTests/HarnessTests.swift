import Testing

@testable import IPGeoRecords

/// What the fuzzers use to judge notices what it is there for.
struct HarnessTests {
  private func reading(_ text: String, _ target: FuzzTarget = .list) throws -> Reading {
    let example = try #require(FuzzCase(Array(text.utf8), target))
    return try #require(try Reading.whole(example, ScratchInput()))
  }

  @Test func `zeros choose what is usual`() throws {
    let example = try #require(FuzzCase(Array("0000000\n8.8.8.8\n".utf8), .csv))
    var usual = ReadingOptions()
    usual.format = .csv
    usual.idleMilliseconds = 0
    #expect(example.options == usual)
    #expect(example.input == Array("8.8.8.8\n".utf8))
    #expect(FuzzCase(Array("0000000".utf8), .csv) == nil)
  }

  @Test func `a case is cut into pieces that are all of it`() throws {
    let example = try #require(FuzzCase(Array("0140000\n8.8.8.8\n1.1.1.1\n".utf8), .list))
    #expect(example.pieces.count > 1)
    #expect(example.pieces.reduce(0, +) == example.input.count)
  }

  @Test func `what a program would unpack is no case`() {
    #expect(FuzzCase(Array("0000000\n".utf8) + [0x1f, 0x8b, 8, 0], .list) == nil)
  }

  @Test(arguments: [
    "8.8.8.8\n", "8.8.8.8\n1.1.1.2\n", "\n8.8.8.8\n1.1.1.1\n", "8.8.8.8\n1.1.1.1\n\n",
  ])
  func `a record that is missing, another, or elsewhere is a breach`(other: String) throws {
    let whole = try reading("0000000\n8.8.8.8\n1.1.1.1\n")
    let changed = try reading("0000000\n" + other)
    #expect(throws: Breach.self) { try whole.checkSame(changed, "changed") }
  }

  @Test(arguments: [
    "8.8.8.8\n", "8.8.8.8\nx\n1.1.1.1\n", "# c\n8.8.8.8\n1.1.1.1\n", "8.8.8.8\n1.1.1.2\n",
  ])
  func `a line that is no record, or holds other bytes, is a breach`(other: String) throws {
    let whole = try reading("0000000\n8.8.8.8\n1.1.1.1\n")
    let example = try #require(FuzzCase(Array("0000000\n\(other)".utf8), .list))
    #expect(throws: Breach.self) { try whole.checkCoverage(of: example) }
  }

  @Test func `cells are cut as they are quoted`() {
    let cells = CutCells(Array(#"a,"b,""c""","d"e,"#.utf8) + Array("\"f\n".utf8), delimiter: 0x2c)
    #expect(
      cells.texts.map { String(decoding: $0, as: UTF8.self) } == ["a", "b,\"c\"", "de", "f\n"])
    #expect(cells.starts == [0, 2, 12, 17])
    #expect(cells.isOpen)
  }
}
