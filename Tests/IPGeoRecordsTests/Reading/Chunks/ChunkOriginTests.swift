import Foundation
import IPGeoByteStreams
import Testing

@testable import IPGeoRecords

/// A chunk that is read again is the chunk that was dropped.
@Suite struct ChunkOriginTests {
  /// A format and the pieces that its random files are made of.
  struct Kind: Sendable, CustomTestStringConvertible {
    var format: InputFormat
    var head: String
    var parts: [String]

    var testDescription: String { format.rawValue }

    func text(_ random: inout Seeded, parts count: Int) -> [UInt8] {
      let ends = ["\n", "\n", "\r\n", "\r", "\n\n"]
      var text = Array(head.utf8)
      for _ in 0..<count {
        switch Int.random(in: 0..<60, using: &random) {
        case 0: text += repeatElement(0x78, count: Int.random(in: 60...400, using: &random))
        case 1: text += [0xFF, 0x00, 0xC3]
        // A hole at a line's start: what of it is too long is dropped.
        case 2: text += [0x0A] + repeatElement(0, count: Int.random(in: 60...700, using: &random))
        case 3...20: text += (ends.randomElement(using: &random) ?? "\n").utf8
        default: text += (parts.randomElement(using: &random) ?? "").utf8
        }
      }
      return text
    }
  }

  static let kinds: [Kind] = [
    Kind(
      format: .list, head: "8.8.8.8\n",
      parts: ["8.8.8.8", "::1", "3 ", " ", "# c", "x", "1.1.1.1, 9.9.9.9", "\u{feff}"]),
    Kind(
      format: .log, head: "8.8.8.8 - - [01/Jan/2026:00:00:00 +0000] \"GET / HTTP/1.1\" 200 5\n",
      parts: [
        "8.8.8.8 - - [01/Jan/2026:00:00:00 +0000] \"GET / HTTP/1.1\" 200 5", "\"", " ", "- ", "x",
        "10.0.0.1, 9.9.9.9 - - [01/Jan/2026:00:00:00 +0000] \"GET / HTTP/1.1\" 200 5",
      ]),
    Kind(
      format: .log, head: "#Software: IIS\n#Fields: date c-ip cs-uri\n2026-01-01 8.8.8.8 /\n",
      parts: [
        "2026-01-01 8.8.4.4 /", "2026-01-01 x /", "#Fields: c-ip date", "#Fields: date c-ip",
        "1.1.1.1 y", " ", "#Fields: date",
      ]),
    Kind(
      format: .text, head: "from 8.8.8.8 port 22\n",
      parts: ["from 8.8.8.8 port 22", "12:34:56 ", "10.0.0.1 ", "1.2.3.4.5", "[::1]:80", " "]),
    Kind(
      format: .csv, head: "ip,name,note\n8.8.8.8,a,b\n",
      parts: [
        "8.8.8.8", "\"8.8.8.8\"", ",", ",", ",", "\"", "\"\"", "\"a\r\nb\"", "\"8.8.8.8\"\"\"", "x",
        "\"a,b\n\"\"c\"", "\r",
      ]),
    Kind(
      format: .jsonl, head: "{\"ip\":\"8.8.8.8\"}\n",
      parts: [
        "{\"ip\":\"8.8.8.8\"}", "{\"ip\":\"8.8\\u002e8.8\"}",
        "{\"ip\":\"1.1.1.1\",\"p\":\"\\x41\"}",
        "{", "}", " ", "[1]", "\"9.9.9.9\"", "{\"geo\":1,\"ip\":null}", "\\", "\u{feff}", "\r",
      ]),
  ]

