import IPGeoByteStreams
import IPGeoCore
import Testing

@testable import IPGeoRecords

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// NULs at any place, in any number: what is found does not depend on how the input comes.
struct HoleSplitTests {
  /// A format, and what its random inputs are made of.
  struct Kind: Sendable, CustomTestStringConvertible {
    var format: InputFormat
    var head: String
    var parts: [String]

    var testDescription: String { format.rawValue }
  }

  private static let line = "8.8.8.8 - - [01/Jan/2026:00:00:00 +0000] \"GET / HTTP/1.1\" 200 5"
  private static let failure = #"{"ip":"8.8.8.8","retryable":true,"records":1}"#

  static let kinds: [Kind] = [
    Kind(
      format: .list, head: "8.8.8.8\n",
      parts: ["8.8.8.8", "::1", " ", "# c", "x", "3 ", "1.1.1.1, 9.9.9.9"]),
    Kind(
      format: .log, head: "\(line)\n", parts: [line, "1.1.1.1 - - [", "#Fields: c-ip", "x ", "\""]),
    Kind(
      format: .text, head: "from 8.8.8.8 port 22\n",
      parts: ["from 8.8.8.8 port 22", "10.0.0.1", " ", "x", "1.2.3.4.5"]),
    Kind(
      format: .csv, head: "ip,n\n8.8.8.8,a\n",
      parts: [
        "8.8.8.8", ",", ",", "\"", "\"\"", "\"a\nb\"", "x", "\n\"a\n", "\"c\",\"d\n", "\"x\"y",
        "1.1.1.1,\"", "\",\"",
      ]),
    Kind(
      format: .tsv, head: "ip\tn\n8.8.8.8\ta\n",
      parts: ["8.8.8.8", "\t", "\"", "\"a\tb\n\"", "x", "\"\n"]),
    Kind(
      format: .jsonl, head: "{\"ip\":\"8.8.8.8\"}\n",
      parts: [
        "{\"ip\":\"8.8.8.8\"}", "{\"ip\":\"\\x38\"}", "{", "}", " ", "\u{feff}", "[1]",
        "{\"ip\":[\"8.8.8.8\",\"\\u0039\"]}",
      ]),
    Kind(format: .failures, head: "\(failure)\n", parts: [failure, "{", "}", " ", "x"]),
  ]

  /// What is told of a record, without where its chunk starts.
  private struct Entry: Equatable {
    var line: Int
    var whole: [UInt8]
    var text: [UInt8]
    var spelling: [UInt8]
    var result: FoundRecord.Finding
    var passage: Passage
    var lineEnd: LineEnd
    var hits: UInt64
  }

  private struct Found: Equatable {
    var entries: [Entry] = []
    var blankLines = 0
    var comments = 0

    mutating func add(_ chunk: Chunk) {
      entries += chunk.records.map { record in
        Entry(
          line: chunk.line(of: record), whole: Array(chunk.bytes(record.whole)),
          text: Array(chunk.bytes(record.text)), spelling: Array(chunk.bytes(record.spelling)),
          result: record.result, passage: record.passage, lineEnd: record.lineEnd,
          hits: record.hits)
      }
    }
  }

  private func input(_ kind: Kind, _ random: inout Seeded) -> [UInt8] {
    var text = Array(kind.head.utf8)
    for _ in 0..<Int.random(in: 0...40, using: &random) {
      switch Int.random(in: 0..<20, using: &random) {
      case 0...3: text += [UInt8](repeating: 0, count: Int.random(in: 1...3, using: &random))
      case 4: text += [UInt8](repeating: 0, count: Int.random(in: 60...68, using: &random))
      case 5: text += [UInt8](repeating: 0, count: Int.random(in: 69...400, using: &random))
      case 6: text += [UInt8](repeating: 0x79, count: Int.random(in: 1...200, using: &random))
      case 7...13: text += (["\n", "\r\n", "\r"].randomElement(using: &random) ?? "").utf8
      default: text += (kind.parts.randomElement(using: &random) ?? "").utf8
      }
    }
    return text
  }

