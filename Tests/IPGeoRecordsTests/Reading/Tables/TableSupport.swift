import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore

@testable import IPGeoRecords

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What a reader made of a table, in a form to compare.
struct TableResult: Equatable {
  struct Record: Equatable, CustomStringConvertible {
    var line: Int
    var whole: String
    var text: String
    var spelling: String
    var word: String
    var passage: Passage
    var end: LineEnd

    var description: String { "\(line) <\(whole)> <\(text)> \(word) \(passage) \(end)" }
  }

  var records: [Record] = []
  var blankLines = 0
  var comments = 0
  var layout: InputLayout?

  var words: [String] { records.map(\.word) }
  var table: TableLayout? { layout?.table }
  var header: String? { table?.header.map { String(decoding: $0, as: UTF8.self) } }

  mutating func add(_ chunk: Chunk) {
    func text(_ range: Range<UInt32>) -> String {
      String(decoding: chunk.bytes(range), as: UTF8.self)
    }
    for record in chunk.records {
      let word =
        switch record.result {
        case .address(let address): address.description
        case .invalid(let reason): reason.rawValue
        }
      records.append(
        Record(
          line: chunk.line(of: record), whole: text(record.whole), text: text(record.text),
          spelling: text(record.spelling), word: word, passage: record.passage,
          end: record.lineEnd))
    }
  }
}

/// Options with the format told, and small ones changed.
func tableOptions(
  _ format: InputFormat = .auto, _ change: (inout ReadingOptions) -> Void = { _ in }
) -> ReadingOptions {
  var options = ReadingOptions()
  options.format = format
  options.idleMilliseconds = 0
  change(&options)
  return options
}

/// Reads a table that comes in pieces; each is sent when the reader has taken all before.
func readTable(
  pieces: [[UInt8]], _ options: ReadingOptions = tableOptions()
) throws -> TableResult {
  let feed = Feed()
  defer { close(feed.reading) }
  let reader = ChunkReader(
    source: ByteSource(descriptor: feed.reading, name: "pipe"), options: options)
  var waiting = pieces.filter { !$0.isEmpty }[...]
  var hasEnded = false
  defer { if !hasEnded { feed.end() } }
  func feedNext() {
    if let piece = waiting.popFirst() {
      feed.send(piece)
    } else if !hasEnded {
      hasEnded = true
      feed.end()
    }
  }
  var result = TableResult()
  while true {
    switch try reader.next(idle: feedNext) {
    case .chunk(let chunk): result.add(chunk)
    case .woken: throw Woken()
    case .end:
      result.blankLines = reader.blankLines
      result.comments = reader.comments
      result.layout = reader.layout
      return result
    }
  }
}

/// Reads a table that is all there at once.
func readTable(
  _ bytes: [UInt8], _ options: ReadingOptions = tableOptions()
) throws -> TableResult {
  let path = "/tmp/ipgeo-table-\(UInt64.random(in: 0...UInt64.max))"
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
  let reader = ChunkReader(
    source: ByteSource(descriptor: descriptor, name: "file"), options: options)
  var result = TableResult()
  while case .chunk(let chunk) = try reader.next(idle: {}) { result.add(chunk) }
  result.blankLines = reader.blankLines
  result.comments = reader.comments
  result.layout = reader.layout
  return result
}

func readTable(
  _ text: String, _ options: ReadingOptions = tableOptions()
) throws -> TableResult {
  try readTable(Array(text.utf8), options)
}

/// The error that a table's layout is refused with.
func layoutError(_ text: String, _ options: ReadingOptions = tableOptions()) -> LayoutError? {
  do {
    _ = try readTable(text, options)
    return nil
  } catch {
    guard case .layout(let found) = error as? InputError else { return nil }
    return found
  }
}
