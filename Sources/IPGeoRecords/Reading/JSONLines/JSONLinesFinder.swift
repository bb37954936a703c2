internal import IPGeoAddresses
internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoJSON

/// Finds the records of JSON lines: one JSON text a line, an object as a rule.
///
/// Each is checked to its end, even where nothing is needed from it. A byte order mark in front of a
/// line is passed over, as RFC 8259 section 8.1 lets readers do: joined files have them.
struct JSONLinesFinder: RecordFinder {
  let layout: InputLayout
  private var key: JSONAddressKey
  private var scanner: JSONMemberScanner
  private let rule: ClientRule
  private let nestName: [UInt8]

  /// Finds the addresses in one member of each object, and tells people of the key or not.
  init(key: JSONAddressKey, isTold: Bool, _ options: ReadingOptions) {
    layout = InputLayout(
      format: .jsonl, detail: isTold ? "key \(VisibleText.escape(key.name, limit: 60))" : nil)
    self.key = key
    rule = options.client
    nestName = Array(options.nestName.utf8)
    scanner = JSONMemberScanner(names: key.wanted + [nestName, nestName + Array("_2".utf8)])
  }

  /// Finds rows that a run wrote, whose object of our fields `fields` names; addresses are not
  /// looked for.
  init(rowsWith fields: FieldSet) {
    layout = InputLayout(format: .jsonl, fields: fields)
    key = JSONAddressKey(Field.ip.name)
    rule = ClientRule()
    nestName = Array((fields.nest ?? "").utf8)
    scanner = JSONMemberScanner(names: [[], [], nestName, nestName + Array("_2".utf8)])
  }

  mutating func find(
    in bytes: UnsafeRawBufferPointer, lines: Range<Int>, mayGoOn: Bool, into found: inout Findings
  ) -> Int {
    let end = mayGoOn ? settledEnd(lines, in: bytes, found) : lines.upperBound
    var cutter = LineCutter(bytes, lines.lowerBound..<end)
    while let line = cutter.next() {
      judge(line, before: end, in: bytes, into: &found)
      found.lines &+= 1
    }
    return end
  }

  func isSkipped(_ start: UnsafeRawBufferPointer) -> Bool { false }

  /// The end of the lines whose end is known: the LF of a last CR may be yet to come.
  private func settledEnd(
    _ lines: Range<Int>, in bytes: UnsafeRawBufferPointer, _ found: borrowing Findings
  ) -> Int {
    let last = lines.upperBound - 1
    guard last >= lines.lowerBound, bytes[last] == LineCutter.carriageReturn else {
      return lines.upperBound
    }
    let start = LineCutter.lastStart(in: bytes, lines.lowerBound..<last) ?? lines.lowerBound
    // What is given back must not be longer than the longest line.
    return found.takes(start..<last, in: bytes) ? start : lines.upperBound
  }

  private mutating func judge(
    _ line: Range<Int>, before end: Int, in bytes: UnsafeRawBufferPointer,
    into found: inout Findings
  ) {
    let line = Hole.text(of: line, in: bytes)
    if line.count > found.maximumLine {
      return found.addLongLine(line, in: bytes)
    }
    let text = trimmed(line, in: bytes)
    if text.isEmpty {
      found.blankLines += 1
      return
    }
    var record: FoundRecord
    if let outline = scanner.scan(bytes, in: text) {
      let source = JSONLineSource(bytes: bytes, shift: 0, end: end)
      record = self.record(outline, whole: line, source, &found)
    } else {
      record = repaired(text, line: line, before: end, in: bytes, &found)
    }
    record.lineEnd = Self.lineEnd(at: line.upperBound, before: end, in: bytes)
    found.records.append(record)
  }

  /// The record of a text that is no JSON as it stands.
  private mutating func repaired(
    _ text: Range<Int>, line: Range<Int>, before end: Int, in bytes: UnsafeRawBufferPointer,
    _ found: inout Findings
  ) -> FoundRecord {
    let raw = UnsafeRawBufferPointer(rebasing: bytes[text])
    let before = found.made.count
    if HexEscapes.repair(raw, into: &found.made) {
      let length = found.made.count - before
      // What is made of its strings is not longer than it; the bytes must stay where they are.
      found.made.reserve(length)
      let made = UnsafeRawBufferPointer(rebasing: found.made.bytes[before...])
      if let outline = scanner.scan(made, in: 0..<length) {
        let source = JSONLineSource(bytes: made, shift: end + before, end: end)
        return record(outline, whole: source.place(0..<length), source, &found)
      }
      found.made.truncate(to: before)
    }
    let isUnfinished = line.upperBound == end
    let reason = JSONFault.reason(of: raw, isUnfinished: isUnfinished)
    var record = FoundRecord(invalid: reason, text: text.short, lineOffset: found.lines)
    record.whole = line.short
    return record
  }

  /// The record of a valid text.
  private mutating func record(
    _ outline: JSONMemberScanner.Outline, whole: Range<Int>, _ source: JSONLineSource,
    _ found: inout Findings
  ) -> FoundRecord {
    var record: FoundRecord
    switch outline.value.kind {
    case .object:
      let value = key.value(in: outline, source.bytes)
      record = source.record(of: value, within: outline.value.range, rule, &found)
      record.whole = source.place(outline.value.range).short
      let number = nestNumber(outline, source.bytes)
      record.passage = .members(isEmpty: outline.isEmpty, nestNumber: number)
      return record
    case .string: record = source.record(of: outline.value, within: whole, rule, &found)
    default:
      let text = source.place(outline.value.range).short
      record = FoundRecord(invalid: .wrongType, text: text, lineOffset: found.lines)
    }
    record.whole = whole.short
    return record
  }

  private func nestNumber(
    _ outline: JSONMemberScanner.Outline, _ bytes: UnsafeRawBufferPointer
  ) -> UInt32 {
    if outline.member(2) == nil { return 1 }
    if outline.member(3) == nil { return 2 }
    return NestNumber.free(
      for: nestName, in: UnsafeRawBufferPointer(rebasing: bytes[outline.value.range]))
  }
}

// MARK: Lines

extension JSONLinesFinder {
  private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  private static func lineEnd(
    at place: Int, before end: Int, in bytes: UnsafeRawBufferPointer
  ) -> LineEnd {
    guard place < end else { return .none }
    if bytes[place] == LineCutter.feed { return .feed }
    return place + 1 < end && bytes[place + 1] == LineCutter.feed ? .returnFeed : .carriageReturn
  }

  /// The line without outer blanks and byte order mark; empty where it is blank.
  private func trimmed(_ line: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Range<Int> {
    let inner = withoutBlanks(line, in: bytes)
    guard let first = inner.first, bytes[first] != UInt8(ascii: "{") else { return inner }
    let text = UnsafeRawBufferPointer(rebasing: bytes[inner])
    if AddressToken.trimmed(text).isEmpty { return first..<first }
    guard text.starts(with: Self.byteOrderMark) else { return inner }
    return withoutBlanks(
      (first + Self.byteOrderMark.count)..<inner.upperBound, in: bytes)
  }

  private func withoutBlanks(
    _ range: Range<Int>, in bytes: UnsafeRawBufferPointer
  ) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isBlank(bytes[start]) { start += 1 }
    while start < end, isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
