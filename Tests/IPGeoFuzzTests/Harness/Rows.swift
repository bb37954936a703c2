import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore
import IPGeoJSON

@testable import IPGeoEnrichment
@testable import IPGeoRecords

extension Reading {
  /// So many records of a chunk are written.
  private static let writtenOfChunk = 200

  /// Every record is written as a row that others can read, and that holds the record's bytes.
  func checkRows(of example: FuzzCase) throws {
    let input = RowPlan.Input(name: "input", layout: layout)
    guard
      let plan = try? RowPlan([input], fields: example.fields, passes: true, example.wishes),
      let style = plan.styles.first
    else { return }
    let check = RowCheck(example.fields, style)
    try check.checkHeader()
    for chunk in chunks {
      for record in chunk.records.prefix(Reading.writtenOfChunk) {
        try check.check(record, of: chunk)
      }
    }
  }
}

/// Writes rows and reads them again.
private struct RowCheck {
  private let renderer: RowRenderer
  private let style: RowStyle
  private let count: Int

  init(_ fields: [Field], _ style: RowStyle) {
    renderer = RowRenderer(fields: fields, style: style)
    self.style = style
    count = renderer.fields.count
  }

  func checkHeader() throws(Breach) {
    var out = ByteBuffer()
    renderer.appendHeader(to: &out)
    if style.format == .jsonl { return try require(out.count == 0, "JSON has a header") }
    var header = Array(out.bytes)
    if style.isExcel { header.removeFirst(3) }
    guard let body = withoutEnd(header, .none) else { throw Breach("the header has no line end") }
    let cells = CutCells(body, delimiter: style.delimiter)
    let expected = (style.table.map { max(1, $0.names.count) } ?? 0) + count
    try require(
      cells.texts.count == expected, "\(cells.texts.count) columns are named: \(shown(body))")
  }

  func check(_ record: FoundRecord, of chunk: Chunk) throws {
    let row = written(record, of: chunk)
    let whole = Array(chunk.bytes(record.whole))
    guard let body = withoutEnd(row, passesLineEnd ? record.lineEnd : .none) else {
      throw Breach("the row does not end as its record: \(shown(row))")
    }
    switch style.passing {
    case .nothing where style.format == .jsonl: _ = try members(of: body)
    case .nothing: try require(cells(body).texts.count == count, "other cells: \(shown(body))")
    case .cells(let table), .recutCells(let table): try checkCells(body, whole, table)
    case .members: try checkMembers(body, whole, record)
    case .cellsAsMembers(let table):
      let cells = CutCells(whole, delimiter: table.delimiter).texts.count
      let expected = max(cells, table.names.count, 1) + 1
      let members = try members(of: body)
      try require(members.count == expected, "\(members.count) members: \(shown(body))")
    }
  }

  private func cells(_ body: [UInt8]) -> CutCells { CutCells(body, delimiter: style.delimiter) }

  private var passesLineEnd: Bool {
    switch style.passing {
    case .nothing, .cellsAsMembers: false
    case .cells, .recutCells: !style.isExcel
    case .members: true
    }
  }

  /// The caller's cells stand in front, byte for byte where nothing of them is to change.
  private func checkCells(_ body: [UInt8], _ whole: [UInt8], _ table: TableLayout) throws(Breach) {
    let own = CutCells(whole, delimiter: table.delimiter)
    let read = cells(body)
    let width = max(own.texts.count, table.names.count, 1)
    try require(read.texts.count == width + count && !read.isOpen, "other cells: \(shown(body))")
    for (cell, text) in zip(read.texts, own.texts) where cell != text {
      let isMarked = style.writesSafeCells && cell == [0x27] + text
      try require(isMarked, "the cell \(shown(text)) is \(shown(cell))")
    }
    guard case .cells = style.passing, !style.writesSafeCells else { return }
    let padding = [UInt8](repeating: style.delimiter, count: width - own.texts.count)
    let front = body[..<(read.starts[width] - 1)]
    let isSame = front.elementsEqual(whole + (own.isOpen ? [0x22] : []) + padding)
    try require(isSame, "the row's front is not its record: \(shown(front))")
  }

