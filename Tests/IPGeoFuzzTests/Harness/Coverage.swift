import IPGeoAddresses
import IPGeoCore

@testable import IPGeoRecords

extension Reading {
  /// Everything that is not blank, a comment or a header is a record, once, and stands in its line.
  func checkCoverage(of example: FuzzCase) throws {
    var walk = LineWalk(example, layout.format, dialect?.encoding)
    for chunk in chunks {
      for record in chunk.records { try walk.take(record, of: chunk) }
    }
    try walk.finish(blank: blankLines, comments: comments)
  }

  /// Both have the same records.
  func checkSame(_ other: Reading, _ how: String) throws {
    for (number, (one, another)) in zip(entries, other.entries).enumerated() where one != another {
      throw Breach("record \(number) is \(one), \(how) it is \(another)")
    }
    let counts = (entries.count, blankLines, comments)
    let others = (other.entries.count, other.blankLines, other.comments)
    try require(counts == others, "records, blank lines, comments: \(counts), \(how) \(others)")
  }

  /// Whether what came in pieces was judged as what was there at once, for certain.
  func isComparable(with other: Reading) -> Bool {
    let isTold = layout.format == .list || layout.format == .text
    return isTold && dialect == other.dialect
  }
}

/// Goes through the lines of a text beside the records that were found in it.
private struct LineWalk {
  private let text: DecodedText
  private let lines: [DecodedText.Line]
  private let format: InputFormat
  private let maximum: Int
  /// The first line that no record has taken.
  private var next = 0
  private var passed = 0
  private var hasRecords = false

  init(_ example: FuzzCase, _ format: InputFormat, _ encoding: TextEncoding?) {
    text = DecodedText(example.input, as: encoding)
    lines = text.lines
    maximum = example.options.maximumLine
    self.format = format
  }

  mutating func take(_ record: FoundRecord, of chunk: Chunk) throws(Breach) {
    let number = chunk.line(of: record) - 1
    try require(number >= next, "line \(number + 1) comes after line \(next)")
    try require(number < lines.count, "line \(number + 1) of \(lines.count)")
    try pass(to: number)
    hasRecords = true
    let line = lines[number]
    let whole = Array(chunk.bytes(record.whole))
    let content = withoutNulls(text.bytes[line.range])
    if record.reason == .lineTooLong {
      try require(content.count > maximum, "line \(number + 1) is not too long")
      try require(whole.count <= 80, "\(whole.count) bytes are kept of line \(number + 1)")
      try require(content.starts(with: whole), "line \(number + 1) has other bytes")
      next = number + 1
      return
    }
    let last = isTable ? try end(of: whole, from: number) : number
    if !isTable { try require(holds(content, whole, record), "line \(number + 1) has other bytes") }
    let length = withoutNulls(whole).count
    try require(length <= maximum || isRepaired(content), "line \(number + 1) is too long")
    if isTable || format == .jsonl {
      let isRight = record.lineEnd == lines[last].end
      try require(isRight, "line \(last + 1) ends with \(record.lineEnd)")
    }
    next = last + 1
  }

  /// Nothing but blank lines and comments is left.
  mutating func finish(blank: Int, comments: Int) throws(Breach) {
    try pass(to: lines.count)
    // Of a table's header it is not known here how many lines it has.
    if isTable { return }
    try require(passed == blank + comments, "\(passed) lines are none, but \(blank) + \(comments)")
  }

  private var isTable: Bool { format == .csv || format == .tsv }

  private mutating func pass(to end: Int) throws(Breach) {
    while next < end {
      passed += 1
      let isPassed = isTable && !hasRecords || isNone(lines[next].range)
      try require(isPassed, "line \(next + 1) is no record")
      next += 1
    }
  }

  private func isNone(_ line: Range<Int>) -> Bool {
    text.bytes[line].withUnsafeBytes { bytes in
      let inner = AddressToken.trimmed(bytes)
      if inner.isEmpty { return true }
      return (format == .list || format == .log) && bytes[inner.lowerBound] == 0x23
    }
  }

  /// The last line of a table's record.
  private func end(of whole: [UInt8], from number: Int) throws(Breach) -> Int {
    let start = recordStart(of: lines[number].range)
    let stop = start + whole.count
    let isThere = stop <= text.bytes.count && text.bytes[start..<stop].elementsEqual(whole)
    try require(isThere, "line \(number + 1) has other bytes")
    var last = number
    while last < lines.count, lines[last].range.upperBound < stop { last += 1 }
    let isEnd = last < lines.count && lines[last].range.upperBound == stop
    try require(isEnd, "the record of line \(number + 1) does not end with a line")
    return last
  }

  /// Where a table's record starts: 64 NULs in front, and more, are a hole and not of it.
  private func recordStart(of line: Range<Int>) -> Int {
    let nulls = text.bytes[line].prefix { $0 == 0 }.count
    return line.lowerBound + (nulls < 64 ? 0 : nulls)
  }

  /// Whether what a row takes over is the line.
  private func holds(_ content: [UInt8], _ whole: [UInt8], _ record: FoundRecord) -> Bool {
    if content == whole { return true }
    guard format == .jsonl else { return false }
    let inner = trimmed(content)
    return inner == whole || isRepaired(inner) && repaired(inner) == whole
  }

  private func trimmed(_ content: [UInt8]) -> [UInt8] {
    func blanksOff(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      var bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 }
      while bytes.last == 0x20 || bytes.last == 0x09 { bytes.removeLast() }
      return bytes
    }
    let inner = blanksOff(content[...])
    return Array(inner.starts(with: [0xef, 0xbb, 0xbf]) ? blanksOff(inner.dropFirst(3)) : inner)
  }

  private func isRepaired(_ content: [UInt8]) -> Bool {
    format == .jsonl && repaired(content) != content
  }

  /// The line with `\xHH` in its strings as `\u00HH`.
  private func repaired(_ content: [UInt8]) -> [UInt8] {
    var made: [UInt8] = []
    var isInString = false
    var at = 0
    while at < content.count {
      let byte = content[at]
      if byte == 0x22 { isInString.toggle() }
      guard isInString, byte == 0x5c, at + 1 < content.count else {
        made.append(byte)
        at += 1
        continue
      }
      let digits = content[(at + 2)...].prefix(2)
      let isHex = digits.count == 2 && digits.allSatisfy { Character(.init($0)).isHexDigit }
      made += content[at + 1] == 0x78 && isHex ? Array("\\u00".utf8) : [byte, content[at + 1]]
      at += 2
    }
    return made
  }

  private func withoutNulls(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    Array(bytes.drop { $0 == 0 })
  }
}
