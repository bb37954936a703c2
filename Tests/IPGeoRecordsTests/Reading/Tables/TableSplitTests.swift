import IPGeoCore
import Testing

@testable import IPGeoRecords

/// However a table comes, its records are the same; and they are those of a second parser.
struct TableSplitTests {
  /// Parts of which random tables are made: what has a meaning, and what has none.
  private static let parts = [
    "8.8.8.8", "1.1.1.1", "x", "\"", "\"\"", ",", ",\"", "\",", "\"\n", "\n", "\r\n", "\r", " ",
    "\0", "é", "\"8.8.8.8\"", "\"a\nb\"", "\n8.8.8.8,",
  ]

  private static func random(_ random: inout Seeded, parts count: Int) -> [UInt8] {
    let texts = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }
    return Array(texts.joined().utf8)
  }

  private static func cut(_ input: [UInt8], _ most: Int, _ random: inout Seeded) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var rest = input[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...most, using: &random)
      pieces.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return pieces
  }

  private func told(_ maximumLine: Int = 1 << 20, chunk: Int = 1 << 20) -> ReadingOptions {
    tableOptions(.csv) {
      $0.delimiter = 0x2c
      $0.addressField = "1"
      $0.hasNoHeader = true
      $0.maximumLine = maximumLine
      $0.chunkSize = chunk
    }
  }

  @Test(arguments: [1 << 20, 12, 30])
  func `random tables in random pieces`(_ maximumLine: Int) throws {
    var random = Seeded(state: UInt64(maximumLine))
    for _ in 0..<400 {
      let input = TableSplitTests.random(
        &random, parts: Int.random(in: 0...40, using: &random))
      // A first letter, as the encoding is told from what comes first.
      let bytes = Array("a.b".utf8) + input
      let whole = try readTable(bytes, told(maximumLine))
      let pieces = TableSplitTests.cut(bytes, Int.random(in: 1...20, using: &random), &random)
      let split = try readTable(
        pieces: pieces, told(maximumLine, chunk: Int.random(in: 1...40, using: &random)))
      #expect(
        split.records == whole.records, "\(pieces.map { String(decoding: $0, as: UTF8.self) })")
      #expect(split.blankLines == whole.blankLines)
    }
  }

  @Test func `the records are those of a second parser`() throws {
    var random = Seeded(state: 11)
    for _ in 0..<2000 {
      let input = TableSplitTests.random(
        &random, parts: Int.random(in: 0...40, using: &random))
      let bytes = Array("a.b".utf8) + input
      let maximum = Int.random(in: 4...60, using: &random)
      let found = try readTable(bytes, told(maximum))
      let expected = ReferenceTable(bytes, maximum: maximum).records.filter { !$0.isBlank }
      #expect(found.records.map(\.whole) == expected.map(\.whole), "\(input)")
      #expect(found.records.map(\.line) == expected.map(\.line))
      #expect(found.records.map(\.end) == expected.map(\.end))
      for (record, expected) in zip(found.records, expected) {
        #expect(record.passage == .cells(count: expected.cells, isOpen: expected.isOpen))
        #expect((record.word == "unclosed-quote") == (expected.kind == .unclosed))
        #expect((record.word == "line-too-long") == (expected.kind == .long))
        guard expected.kind == .regular, record.spelling != record.text else { continue }
        #expect(expected.first.contains(record.spelling))
      }
    }
  }

  @Test func `nothing of the input is lost between the records`() throws {
    var random = Seeded(state: 5)
    for _ in 0..<500 {
      let input = TableSplitTests.random(
        &random, parts: Int.random(in: 0...60, using: &random))
      let bytes = Array("a.b".utf8) + input
      let found = try readTable(bytes, told())
      // Only blank lines are no records.
      let kept = found.records.map { $0.whole + String(describing: $0.end.bytes) }.joined()
      let blanks = Set(" \r\n\0".utf8)
      #expect(kept.utf8.filter { !blanks.contains($0) } == bytes.filter { !blanks.contains($0) })
    }
  }
}

/// A plain parser of the same rules, one byte at a time, to compare with.
private struct ReferenceTable {
  enum Kind { case regular, unclosed, long }

  struct Record {
    var whole: String
    var line: Int
    var end: LineEnd
    var cells: UInt32
    var isOpen: Bool
    var kind: Kind
    var first = ""
    var isBlank = false
  }

