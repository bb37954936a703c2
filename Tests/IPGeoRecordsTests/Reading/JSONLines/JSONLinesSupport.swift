import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore

@testable import IPGeoRecords

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A record of JSON lines with all that its row takes over.
struct JSONLinesRecord: Equatable, CustomStringConvertible {
  var line: Int
  var word: String
  var text: String
  var spelling: String
  var whole: String
  var passage: Passage
  var lineEnd: LineEnd
  var isForwarded: Bool
  var port: UInt16?

  var description: String {
    "\(line) \(word) <\(text)> <\(spelling)> <\(whole)> \(passage) \(lineEnd) \(isForwarded)"
  }

  init(_ record: FoundRecord, _ chunk: Chunk) {
    func text(_ range: Range<UInt32>) -> String {
      String(decoding: chunk.bytes(range), as: UTF8.self)
    }
    line = chunk.line(of: record)
    word =
      switch record.result {
      case .address(let address): address.description
      case .invalid(let reason): reason.rawValue
      }
    self.text = text(record.text)
    spelling = text(record.spelling)
    whole = text(record.whole)
    passage = record.passage
    lineEnd = record.lineEnd
    isForwarded = record.isForwarded
    port = record.port
  }
}

/// What came of an input of JSON lines.
struct JSONLinesResult: Equatable {
  var records: [JSONLinesRecord] = []
  var blankLines = 0
  var dialect: Dialect?

  var words: [String] { records.map(\.word) }
}

/// Reads pieces from a pipe, each sent when the reader has taken all before.
func readJSONLines(
  pieces: [[UInt8]], format: InputFormat = .auto, field: String? = nil,
  _ change: (inout ReadingOptions) -> Void = { _ in }
) throws -> JSONLinesResult {
  let feed = Feed()
  defer { close(feed.reading) }
  var options = ReadingOptions()
  options.format = format
  options.addressField = field
  options.idleMilliseconds = 0
  change(&options)
  let reader = ChunkReader(
    source: ByteSource(descriptor: feed.reading, name: "pipe"), options: options)
  var waiting = pieces.filter { !$0.isEmpty }[...]
  var hasEnded = false
  func feedNext() {
    if let piece = waiting.popFirst() {
      feed.send(piece)
    } else if !hasEnded {
      hasEnded = true
      feed.end()
    }
  }
  var result = JSONLinesResult()
  while case .chunk(let chunk) = try reader.next(idle: feedNext) {
    result.records += chunk.records.map { JSONLinesRecord($0, chunk) }
  }
  result.blankLines = reader.blankLines
  result.dialect = reader.dialect
  return result
}

/// Reads bytes that are all there at once.
func readJSONLines(
  _ bytes: [UInt8], format: InputFormat = .auto, field: String? = nil,
  _ change: (inout ReadingOptions) -> Void = { _ in }
) throws -> JSONLinesResult {
  let path = "/tmp/ipgeo-jsonl-\(UInt64.random(in: 0...UInt64.max))"
  let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
  defer { close(descriptor) }
  unlink(path)
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count <= 0 { throw Woken() }
    rest = rest.dropFirst(count)
  }
  lseek(descriptor, 0, SEEK_SET)
  var options = ReadingOptions()
  options.format = format
  options.addressField = field
  change(&options)
  let reader = ChunkReader(
    source: ByteSource(descriptor: descriptor, name: "file"), options: options)
  var result = JSONLinesResult()
  while case .chunk(let chunk) = try reader.next(idle: {}) {
    result.records += chunk.records.map { JSONLinesRecord($0, chunk) }
  }
  result.blankLines = reader.blankLines
  result.dialect = reader.dialect
  return result
}

func readJSONLines(
  _ text: String, format: InputFormat = .auto, field: String? = nil,
  _ change: (inout ReadingOptions) -> Void = { _ in }
) throws -> JSONLinesResult {
  try readJSONLines(Array(text.utf8), format: format, field: field, change)
}

/// Why a text has no layout; `nil` where it has one.
func jsonLinesError(
  _ text: String, format: InputFormat = .auto, field: String? = nil
) throws -> LayoutError? {
  do {
    _ = try readJSONLines(text, format: format, field: field)
    return nil
  } catch InputError.layout(let error) { return error }
}