  private func pieces(_ input: [UInt8], _ random: inout Seeded) -> [[UInt8]] {
    let most = [1, 3, 20, 90, 300].randomElement(using: &random) ?? 1
    var pieces: [[UInt8]] = []
    var rest = input[...]
    while !rest.isEmpty {
      pieces.append(Array(rest.prefix(Int.random(in: 1...most, using: &random))))
      rest = rest.dropFirst(pieces[pieces.count - 1].count)
    }
    return pieces
  }

  /// Cuts an input by what is known of all of it.
  private func cut(_ pieces: [[UInt8]], _ finder: any RecordFinder, _ maximum: Int) -> Found {
    var block = BlockAssembler(maximumLine: maximum)
    var finder = finder
    var found = Found()
    for piece in pieces {
      piece.withUnsafeBytes { block.text.append($0) }
      if let chunk = block.cut(&finder, isLast: false) { found.add(chunk) }
    }
    if let chunk = block.cut(&finder, isLast: true) { found.add(chunk) }
    (found.blankLines, found.comments) = (block.blankLines, block.comments)
    return found
  }

  private static let maximums = [1, 20, 79, 90, 200, 1 << 20]

  private func options(_ kind: Kind, _ maximum: Int) -> ReadingOptions {
    var options = ReadingOptions()
    options.format = kind.format
    options.maximumLine = maximum
    options.idleMilliseconds = 0
    if kind.format == .csv || kind.format == .tsv { options.addressField = "ip" }
    return options
  }

  @Test(arguments: kinds) func `random inputs with NULs, cut at random`(kind: Kind) throws {
    var random = Seeded(state: 17)
    for round in 0..<300 {
      let input = input(kind, &random)
      let maximum = Self.maximums.randomElement(using: &random) ?? 1
      let options = options(kind, maximum)
      let finder = try input.withUnsafeBytes {
        try LayoutJudge.finder($0, isWhole: true, options)
      }
      let whole = cut([input], finder, maximum)
      let pieces = pieces(input, &random)
      let split = cut(pieces, finder, maximum)
      #expect(split == whole, "\(round): \(maximum), \(pieces)")
    }
  }

  @Test func `random lines with NULs, cut at random`() throws {
    var random = Seeded(state: 19)
    for round in 0..<200 {
      let input = input(Self.kinds[0], &random)
      let maximum = Self.maximums.randomElement(using: &random) ?? 1
      let pieces = pieces(input, &random)
      let whole = cut([input], WholeLineFinder(), maximum)
      #expect(cut(pieces, WholeLineFinder(), maximum) == whole, "\(round): \(maximum), \(pieces)")
    }
  }

  private func read(_ reader: ChunkReader, idle: () -> Void) throws -> Found {
    var found = Found()
    while case .chunk(let chunk) = try reader.next(idle: idle) { found.add(chunk) }
    (found.blankLines, found.comments) = (reader.blankLines, reader.comments)
    return found
  }

  /// Reads pieces from a pipe, each sent when the reader has taken all before.
  private func read(_ pieces: [[UInt8]], _ options: ReadingOptions) throws -> Found {
    let feed = Feed()
    defer { close(feed.reading) }
    var rest = pieces[...]
    var hasEnded = false
    defer { if !hasEnded { feed.end() } }
    let source = ByteSource(descriptor: feed.reading, name: "pipe")
    return try read(ChunkReader(source: source, options: options)) {
      if let piece = rest.popFirst() { return feed.send(piece) }
      if !hasEnded { feed.end() }
      hasEnded = true
    }
  }

  @Test(arguments: kinds) func `random inputs behind a hole, through a pipe`(kind: Kind) throws {
    var random = Seeded(state: 23)
    for round in 0..<60 {
      let hole = [UInt8](repeating: 0, count: Int.random(in: 0...300, using: &random))
      let input = hole + input(kind, &random)
      let options = options(kind, Self.maximums.randomElement(using: &random) ?? 1)
      let whole = try read([input], options)
      // The first lines are what the input is judged by, whose pauses tell of it, too.
      let head = hole.count + kind.head.utf8.count
      let behind = pieces(Array(input[head...]), &random)
      let front = pieces(Array(input[..<head]), &random)
      let split = try read(front + behind, options)
      #expect(split == whole, "\(round): \(options.maximumLine), \(front + behind)")
    }
  }
}
