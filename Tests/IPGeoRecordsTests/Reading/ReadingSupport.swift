import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore

@testable import IPGeoRecords

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What a reader made of an input, in a form to compare.
struct ReadResult: Equatable {
  struct Record: Equatable, CustomStringConvertible {
    var line: Int
    var text: String
    var spelling: String
    var word: String
    var hits: UInt64 = 1
    var port: UInt16?

    var description: String { "\(line) <\(text)> <\(spelling)> \(word) \(hits) \(port ?? 0)" }
  }

  var records: [Record] = []
  /// All of each record, and whether its text is a list.
  var wholes: [String] = []
  var forwarded: [Bool] = []
  var blankLines = 0
  var comments = 0
  var notRetryable = 0
  var chunks = 0
  var dialect: Dialect?

  /// The addresses or reasons, in order.
  var words: [String] { records.map(\.word) }

  mutating func add(_ chunk: Chunk) {
    chunks += 1
    for record in chunk.records {
      let word =
        switch record.result {
        case .address(let address): address.description
        case .invalid(let reason): reason.rawValue
        }
      records.append(
        Record(
          line: chunk.line(of: record),
          text: String(decoding: chunk.bytes(record.text), as: UTF8.self),
          spelling: String(decoding: chunk.bytes(record.spelling), as: UTF8.self), word: word,
          hits: record.hits, port: record.port))
      wholes.append(String(decoding: chunk.bytes(record.whole), as: UTF8.self))
      forwarded.append(record.isForwarded)
    }
  }

  /// Equal but for how the input was cut.
  func isSame(as other: ReadResult) -> Bool {
    var copy = other
    copy.chunks = chunks
    return copy == self
  }
}

/// An anonymous pipe that is fed by the test itself, piece by piece.
struct Feed {
  let reading: Int32
  let writing: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  func send(_ bytes: some Collection<UInt8>) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(writing, $0.baseAddress, $0.count) }
      if count < 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  func end() { close(writing) }
}

/// Reads `bytes` from a pipe; each piece is sent when the reader has taken all before.
///
/// The pieces come as the reader asks: it sees an empty pipe between them.
func read(
  _ pieces: [[UInt8]], format: InputFormat = .auto, maximumLine: Int = 1 << 20,
  chunkSize: Int = 1 << 20, field: String? = nil
) throws -> ReadResult {
  let feed = Feed()
  defer { close(feed.reading) }
  var options = ReadingOptions()
  options.format = format
  options.maximumLine = maximumLine
  options.chunkSize = chunkSize
  options.addressField = field
  options.idleMilliseconds = 0
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
  var result = ReadResult()
  while true {
    switch try reader.next(idle: feedNext) {
    case .chunk(let chunk): result.add(chunk)
    case .woken: throw Woken()
    case .end:
      result.blankLines = reader.blankLines
      result.comments = reader.comments
      result.notRetryable = reader.notRetryable
      result.dialect = reader.dialect
      return result
    }
  }
}

struct Woken: Error {}

/// Reads bytes that are all there at once.
func read(
  _ bytes: [UInt8], format: InputFormat = .auto, maximumLine: Int = 1 << 20,
  chunkSize: Int = 1 << 20, field: String? = nil
) throws -> ReadResult {
  let path = "/tmp/ipgeo-reading-\(UInt64.random(in: 0...UInt64.max))"
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
  options.maximumLine = maximumLine
  options.chunkSize = chunkSize
  options.addressField = field
  let reader = ChunkReader(
    source: ByteSource(descriptor: descriptor, name: "file"), options: options)
  var result = ReadResult()
  while case .chunk(let chunk) = try reader.next(idle: {}) { result.add(chunk) }
  result.blankLines = reader.blankLines
  result.comments = reader.comments
  result.notRetryable = reader.notRetryable
  result.dialect = reader.dialect
  return result
}

func read(_ text: String, maximumLine: Int = 1 << 20) throws -> ReadResult {
  try read(Array(text.utf8), maximumLine: maximumLine)
}

func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
  text.utf16.flatMap { unit -> [UInt8] in
    let (high, low) = (UInt8(unit >> 8), UInt8(unit & 255))
    return isBigEndian ? [high, low] : [low, high]
  }
}

/// A generator whose numbers are the same in each run.
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}
