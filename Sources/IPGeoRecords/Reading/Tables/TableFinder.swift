internal import IPGeoAddresses
internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoJSON

/// Finds the records of CSV and TSV: lines of cells, of which quoted ones may span lines.
///
/// A quoted cell that spans lines must be closed as RFC 4180 has it, and its record be no longer
/// than the longest line. Else its quote counts as never closed: the record is its first line
/// alone, and reading goes on at the next one. What was searched in vain is not searched again:
/// quotes that open within it do not span lines, so that the time is linear for any input.
struct TableFinder: RecordFinder {
  let layout: InputLayout
  let delimiter: UInt8
  let client: ClientRule
  private let column: Int
  /// How many columns the header names; as many as there can be where there is none.
  let width: UInt32
  /// How many records in front are none: a `sep=` line, the header.
  private var preamble: Int
  /// The record that was left for later because it may go on.
  private var open: OpenRecord?
  /// How far behind the returned end quotes that open do not span lines.
  private var searched = 0

  /// A record that goes on behind all that was searched.
  private struct OpenRecord {
    /// Its first line; all positions are from the record's start.
    var firstLine: TableLine
    /// How much is searched; a cell is open there.
    var searched: Int
  }

  /// Makes a finder for a known layout; the first `preamble` records are none.
  init(_ layout: InputLayout, _ table: TableLayout, client: ClientRule, preamble: Int) {
    self.layout = layout
    delimiter = table.delimiter
    column = max(0, table.addressColumn)
    width = table.header == nil ? .max : UInt32(truncatingIfNeeded: table.names.count)
    self.client = client
    self.preamble = preamble
  }

  mutating func find(
    in bytes: UnsafeRawBufferPointer, lines range: Range<Int>, mayGoOn: Bool,
    into found: inout Findings
  ) -> Int {
    // Nothing has come that a record which goes on could end with.
    if mayGoOn, let open, open.searched == range.count { return range.lowerBound }
    var lines = TableLines(bytes, end: range.upperBound)
    var start = range.lowerBound
    var searched = start + searched
    self.searched = 0
    // A CR at the end of all that has come may be half of a CRLF.
    let isCut = mayGoOn && range.upperBound == bytes.count
    while start < lines.end {
      let resumed = open.map { ($0.firstLine.moved(by: start), start + $0.searched) }
      var line = resumed?.0 ?? lines.line(from: start)
      if resumed == nil { line.range = Hole.record(of: line.range, in: bytes) }
      let isHalf = isCut && line.end == .carriageReturn && line.next == lines.end
      if isHalf, found.takes(line.range, in: bytes) {
        return leave(start, searched, range, &found)
      }
      if resumed == nil, !lines.hasQuote(line) {
        judgePlain(line, in: bytes, end: range.upperBound, into: &found)
        start = line.next
        continue
      }
      let ahead = lines
      let walk = Walk(bytes: bytes, maximum: found.maximumLine, mayGoOn: mayGoOn)
      switch reach(of: line, from: resumed?.1, walk, searched, &lines) {
      case .ends(let last):
        let isHalf = isCut && last.end == .carriageReturn && last.next == lines.end
        if isHalf, found.takes(last.range, in: bytes) {
          return leave(start, searched, range, &found)
        }
        judgeQuoted(last, isOneLine: last.next == line.next, in: bytes, range, into: &found)
        start = last.next
      case .goesOn:
        let first = line.moved(by: -start)
        open = OpenRecord(firstLine: first, searched: range.upperBound - start)
        return leave(start, searched, range, &found)
      case .unclosed(let end):
        searched = max(searched, end)
        lines = ahead
        judgeUnclosed(line, in: bytes, into: &found)
        start = line.next
      }
      open = nil
    }
    return leave(start, searched, range, &found)
  }

  mutating func isSkipped(_ start: UnsafeRawBufferPointer) -> Bool {
    if preamble == 0 { return false }
    preamble -= 1
    return true
  }

  func passage(ofLong kept: UnsafeRawBufferPointer) -> Passage {
    CellCutter.passage(of: kept, delimiter: delimiter)
  }

  mutating func forget(_ bytes: Int) { searched = max(0, searched - bytes) }

  /// Leaves what starts there for later.
  private mutating func leave(
    _ start: Int, _ searched: Int, _ lines: Range<Int>, _ found: inout Findings
  ) -> Int {
    self.searched = max(0, searched - start)
    if found.made.count > 0, start < lines.upperBound {
      found.moveMade(from: lines.upperBound, to: start)
    }
    return start
  }
}

extension Findings {
  /// Corrects the ranges of what was made, which is put behind what is used, not all that there is.
  fileprivate mutating func moveMade(from end: Int, to used: Int) {
    for index in records.indices where records[index].text.lowerBound >= end {
      records[index].text = records[index].text.moved(from: end, to: used)
      records[index].spelling = records[index].spelling.moved(from: end, to: used)
    }
  }
}

extension Range<UInt32> {
  fileprivate func moved(from old: Int, to new: Int) -> Range<UInt32> {
    ((Int(lowerBound) - old + new)..<(Int(upperBound) - old + new)).short
  }
}

extension TableLine {
  fileprivate func moved(by distance: Int) -> TableLine {
    TableLine(
      range: (range.lowerBound + distance)..<(range.upperBound + distance), next: next + distance,
      end: end)
  }
}