  /// All chunks of a file that is cut at random places.
  private func chunks(
    of bytes: [UInt8], in source: ByteSource, _ kind: Kind, _ random: inout Seeded
  ) throws -> [Chunk] {
    var options = ReadingOptions()
    options.format = kind.format
    var finder = try bytes.withUnsafeBytes { try LayoutJudge.finder($0, isWhole: true, options) }
    var block = BlockAssembler(maximumLine: 200)
    block.begin(in: source, at: 0)
    var chunks: [Chunk] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = Array(rest.prefix(Int.random(in: 1...600, using: &random)))
      piece.withUnsafeBytes { block.text.append($0) }
      rest = rest.dropFirst(piece.count)
      if let chunk = block.cut(&finder, isLast: rest.isEmpty) { chunks.append(chunk) }
    }
    return chunks
  }

  @Test(arguments: kinds) func `a chunk read again is the chunk, however it was cut`(
    kind: Kind
  ) throws {
    var random = Seeded(state: 11)
    var again = 0
    for _ in 0..<60 {
      let bytes = kind.text(&random, parts: 600)
      let file = try OnDisk(bytes)
      for chunk in try chunks(of: bytes, in: file.source(), kind, &random) {
        guard let origin = chunk.origin else { continue }
        let copy = try #require(try origin.chunk(checksum: origin.checksum(of: chunk)))
        again += 1
        #expect(copy.records == chunk.records)
        #expect(copy.firstLine == chunk.firstLine && copy.format == chunk.format)
        #expect(Array(copy.bytes.bytes) == Array(chunk.bytes.bytes))
      }
    }
    // Most chunks are nothing but lines of the file.
    #expect(again > 100)
  }

  @Test(arguments: kinds) func `what follows a hole is had again`(kind: Kind) throws {
    var random = Seeded(state: 13)
    let part = Array((kind.head + kind.head).utf8)
    // Longer than the longest line: what is too much of it is dropped on the way.
    let hole = [UInt8](repeating: 0, count: 5000)
    let bytes = hole + part + hole + part + hole + part
    let file = try OnDisk(bytes)
    var records = 0
    for chunk in try chunks(of: bytes, in: file.source(), kind, &random) {
      let origin = try #require(chunk.origin)
      let copy = try #require(try origin.chunk(checksum: origin.checksum(of: chunk)))
      #expect(copy.records == chunk.records)
      records += copy.records.count
    }
    #expect(records >= 3)
  }

  /// The chunks of a list of 20,000 lines, and the file.
  private func list(
    head: [UInt8] = [], skipping: Int64 = 0
  ) throws -> (chunks: [Chunk], file: OnDisk, bytes: [UInt8]) {
    let lines = (0..<20_000).map { "8.8.\($0 / 200).\($0 % 200)\n" }.joined()
    let bytes = head + Array(lines.utf8)
    let file = try OnDisk(bytes)
    let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    lseek(descriptor, off_t(skipping), SEEK_SET)
    var options = ReadingOptions()
    options.chunkSize = 1
    let reader = ChunkReader(
      source: ByteSource(descriptor: dup(descriptor), name: "file"), options: options)
    var chunks: [Chunk] = []
    while case .chunk(let chunk) = try reader.next(idle: {}) { chunks.append(chunk) }
    return (chunks, file, bytes)
  }

  @Test(arguments: [0, 3, 8]) func `standard input may stand anywhere in its file`(
    skipped: Int
  ) throws {
    let head = skipped == 3 ? [0xEF, 0xBB, 0xBF] : Array("1.1.1.1\n".utf8)
    let (chunks, _, _) = try list(head: head, skipping: skipped == 3 ? 0 : Int64(skipped))
    #expect(chunks.count > 2 && chunks.allSatisfy { $0.origin != nil })
    for chunk in chunks {
      guard let origin = chunk.origin else { continue }
      let copy = try #require(try origin.chunk(checksum: origin.checksum(of: chunk)))
      #expect(copy.records == chunk.records)
      #expect(Array(copy.bytes.bytes) == Array(chunk.bytes.bytes))
    }
  }

  @Test(arguments: [(100, false), (20_000, true)])
  func `a small file is not kept open for its only chunk`(lines: Int, isKept: Bool) throws {
    let file = try OnDisk(Array(String(repeating: "8.8.8.8\n", count: lines).utf8))
    var options = ReadingOptions()
    options.chunkSize = 400_000
    let reader = ChunkReader(source: try file.source(), options: options)
    guard case .chunk(let chunk) = try reader.next(idle: {}) else {
      Issue.record("no chunk")
      return
    }
    #expect(chunk.origin?.isLast == (isKept ? true : nil) && chunk.records.count == lines)
  }

  @Test func `a file that only grew still holds the chunk`() throws {
    let (chunks, file, bytes) = try list()
    try file.write(bytes + Array("9.9.9.9\n".utf8))
    let origin = try #require(chunks[1].origin)
    let copy = try origin.chunk(checksum: origin.checksum(of: chunks[1]))
    #expect(copy?.records == chunks[1].records)
  }

  @Test func `a file that was cut, emptied or overwritten holds it no more`() throws {
    let (chunks, file, bytes) = try list()
    let origin = try #require(chunks[1].origin)
    let checksum = origin.checksum(of: chunks[1])
    // One byte of the chunk differs; its records would be as many.
    var other = bytes
    let place = Int(origin.offset) + origin.length - 2
    other[place] = other[place] == 0x31 ? 0x32 : 0x31
    for change in [Array(bytes[..<place]), [], other] {
      try file.write(change)
      #expect(try origin.chunk(checksum: checksum) == nil)
    }
    try file.write(bytes)
    #expect(try origin.chunk(checksum: checksum) != nil)
  }

  @Test func `what is no file's bytes as they stand is not had again`() throws {
    let feed = Feed()
    defer { close(feed.reading) }
    feed.send("8.8.8.8\n1.1.1.1\n".utf8)
    feed.end()
    let utf16 = try OnDisk(
      utf16("\u{feff}" + String(repeating: "8.8.8.8\n", count: 20_000), isBigEndian: false))
    for source in [ByteSource(descriptor: feed.reading, name: "pipe"), try utf16.source()] {
      var options = ReadingOptions()
      options.chunkSize = 1
      let reader = ChunkReader(source: source, options: options)
      var count = 0
      while case .chunk(let chunk) = try reader.next(idle: {}) {
        count += 1
        #expect(chunk.origin == nil)
      }
      #expect(count > 0)
    }
  }
}

/// A file of a test's own that goes away with it; it keeps its place when it is written anew.
private final class OnDisk {
  let path = "/tmp/ipgeo-origin-\(UInt64.random(in: 0...UInt64.max))"

  init(_ bytes: [UInt8]) throws { try write(bytes) }

  deinit { unlink(path) }

  /// Writes it anew, as logrotate's copytruncate does: the same file, emptied first.
  func write(_ bytes: [UInt8]) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count <= 0 { throw Woken() }
      rest = rest.dropFirst(count)
    }
  }

  func source() throws -> ByteSource { try ByteSource(path: path) }
}
