import IPGeoCore
import Testing

@testable import IPGeoRecords

/// What is found in the records of a table.
struct TableReadingTests {
  private func cells(_ count: UInt32, isOpen: Bool = false) -> Passage {
    .cells(count: count, isOpen: isOpen)
  }

  @Test func `an empty cell is no look-up, a blank line no record`() throws {
    let found = try readTable("ip,n\n,a\n\n8.8.8.8,b\n   \n\"\",c\n \t,d\n")
    #expect(found.words == ["empty", "8.8.8.8", "empty", "empty"])
    #expect(found.blankLines == 2)
    #expect(found.records.map(\.line) == [2, 4, 6, 7])
    let sole = try readTable("ip\n\n8.8.8.8\n \n\"\"\n")
    #expect(sole.words == ["8.8.8.8", "empty"])
    #expect(sole.blankLines == 2)
    #expect(try readTable("ip\tn\n8.8.8.8\ta\n\t\n").words == ["8.8.8.8", "empty"])
  }

  @Test(
    arguments: ["ip\n8.8.8.8", "ip,n\n8.8.8.8,a", "n,ip\na,8.8.8.8", "n,ip\na,\"8.8.8.8\""])
  func `the last record need not end`(_ input: String) throws {
    let found = try readTable(input)
    #expect(found.words == ["8.8.8.8"])
    #expect(found.records.first?.end == LineEnd.none)
  }

  @Test func `ragged rows tell how many cells they have`() throws {
    let found = try readTable("ip,a,b\n8.8.8.8,1\n1.1.1.1,1,2,3\n9.9.9.9\n")
    #expect(found.words == ["8.8.8.8", "1.1.1.1", "9.9.9.9"])
    #expect(found.records.map(\.passage) == [cells(2), cells(4), cells(1)])
    let short = try readTable("a,b,ip\n1,2,8.8.8.8\nx,\"y\"\nx\n")
    #expect(short.words == ["8.8.8.8", "field-missing", "field-missing"])
    #expect(short.records.map(\.whole) == ["1,2,8.8.8.8", "x,\"y\"", "x"])
    #expect(short.records.map(\.text) == ["8.8.8.8", "", ""])
  }

  @Test func `quoted cells may hold delimiters, quotes and line ends`() throws {
    let found = try readTable(
      "n,ip\n\"a,b\",8.8.8.8\n\"a\nb\r\nc\"\"\n\",\"1.1.1.1\"\n\"d\"\"\",\" 9.9.9.9 \"\n8.8.4.4,x\n"
    )
    #expect(found.words == ["8.8.8.8", "1.1.1.1", "9.9.9.9", "not-an-address"])
    #expect(found.records.map(\.line) == [2, 3, 7, 8])
    #expect(found.records[1].whole == "\"a\nb\r\nc\"\"\n\",\"1.1.1.1\"")
    #expect(found.records.map(\.passage) == [cells(2), cells(2), cells(2), cells(2)])
    #expect(found.records.map(\.spelling).dropLast() == ["8.8.8.8", "1.1.1.1", "9.9.9.9"])
  }

  @Test func `a header may span lines`() throws {
    let found = try readTable("\"a\nb\",ip\nx,8.8.8.8\n")
    #expect(found.header == "\"a\nb\",ip")
    #expect(found.table?.names == ["a\nb", "ip"])
    #expect(found.layout?.detail == "column ip")
    #expect(found.records.map(\.line) == [3])
  }

