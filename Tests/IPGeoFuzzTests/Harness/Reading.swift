import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore

@testable import IPGeoRecords

/// What was read of an input.
struct Reading {
  /// A record, short enough to keep many of them.
  struct Entry: Hashable {
    var line: Int
    var whole: Stretch
    var text: Stretch
    var spelling: Stretch
    var result: FoundRecord.Finding
    var hits: UInt64
    var port: UInt16?
    var isForwarded: Bool
    var passage: Passage
    var lineEnd: LineEnd
  }

  /// The length and a hash of some bytes.
  struct Stretch: Hashable {
    var count: Int
    var hash: UInt64

    init(_ bytes: UnsafeRawBufferPointer) {
      count = bytes.count
      hash = bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
  }

  private(set) var chunks: [Chunk] = []
  private(set) var entries: [Entry] = []
  private(set) var blankLines = 0
  private(set) var comments = 0
  private(set) var layout = InputLayout(format: .list)
  private(set) var dialect: Dialect?

  private mutating func add(_ chunk: Chunk) throws(Breach) {
    try require(!chunk.records.isEmpty, "a chunk has no records")
    let length = chunk.bytes.count
    for record in chunk.records {
      for range in [record.whole, record.text, record.spelling] {
        let isWithin = range.lowerBound <= range.upperBound && Int(range.upperBound) <= length
        try require(isWithin, "\(range) of a record is not within the chunk's \(length) bytes")
      }
      let spelling = chunk.bytes(record.spelling)
      if case .address(let address) = record.result {
        let isRead = (try? AddressToken.parse(spelling).get())?.address == address
        try require(isRead, "<\(shown(spelling))> is taken for \(address)")
        try require(record.hits > 0, "a record stands for no hits")
      }
      entries.append(
        Entry(
          line: chunk.line(of: record), whole: Stretch(chunk.bytes(record.whole)),
          text: Stretch(chunk.bytes(record.text)), spelling: Stretch(spelling),
          result: record.result, hits: record.hits, port: record.port,
          isForwarded: record.isForwarded, passage: record.passage, lineEnd: record.lineEnd))
    }
    chunks.append(chunk)
  }
}

func shown(_ bytes: some Sequence<UInt8>) -> String {
  String(decoding: Array(bytes.prefix(120)), as: UTF8.self).debugDescription
}

// MARK: Ways to read

extension Reading {
  /// Reads a file that is all there; `nil` where it is refused.
  static func whole(_ example: FuzzCase, _ scratch: ScratchInput) throws -> Reading? {
    var options = example.options
    options.chunkSize = 1 << 20
    let reader = ChunkReader(source: try scratch.source(example.input), options: options)
    return try read(reader) {}
  }

  /// Reads through a pipe with pauses, or a long file in small chunks; `nil` where it is refused, or
  /// no such way was chosen.
  static func otherwise(_ example: FuzzCase, _ scratch: ScratchInput) throws -> Reading? {
    guard example.isReadOtherwise else { return nil }
    if example.input.count > 4096 {
      var options = example.options
      options.chunkSize = 64
      let reader = ChunkReader(source: try scratch.source(example.input), options: options)
      return try read(reader) {}
    }
    let feed = try PieceFeed(example.input, pieces: example.pieces)
    let source = ByteSource(descriptor: feed.reading, name: "input")
    let reader = ChunkReader(source: source, options: example.options)
    return try read(reader) { feed.feed() }
  }

  private static func read(
    _ reader: ChunkReader, idle: () -> Void
  ) throws -> Reading? {
    var reading = Reading()
    do {
      while case .chunk(let chunk) = try reader.next(idle: idle) { try reading.add(chunk) }
    } catch let error as InputError {
      if case .system(let cause) = error { throw Breach("it cannot be read: \(cause)") }
      return nil
    }
    reading.blankLines = reader.blankLines
    reading.comments = reader.comments
    reading.dialect = reader.dialect
    guard let layout = reader.layout else { throw Breach("an input that was read has no layout") }
    reading.layout = layout
    try require(layout.format != .auto, "the format is not known")
    return reading
  }

  /// Cuts the text in pieces, as it is known beforehand how it is laid out.
  static func cut(_ example: FuzzCase, _ scratch: ScratchInput) throws -> Reading {
    let text = DecodedText(example.input)
    let source = try scratch.source(example.input)
    var block = BlockAssembler(maximumLine: example.options.maximumLine)
    var transcoder = text.transcoder
    if transcoder == nil { block.begin(in: source, at: Int64(text.skipped)) }
    var finder = try text.bytes.withUnsafeBytes {
      try LayoutJudge.finder($0, isWhole: true, example.options)
    }
    var reading = Reading()
    reading.layout = finder.layout
    var rest = example.input[...]
    for (number, length) in example.pieces.enumerated() {
      var piece = rest.prefix(length)
      rest = rest.dropFirst(length)
      piece = piece.dropFirst(max(0, text.skipped - piece.startIndex))
      piece.withUnsafeBytes {
        if transcoder == nil {
          block.text.append($0)
        } else {
          transcoder?.append($0, to: &block.text)
        }
      }
      if number == example.pieces.count - 1 { transcoder?.finish(&block.text) }
      guard let chunk = block.cut(&finder, isLast: false) else { continue }
      try reading.add(chunk)
      try checkOrigin(of: chunk)
    }
    if let chunk = block.cut(&finder, isLast: true) { try reading.add(chunk) }
    reading.blankLines = block.blankLines
    reading.comments = block.comments
    return reading
  }

  /// A chunk that can be had again is the same again.
  private static func checkOrigin(of chunk: Chunk) throws {
    guard let origin = chunk.origin else { return }
    guard let again = try origin.chunk(checksum: origin.checksum(of: chunk)) else {
      throw Breach("a chunk is not had again")
    }
    try require(again.records == chunk.records, "a chunk has other records when it is had again")
    let isSame = again.bytes.bytes.elementsEqual(chunk.bytes.bytes)
    try require(isSame, "a chunk has other bytes when it is had again")
  }
}
