import Foundation
import IPGeoMaxMindWriter
import Synchronization
import Testing

@testable import IPGeoMaxMind

struct WrongFileTests {
  /// A tar archive of one file, as far as it is looked at.
  private static func tar(_ content: [UInt8]) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 512)
    header.replaceSubrange(0..<9, with: Array("City.mmdb".utf8))
    header.replaceSubrange(148..<156, with: Array("        ".utf8))
    header.replaceSubrange(257..<262, with: Array("ustar".utf8))
    let sum = header.reduce(0) { $0 + Int($1) }
    let digits = String(sum, radix: 8)
    let field = String(repeating: "0", count: 6 - digits.count) + digits
    header.replaceSubrange(148..<156, with: Array(field.utf8) + [0, 0x20])
    return header + content + [UInt8](repeating: 0, count: 1024)
  }

  /// The start of one of IP2Location's files.
  private static func location(year: UInt8, product: UInt8) -> [UInt8] {
    [11, 8, year, 6, 1, 0, 0, 16, 0, 65, 0, 8, 0] + [UInt8](repeating: 0, count: 16) + [product]
      + [UInt8](repeating: 9, count: 100)
  }

  /// The first half of a database, long enough to hold some nodes; its end is one of other files'.
  private static func cutShort(_ recordSize: Int) -> [UInt8] {
    sampleWriter(recordSize: recordSize).bytes().prefix(400) + [0xff, 0xff, 0xff, 2]
  }

  private static let cases: [(bytes: [UInt8], kind: OtherFile)] = [
    ([], .empty),
    ([0x1f, 0x8b, 8, 0, 0, 0, 0, 0], .compressed("gzip")),
    ([0x28, 0xb5, 0x2f, 0xfd, 0, 0], .compressed("zstd")),
    ([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0], .compressed("xz")),
    (Array("BZh91AY".utf8), .compressed("bzip2")),
    ([0x50, 0x4b, 3, 4, 0, 0], .compressed("a zip archive")),
    (tar([1, 2, 3]), .tar),
    (tar(sampleWriter().bytes()), .tar),
    (Array("<!DOCTYPE html><html>".utf8), .markup),
    (Array("\n  <html lang=\"en\">".utf8), .markup),
    (Array("<?xml version=\"1.0\"?><Error>".utf8), .markup),
    (
      Array("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n".utf8),
      .gitLFSPointer
    ),
    ([UInt8](repeating: 7, count: 300) + [0xff, 0xff, 0xff, 0x6a, 0, 0, 0], .legacy),
    ([UInt8](repeating: 7, count: 300) + [0xff, 0xff, 0xff, 2], .legacy),
    (Array("Invalid license key\n".utf8), .text(start: "Invalid license key")),
    (
      Array("Invalid token, expired\nAsk for a new one\n".utf8),
      .text(start: "Invalid token, expired")
    ),
    (Array("one line, with a comma\n".utf8), .text(start: "one line, with a comma")),
    (Array("network,geoname_id\n1.0.0.0/24,1\n".utf8), .otherForm("CSV")),
    (Array("\u{feff}a;b;c\r\n1;\"2;3\";4\r\n".utf8), .otherForm("CSV")),
    (Array("{\"error\":\"no such token\"}\n".utf8), .json(start: "{\"error\":\"no such token\"}")),
    (Array("[{\"ip\":1},\n{\"ip\":2}]".utf8), .json(start: "[{\"ip\":1},")),
    (Array("SQLite format 3\0".utf8) + [16, 0], .otherForm("an SQLite database")),
    (Array("PAR1".utf8) + [0x15, 0], .otherForm("a Parquet file")),
    (location(year: 24, product: 1), .otherForm("an IP2Location or IP2Proxy .BIN file")),
    (location(year: 24, product: 2), .otherForm("an IP2Location or IP2Proxy .BIN file")),
    (location(year: 16, product: 0), .otherForm("an IP2Location or IP2Proxy .BIN file")),
    (location(year: 24, product: 0), .unknown),
    ([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4], .compressed("a 7-Zip archive")),
    (Array("Rar!".utf8) + [0x1a, 7, 1, 0], .compressed("a RAR archive")),
    (cutShort(24), .cutShort), (cutShort(28), .cutShort), (cutShort(32), .cutShort),
    ([1, 2, 3], .unknown), ([UInt8](repeating: 0x81, count: 4000), .unknown),
    ([0x50, 0x4b, 3, 4] + sampleWriter().bytes(), .compressed("a zip archive")),
    ([UInt8](repeating: 0, count: 5000), .unknown),
  ]

  @Test(arguments: cases.indices)
  func `a wrong file is named for what it is`(number: Int) throws {
    let (bytes, other) = Self.cases[number]
    let file = try ScratchFile(bytes)
    for options in [ReaderOptions(), pagedOptions] {
      let error = #expect(throws: MaxMindError.self) {
        try MaxMindReader(path: file.path, options: options)
      }
      #expect(error?.kind == .otherFile(other))
      let text = try #require(error).description
      #expect(text.hasPrefix(file.path + " is no MaxMind database: ") && !text.contains("\n"))
    }
  }

  @Test(
    .enabled(if: Corpus.folder != nil, "../shared/data is not at hand"),
    arguments: Corpus.digests.map(\.name))
  func `a database that was cut is named as one`(name: String) throws {
    let bytes = try Corpus.bytes(name)
    for length in [40, bytes.count / 4, bytes.count / 2, bytes.count - 2000] where length >= 40 {
      let found = kind { _ = try MaxMindReader(bytes: Array(bytes.prefix(length))) }
      #expect(found == .otherFile(.cutShort))
    }
  }

  @Test func `gzip that stores a database is gzip`() throws {
    let bytes = [0x1f, 0x8b, 8, 0] + sampleWriter().bytes().map { $0 }
    // Its tree starts at another place, so that it cannot be used.
    let stored = bytes.prefix(40) + bytes.suffix(400)
    #expect(
      kind { _ = try MaxMindReader(bytes: Array(stored)) } == .otherFile(.compressed("gzip")))
  }

  @Test(arguments: [0, 1, 7, 14])
  func `a database that lost its first bytes is none`(lost: Int) throws {
    let bytes = sampleWriter().bytes()
    if lost == 0 { return _ = try MaxMindReader(bytes: bytes) }
    #expect(throws: MaxMindError.self) { try MaxMindReader(bytes: Array(bytes.dropFirst(lost))) }
    #expect(throws: MaxMindError.self) {
      try MaxMindReader(bytes: [UInt8](repeating: 32, count: lost) + bytes)
    }
  }

  @Test func `a large file that is none is told by its ends alone`() throws {
    let large = 8 << 20
    for (head, kind) in [
      ([0x1f, 0x8b, 8], OtherFile.compressed("gzip")), (Array("<html>".utf8), .markup),
      ([0, 0, 1, 2], .unknown),
    ] {
      let file = try ScratchFile(head)
      try #require(truncate(file.path, large) == 0)
      var options = ReaderOptions()
      let most = Mutex(0)
      options.allocate = { count in
        most.withLock { $0 = max($0, count) }
        return nil
      }
      let error = #expect(throws: MaxMindError.self) {
        try MaxMindReader(path: file.path, options: options)
      }
      #expect(error?.kind == .otherFile(kind))
      #expect(most.withLock { $0 } < large)
    }
  }

  @Test func `a folder, a device and nothing are named`() throws {
    let folder = NSTemporaryDirectory()
    #expect(kind { _ = try MaxMindReader(path: folder) } == .otherFile(.directory))
    #expect(kind { _ = try MaxMindReader(path: "/dev/null") } == .otherFile(.noRegularFile))
    guard case .unreadable(let code, _) = kind({ _ = try MaxMindReader(path: folder + "/no.mmdb") })
    else { return #expect(Bool(false)) }
    #expect(code == ENOENT)
  }

  @Test func `a pipe that nobody writes to is not waited for`() throws {
    let path = NSTemporaryDirectory() + "/ipgeo-maxmind-\(UUID().uuidString)"
    try #require(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    #expect(kind { _ = try MaxMindReader(path: path) } == .otherFile(.noRegularFile))
  }

  @Test func `text that could move a cursor is not repeated`() throws {
    let error = #expect(throws: MaxMindError.self) {
      try MaxMindReader(bytes: Array("a\u{9}\u{202e}b\n".utf8))
    }
    #expect(error?.kind == .otherFile(.text(start: "a????b")))
  }
}
