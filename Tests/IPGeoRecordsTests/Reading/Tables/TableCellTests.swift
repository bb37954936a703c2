import IPGeoByteStreams
import Testing

@testable import IPGeoRecords

/// How a record falls into cells.
struct TableCellTests {
  /// The cells as they stand and their texts.
  private func cells(_ record: String, _ delimiter: UInt8 = 0x2c) -> (raw: [String], text: [String])
  {
    Array(record.utf8).withUnsafeBytes { bytes in
      var cutter = CellCutter(bytes, delimiter: delimiter)
      var (raw, text): ([String], [String]) = ([], [])
      while let cell = cutter.next() {
        raw.append(String(decoding: bytes[cell.raw], as: UTF8.self))
        var out = ByteBuffer()
        cutter.appendText(of: cell, to: &out)
        text.append(String(decoding: out.bytes, as: UTF8.self))
        if !cell.needsUndoing {
          #expect(String(decoding: bytes[cell.inner], as: UTF8.self) == text.last)
        }
      }
      return (raw, text)
    }
  }

  @Test(
    arguments: [
      ("", [""]),
      (",", ["", ""]),
      ("a,b,,c", ["a", "b", "", "c"]),
      ("\"a,b\",c", ["a,b", "c"]),
      ("\"a\"\"b\",\"\",\"\"\"\"", ["a\"b", "", "\""]),
      ("\"a\r\nb\",c", ["a\r\nb", "c"]),
      (" \"a\",b\"c\"", [" \"a\"", "b\"c\""]),
      ("\"a\"b,c", ["ab", "c"]),
      ("\"a\"\"b\"c\"d\"\"e,f", ["a\"bc\"d\"\"e", "f"]),
      ("a,\"b,c", ["a", "b,c"]),
      ("a,\"b\"\"", ["a", "b\""]),
      ("\"", [""]),
      ("\"\"", [""]),
      ("\"\",", ["", ""]),
    ])
  func `the texts are those that spreadsheets show`(_ record: String, _ texts: [String]) {
    let found = cells(record)
    #expect(found.text == texts)
    #expect(found.raw.joined(separator: ",") == record)
  }

  @Test func `each delimiter is one of its own`() {
    #expect(cells("a,b;c|\td", UInt8(ascii: ";")).text == ["a,b", "c|\td"])
    #expect(cells("a,b;c|\td", 0x09).text == ["a,b;c|", "d"])
  }

  @Test func `an open quote is told`() {
    func passage(_ record: String) -> Passage {
      Array(record.utf8).withUnsafeBytes { CellCutter.passage(of: $0, delimiter: 0x2c) }
    }
    #expect(passage("a,b") == .cells(count: 2, isOpen: false))
    #expect(passage("a,\"b,c\"\"") == .cells(count: 2, isOpen: true))
    #expect(passage("\"a,b\",c\"") == .cells(count: 2, isOpen: false))
    #expect(passage("") == .cells(count: 1, isOpen: false))
  }
}