  private(set) var records: [Record] = []
  private let bytes: [UInt8]
  private let maximum: Int
  /// Quotes that open before do not span lines.
  private var searched = 0

  init(_ bytes: [UInt8], maximum: Int) {
    self.bytes = bytes
    self.maximum = maximum
    var start = 0
    var line = 1
    while start < bytes.count {
      let lineStop = stop(from: start)
      let nulls = bytes[start..<lineStop].prefix { $0 == 0 }.count
      let first = start + (nulls < 64 ? 0 : nulls)
      let result = record(from: first, textStart: start + nulls, lineStop)
      let last = result ?? lineStop
      var taken = Array(bytes[first..<last])
      var kind = result == nil ? Kind.unclosed : .regular
      var end = lineEnd(at: last)
      if last - start - nulls > maximum {
        kind = .long
        taken = Array(bytes[(start + nulls)..<last])
        taken = Array(taken.prefix(cut(taken)))
        end = .none
      }
      let (texts, isOpen) = cells(taken)
      records.append(
        Record(
          whole: String(decoding: taken, as: UTF8.self), line: line, end: end,
          cells: UInt32(texts.count), isOpen: isOpen, kind: kind, first: texts[0],
          isBlank: kind == .regular && taken.allSatisfy { [0x20, 0].contains($0) }))
      line += lines(in: Array(bytes[start..<last]))
      start = last + lineEnd(at: last).bytes.utf8CodeUnitCount
    }
  }

  /// Where the record ends that starts there; `nil` where a quote of it is not closed.
  private mutating func record(from start: Int, textStart: Int, _ lineStop: Int) -> Int? {
    let limit = textStart + maximum
    if lineStop > limit { return lineStop }
    var index = start
    var isAtStart = true
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x0a || byte == 0x0d { break }
      if isAtStart, byte == 0x22 {
        let opening = index
        index += 1
        while index < bytes.count {
          if bytes[index] == 0x22 {
            guard index + 1 < bytes.count, bytes[index + 1] == 0x22 else { break }
            index += 1
          }
          index += 1
        }
        let spans = bytes[opening..<index].contains { $0 == 0x0a || $0 == 0x0d }
        if spans, opening < searched { return nil }
        guard index < bytes.count, index <= limit else {
          searched = max(searched, limit)
          return nil
        }
        index += 1
        if spans, index < bytes.count, ![0x2c, 0x0a, 0x0d].contains(bytes[index]) {
          searched = max(searched, index - 1)
          return nil
        }
        isAtStart = false
        continue
      }
      isAtStart = byte == 0x2c
      index += 1
    }
    if index > limit {
      searched = max(searched, limit)
      return nil
    }
    return index
  }

  private func stop(from start: Int) -> Int {
    bytes[start...].firstIndex { $0 == 0x0a || $0 == 0x0d } ?? bytes.count
  }

  private func lineEnd(at index: Int) -> LineEnd {
    guard index < bytes.count else { return .none }
    if bytes[index] == 0x0a { return .feed }
    return index + 1 < bytes.count && bytes[index + 1] == 0x0a ? .returnFeed : .carriageReturn
  }

  private func lines(in record: [UInt8]) -> Int {
    var count = 1
    for (index, byte) in record.enumerated() {
      if byte == 0x0a, index == 0 || record[index - 1] != 0x0d { count += 1 }
      if byte == 0x0d { count += 1 }
    }
    return count
  }

  /// How much of a long line is kept.
  private func cut(_ line: [UInt8]) -> Int {
    var end = min(80, line.count)
    while end > 0, end < line.count, line[end] & 0xc0 == 0x80 { end -= 1 }
    return end
  }

  private func cells(_ record: [UInt8]) -> (texts: [String], isOpen: Bool) {
    enum State { case start, plain, quoted, quoteInQuoted }
    var texts: [[UInt8]] = [[]]
    var state = State.start
    for byte in record {
      switch (state, byte) {
      case (.start, 0x22): state = .quoted
      case (.quoted, 0x22): state = .quoteInQuoted
      case (.quoteInQuoted, 0x22):
        texts[texts.count - 1].append(byte)
        state = .quoted
      case (.quoted, _): texts[texts.count - 1].append(byte)
      case (_, 0x2c):
        texts.append([])
        state = .start
      default:
        texts[texts.count - 1].append(byte)
        state = .plain
      }
    }
    return (texts.map { String(decoding: $0, as: UTF8.self) }, state == .quoted)
  }
}