// MARK: Records

extension TableFinder {
  /// Where a record is searched for.
  private struct Walk {
    var bytes: UnsafeRawBufferPointer
    var maximum: Int
    var mayGoOn: Bool
  }

  /// How far the record reaches whose first line has quotes; `from` is where a cell was left open.
  private func reach(
    of line: TableLine, from position: Int?, _ walk: Walk, _ searched: Int,
    _ lines: inout TableLines
  ) -> QuotedSpan.Result {
    if position == nil {
      // A line that is too long by itself is one, whatever its quotes mean.
      let text = Hole.text(of: line.range, in: walk.bytes)
      if text.count > walk.maximum { return .ends(line) }
      guard let cell = openCell(of: line.range, in: walk.bytes) else { return .ends(line) }
      if cell < searched { return .unclosed(searched: searched) }
    }
    let span = QuotedSpan(
      bytes: walk.bytes, delimiter: delimiter, firstLine: line.range, maximum: walk.maximum,
      mayGoOn: walk.mayGoOn)
    return span.follow(from: position ?? line.range.upperBound, &lines)
  }

  /// Where the cell starts that is open at a line's end.
  private func openCell(of line: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Int? {
    var start = line.lowerBound
    while true {
      let cell = CellCutter.cell(at: start, in: bytes, end: line.upperBound, delimiter: delimiter)
      if cell.isOpen { return start }
      if cell.raw.upperBound >= line.upperBound { return nil }
      start = cell.raw.upperBound + 1
    }
  }

  /// Deals with a line that holds no quotes.
  @inline(__always)
  private mutating func judgePlain(
    _ line: TableLine, in bytes: UnsafeRawBufferPointer, end: Int, into found: inout Findings
  ) {
    guard found.takes(line.range, in: bytes) else {
      return judgeLong(line.range, in: bytes, into: &found)
    }
    let (count, cell) = CellCount.cells(
      of: line.range, in: bytes, delimiter: delimiter, column: column)
    if count == 1, isBlank(line.range, in: bytes) {
      found.blankLines += 1
    } else if preamble > 0 {
      preamble -= 1
    } else {
      let passage = Passage.cells(count: UInt32(truncatingIfNeeded: count), isOpen: false)
      let text = cell.map { CellCutter.Cell(raw: $0, inner: $0) }
      add(
        text, of: line.range, in: bytes, end: end,
        Rest(passage: passage, lineEnd: line.end), into: &found)
    }
    found.lines &+= 1
  }

  /// Whether a line holds ASCII blanks and NULs alone; other blanks may be what somebody wrote.
  private func isBlank(_ line: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Bool {
    bytes[line].allSatisfy { $0 == 0 || $0 == 0x20 || $0 == 0x09 || $0 == 0x0B || $0 == 0x0C }
  }

  /// Deals with a record that holds quotes, all of which are closed.
  private mutating func judgeQuoted(
    _ record: TableLine, isOneLine: Bool, in bytes: UnsafeRawBufferPointer, _ lines: Range<Int>,
    into found: inout Findings
  ) {
    let range = record.range
    guard found.takes(range, in: bytes) else {
      return judgeLong(range, in: bytes, into: &found)
    }
    if preamble > 0 {
      preamble -= 1
    } else {
      var count = 0
      var wanted: CellCutter.Cell?
      var start = range.lowerBound
      while true {
        let cell = CellCutter.cell(
          at: start, in: bytes, end: range.upperBound, delimiter: delimiter)
        if count == column { wanted = cell }
        count &+= 1
        if cell.raw.upperBound >= range.upperBound { break }
        start = cell.raw.upperBound + 1
      }
      let passage = Passage.cells(count: UInt32(truncatingIfNeeded: count), isOpen: false)
      add(
        wanted, of: range, in: bytes, end: lines.upperBound,
        Rest(passage: passage, lineEnd: record.end), into: &found)
    }
    found.lines &+= isOneLine ? 1 : TableFinder.lineCount(of: range, in: bytes)
  }

  private static func lineCount(
    of range: Range<Int>, in bytes: UnsafeRawBufferPointer
  ) -> UInt32 {
    var cutter = LineCutter(bytes, range)
    var count: UInt32 = 0
    while cutter.next() != nil { count &+= 1 }
    return count
  }

  /// Deals with the first line of a record whose quote is never closed.
  private mutating func judgeUnclosed(
    _ line: TableLine, in bytes: UnsafeRawBufferPointer, into found: inout Findings
  ) {
    defer { found.lines &+= 1 }
    if preamble > 0 {
      preamble -= 1
      return
    }
    let text = UnsafeRawBufferPointer(rebasing: bytes[line.range])
    var record = FoundRecord(
      invalid: .unclosedQuote, text: line.range.short, lineOffset: found.lines)
    record.passage = CellCutter.passage(of: text, delimiter: delimiter)
    record.lineEnd = line.end
    found.records.append(record)
  }

  /// Deals with a line that is too long.
  private mutating func judgeLong(
    _ line: Range<Int>, in bytes: UnsafeRawBufferPointer, into found: inout Findings
  ) {
    if preamble > 0 {
      preamble -= 1
      found.comments += 1
    } else {
      found.addLongLine(Hole.text(of: line, in: bytes), in: bytes, passage: passage(ofLong:))
    }
    found.lines &+= 1
  }
}
