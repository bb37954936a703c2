import Testing

@testable import IPGeoRecords

struct BinaryInputTests {
  static let kinds: [(start: [UInt8], kind: String)] = [
    ([0x1f, 0x9d, 0x90], "compress data"),
    ([0x04, 0x22, 0x4d, 0x18], "lz4 data"),
    (Array("PK\u{3}\u{4}".utf8), "a zip archive"),
    (Array("%PDF-1.7\n".utf8), "a PDF document"),
    ([0x89] + Array("PNG\r\n".utf8), "a PNG image"),
    ([0xff, 0xd8, 0xff, 0xe0], "a JPEG image"),
    (Array("GIF89a".utf8), "a GIF image"),
    ([0x7f] + Array("ELF".utf8), "an ELF program"),
    (Array("SQLite format 3\0".utf8), "an SQLite database"),
    (Array("PAR1".utf8), "a Parquet file"),
    ([0xd4, 0xc3, 0xb2, 0xa1], "a packet capture"),
    ([0xff, 0xfe, 0, 0, 0x38, 0, 0, 0], "UTF-32 text"),
    ([UInt8](repeating: 0x61, count: 257) + Array("ustar".utf8), "a tar archive"),
  ]

  @Test(arguments: kinds)
  func `a file that is no text is named by its first bytes`(
    _ start: [UInt8], _ kind: String
  ) throws {
    for pieces in [[start + Array("8.8.8.8\n".utf8)], start.map { [$0] }] {
      do {
        _ = try read(pieces)
        Issue.record("read as text")
      } catch let error as InputError {
        guard case .notText(kind, let advice) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(!advice.isEmpty)
      }
    }
  }

  @Test(arguments: [
    ("[Content_Types].xml", "an Excel workbook"), ("xl/workbook.xml", "an Excel workbook"),
    ("mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "an OpenDocument spreadsheet"),
    ("access.log", "a zip archive"),
  ])
  func `an archive with a workbook's files is one`(first: String, kind: String) throws {
    let header = Array("PK\u{3}\u{4}".utf8) + Array(repeating: 7, count: 26)
    let error = #expect(throws: InputError.self) { try read(header + Array(first.utf8)) }
    guard case .notText(kind, let advice) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(advice.contains("FILE"))
  }

  @Test func `the advice for compress data is a command`() {
    #expect(
      throws: InputError.notText(kind: "compress data", advice: "gzip -dc FILE | ipgeo batch")
    ) { try read([0x1f, 0x9d, 8]) }
  }

  @Test func `bytes at random are binary data, however they start`() {
    var random = Seeded(state: 1)
    for length in [256, 4096, 100_000] {
      let bytes =
        Array("text".utf8) + (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(throws: InputError.self) { try read(bytes) }
    }
  }

  @Test func `text with colours, NULs, Latin-1 or control bytes between fields is text`() throws {
    #expect(try read("\u{1b}[31m8.8.8.8\u{1b}[0m\n").words == ["not-an-address"])
    #expect(try read([UInt8](repeating: 0, count: 9000)).records.isEmpty)
    let latin = Array(repeating: [0xe9, 0xe8, 0x0a] as [UInt8], count: 2000).flatMap { $0 }
    #expect(try read(latin).records.count == 2000)
    let fields = String(repeating: "8.8.8.8\u{1}US\n", count: 500)
    #expect(try read(fields).records.count == 500)
    #expect(try read("BZh9 is no address\nPKZIP\n").records.count == 2)
  }
}