  @Test func `text with doubled quotes is undone, wherever it stands`() throws {
    let input = "ip,n\n\"\"\"8.8.8.8\"\"\",a\n\"8.8.4\"\".4\",b\n\"1.1.\"1.1,c\n9.9.9.9,\"d\ne"
    let found = try readTable(input)
    #expect(
      found.words == ["8.8.8.8", "not-an-address", "1.1.1.1", "unclosed-quote", "not-an-address"])
    #expect(found.records.prefix(3).map(\.text) == ["\"8.8.8.8\"", "8.8.4\".4", "1.1.1.1"])
    #expect(found.records.prefix(3).map(\.spelling) == ["8.8.8.8", "8.8.4\".4", "1.1.1.1"])
    // The open record stays behind while what was made goes with those before it.
    for cut in 1..<input.utf8.count {
      let bytes = Array(input.utf8)
      let pieces = [Array(bytes[..<cut]), Array(bytes[cut...])]
      #expect(try readTable(pieces: pieces, tableOptions(.csv)).records == found.records, "\(cut)")
    }
  }

  @Test func `a quote that is not closed costs one line`() throws {
    let found = try readTable("n,ip\n\"a,8.8.8.8\nb,1.1.1.1\nc,9.9.9.9\n")
    #expect(found.words == ["unclosed-quote", "1.1.1.1", "9.9.9.9"])
    #expect(found.records[0].whole == "\"a,8.8.8.8")
    #expect(found.records[0].passage == cells(1, isOpen: true))
    #expect(found.records.map(\.line) == [2, 3, 4])
  }

  @Test func `a cell over lines that closes within text counts as not closed`() throws {
    let found = try readTable("n,ip\nx,\"a\nb\"c,1.1.1.1\n\"d\ne\",8.8.8.8\n")
    #expect(found.words == ["unclosed-quote", "1.1.1.1", "8.8.8.8"])
    #expect(found.records[0].passage == cells(2, isOpen: true))
    #expect(found.records[1].whole == "b\"c,1.1.1.1")
    #expect(found.records[2].whole == "\"d\ne\",8.8.8.8")
    let next = try readTable("n,ip\n\"stray,1.1.1.1\n\"two\nlines\",8.8.8.8\n")
    #expect(next.words == ["unclosed-quote", "8.8.8.8"])
  }

  @Test func `each record knows its own line end`() throws {
    let found = try readTable("ip,n\r\n8.8.8.8,a\n1.1.1.1,b\r\n9.9.9.9,c\r8.8.4.4,\"d\"\r\n::1,e")
    #expect(found.table?.lineEnd == .returnFeed)
    #expect(
      found.records.map(\.end) == [.feed, .returnFeed, .carriageReturn, .returnFeed, .none])
    #expect(found.records.map(\.line) == [2, 3, 4, 5, 6])
  }

  @Test func `bytes that are no UTF-8 matter only in the address`() throws {
    let input = Array("ip,n\n8.8.8.8,".utf8) + [0xe9, 0x0a, 0xe9] + Array(",x\n1.1.1.1,y\n".utf8)
    #expect(try readTable(input).words == ["8.8.8.8", "invalid-utf8", "1.1.1.1"])
  }

  @Test func `cells with formulas are passed on as they are`() throws {
    let found = try readTable("ip,a\n8.8.8.8,=1+1\n1.1.1.1,@x\n9.9.9.9,\t-1\n")
    #expect(found.records.map(\.whole) == ["8.8.8.8,=1+1", "1.1.1.1,@x", "9.9.9.9,\t-1"])
  }

  @Test func `wide rows are counted right`() throws {
    for width in [1, 2, 15, 16, 17, 31, 33, 255, 256, 4097, 10_000] {
      let rest = String(repeating: ",", count: width - 1)
      let found = try readTable("8.8.8.8\(rest)\n", tableOptions(.csv) { $0.delimiter = 0x2c })
      #expect(found.records.map(\.passage) == [cells(UInt32(width))])
      let last = try readTable(
        "\(rest)8.8.8.8\n",
        tableOptions(.csv) {
          $0.delimiter = 0x2c
          $0.addressField = "\(width)"
        })
      #expect(last.words == ["8.8.8.8"])
    }
  }

  @Test func `records without a place for the address`() throws {
    let found = try readTable("ip,n\n# a comment\nlocalhost,a\n10.0.0.1/24,b\n")
    #expect(found.words == ["not-an-address", "hostname", "network"])
  }
}