  /// The caller's members stand in front byte for byte, and our object's name is there once.
  private func checkMembers(
    _ body: [UInt8], _ whole: [UInt8], _ record: FoundRecord
  ) throws {
    let names = try members(of: body)
    guard let ours = names.last else { throw Breach("the row has no members: \(shown(body))") }
    try require(names.count { $0 == ours } == 1, "\(ours) is there twice: \(shown(body))")
    guard case .members(let isEmpty, let number) = record.passage else {
      return try require(names == [style.nest], "other members: \(shown(body))")
    }
    let name = number == 1 ? style.nest : "\(style.nest)_\(number)"
    try require(ours == name, "our member is \(ours), not \(name)")
    guard let brace = whole.lastIndex(of: 0x7d) else { throw Breach("no object: \(shown(whole))") }
    let front = Array(whole[..<brace]) + (isEmpty ? [] : [0x2c]) + Array("\"\(name)\":{".utf8)
    let back = Array("}}".utf8) + whole[(brace + 1)...]
    try require(body.starts(with: front), "the row's front is not its record: \(shown(body))")
    let isSame = body.suffix(back.count).elementsEqual(back)
    try require(isSame, "the row's back is not its record: \(shown(body))")
  }

  /// The names of an object's members; throws where the text is no object of JSON.
  private func members(of body: [UInt8]) throws -> [String] {
    let isOneLine = !body.contains { $0 == 0x0a || $0 == 0x0d }
    try require(isOneLine, "the row has several lines: \(shown(body))")
    do {
      return try body.withUnsafeBytes { bytes in
        var names: [String] = []
        var tokenizer = JSONTokenizer(bytes, depthLimit: 200_000)
        guard try tokenizer.next() == .beginObject else { return [] }
        while case .key(let name) = try tokenizer.next() {
          names.append(tokenizer.text(name))
          try tokenizer.skipValue()
        }
        return try tokenizer.next() == .end ? names : []
      }
    } catch { throw Breach("the row is no JSON, \(error): \(shown(body))") }
  }
}

// MARK: Writing

extension RowCheck {
  private func written(_ record: FoundRecord, of chunk: Chunk) -> [UInt8] {
    var segments = ByteBuffer()
    let row = renderer.prepare(answer(to: record), into: &segments)
    let text = chunk.bytes(record.reason == nil ? record.spelling : record.text)
    var facts = RecordFacts(
      text: record.reason == nil ? text : RecordFacts.judgedText(text), hits: record.hits,
      line: chunk.line(of: record), port: record.port)
    if record.isForwarded { facts.forwarded = chunk.bytes(record.text) }
    facts.whole = chunk.bytes(record.whole)
    facts.lineEnd = record.lineEnd
    facts.passage = record.passage
    var out = ByteBuffer()
    renderer.appendRow(facts, segments: segments.bytes, row: row, to: &out)
    return Array(out.bytes)
  }

  private func answer(to record: FoundRecord) -> AnswerFacts {
    if let reason = record.reason { return .invalid(reason) }
    let outcome = record.address.specialBlock.map { .special($0) } ?? Outcome.made(record.address)
    return AnswerFacts(outcome, address: record.address, source: "made up", askedAt: 1)
  }

  /// The row without the line end that it must have.
  private func withoutEnd(_ row: [UInt8], _ recordEnd: LineEnd) -> [UInt8]? {
    let usual = style.isExcel && style.format != .jsonl ? LineEnd.returnFeed : tableEnd
    let end = String(describing: (recordEnd == .none ? usual : recordEnd).bytes)
    return row.suffix(end.utf8.count).elementsEqual(end.utf8)
      ? Array(row.dropLast(end.utf8.count)) : nil
  }

  private var tableEnd: LineEnd {
    guard style.format != .jsonl, let end = style.table?.lineEnd, end != .none else { return .feed }
    return end
  }
}

extension Outcome {
  /// What an address's look-up comes to here: it follows from the address alone.
  static func made(_ address: IPAddress) -> Outcome {
    switch address.stableHash % 5 {
    case 0: .unknown(.noData)
    case 1: .failed(Failure(.timeout, message: "made up", wasAsked: true))
    case 2: .located(Location())
    default: .located(hard)
    }
  }

  /// A place whose names are hard to write.
  private static let hard: Location = {
    var location = Location()
    location.city = "a,\"b\";\t|c\r\nd"
    location.country = "=Ö\u{0}"
    location.isp = "\\\u{2028}"
    location.latitude = -77.5
    return location
  }()
}
