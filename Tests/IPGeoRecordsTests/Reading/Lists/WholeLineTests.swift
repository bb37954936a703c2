import IPGeoByteStreams
import IPGeoCore
import Testing

@testable import IPGeoRecords

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite struct WholeLineTests {
  /// The lines of a text: number, text and reason.
  private func lines(_ text: String, maximumLine: Int = 20, chunkSize: Int = 1 << 20) throws
    -> [String]
  {
    let feed = Feed()
    defer { close(feed.reading) }
    feed.send(Array(text.utf8))
    feed.end()
    var options = ReadingOptions()
    options.maximumLine = maximumLine
    options.chunkSize = chunkSize
    let reader = ChunkReader(
      source: ByteSource(descriptor: feed.reading, name: "feed"), options: options,
      wholeLines: true)
    var lines: [String] = []
    while case .chunk(let chunk) = try reader.next(idle: {}) {
      for record in chunk.records {
        let text = String(decoding: chunk.bytes(record.text), as: UTF8.self)
        lines.append("\(chunk.line(of: record)) <\(text)> \(record.reason?.rawValue ?? "-")")
      }
    }
    return lines
  }

  @Test(arguments: [1, 7, 1 << 20])
  func `lines are handed out as they stand`(chunkSize: Int) throws {
    #expect(
      try lines("\u{FEFF} {\"a\": 1} \r\n\r\n# b\n \t\n8.8.8.8", chunkSize: chunkSize) == [
        "1 < {\"a\": 1} > no-address", "3 <# b> no-address", "5 <8.8.8.8> no-address",
      ])
  }

  @Test(arguments: [1, 7, 1 << 20])
  func `a longer line is told and cut, and the next is whole`(chunkSize: Int) throws {
    let long = String(repeating: "#", count: 200)
    #expect(
      try lines("\(long)\nb\n\(long)", chunkSize: chunkSize) == [
        "1 <\(long.prefix(80))> line-too-long", "2 <b> no-address",
        "3 <\(long.prefix(80))> line-too-long",
      ])
  }
}
