import Foundation
import IPGeoByteStreams
import Testing

@testable import IPGeoRecords

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

struct ChunkReaderTests {
  private func reader(
    _ feed: Feed, idle: Int32 = 0, wake: WakeHandle? = nil
  ) -> ChunkReader {
    var options = ReadingOptions()
    options.idleMilliseconds = idle
    return ChunkReader(
      source: ByteSource(descriptor: feed.reading, name: "pipe"), options: options, wake: wake)
  }

  private func texts(_ step: ChunkStep) -> [String]? {
    guard case .chunk(let chunk) = step else { return nil }
    var result = ReadResult()
    result.add(chunk)
    return result.records.map(\.text)
  }

  @Test func `a whole line is handed out while the pipe stays open and silent`() throws {
    let feed = Feed()
    let reader = reader(feed)
    feed.send("8.8.8.8\n".utf8)
    #expect(texts(try reader.next(idle: {})) == ["8.8.8.8"])
    feed.send("1.1.1.1\n9.9".utf8)
    #expect(texts(try reader.next(idle: {})) == ["1.1.1.1"])
    feed.send(".9.9\r".utf8)
    #expect(texts(try reader.next(idle: {})) == ["9.9.9.9"])
    feed.send("\n".utf8)
    feed.end()
    #expect(texts(try reader.next(idle: {})) == nil)
    #expect(reader.blankLines == 0)
  }

  @Test func `idle is told once for each silence, after the records before it`() throws {
    let feed = Feed()
    let wake = try WakeHandle()
    let reader = reader(feed, wake: wake)
    var log: [String] = []
    let idle = {
      log.append("idle")
      wake.signal()
    }
    for text in ["8.8.8.8\n", "1.1.1.1\n"] {
      feed.send(text.utf8)
      for _ in 0..<3 {
        switch try reader.next(idle: idle) {
        case .chunk: log.append("chunk")
        case .woken: log.append("woken")
        case .end: log.append("end")
        }
        if log.last == "woken" { break }
      }
      // A second wait in the same silence is not told of.
      #expect(texts(try reader.next(idle: idle)) == nil)
      wake.clear()
    }
    #expect(log == ["chunk", "idle", "woken", "chunk", "idle", "woken"])
  }

  @Test func `the wake handle ends a blocked read, and reading can go on`() throws {
    let feed = Feed()
    let wake = try WakeHandle()
    let reader = reader(feed, wake: wake)
    Thread { wake.signal() }.start()
    guard case .woken = try reader.next(idle: {}) else {
      Issue.record("not woken")
      return
    }
    feed.send("8.8.8.8\n".utf8)
    wake.clear()
    #expect(texts(try reader.next(idle: {})) == ["8.8.8.8"])
  }

  @Test func `a directory and a bad descriptor are errors of the system`() throws {
    let descriptor = open("/tmp", O_RDONLY)
    defer { close(descriptor) }
    for bad in [descriptor, 999_999] {
      let source = ByteSource(descriptor: bad, name: "bad")
      let reader = ChunkReader(source: source, options: ReadingOptions())
      let code = bad == descriptor ? EISDIR : EBADF
      #expect(
        throws: InputError.system(SystemError(code: code, operation: "read", path: "bad"))
      ) { try reader.next(idle: {}) }
    }
  }

  @Test func `the end stays the end`() throws {
    let feed = Feed()
    let reader = reader(feed)
    feed.send("8.8.8.8".utf8)
    feed.end()
    #expect(texts(try reader.next(idle: {})) == ["8.8.8.8"])
    for _ in 0..<3 {
      guard case .end = try reader.next(idle: {}) else {
        Issue.record("no end")
        return
      }
    }
  }

  @Test func `chunks are of about the size asked for`() throws {
    let input = Array(String(repeating: "8.8.8.8\n", count: 100_000).utf8)
    let result = try read(input, chunkSize: 100_000)
    #expect(result.records.count == 100_000)
    #expect(result.records.map(\.line) == Array(1...100_000))
    #expect(result.chunks == 8)
  }

  @Test func `hostile sizes are held within bounds`() throws {
    let result = try read(
      Array("8.8.8.8\n".utf8), maximumLine: .max, chunkSize: .min)
    #expect(result.words == ["8.8.8.8"])
    #expect(try read(Array("8.8.8.8\n".utf8), maximumLine: -5).words == ["line-too-long"])
  }
}
