internal import IPGeoByteStreams

/// Collects the text of an input and cuts chunks of whole lines off.
///
/// It keeps what no finder needs to know of: the unfinished last line, lines that are too long, a
/// CRLF between two reads, line numbers. Memory is bounded by the longest line and a read.
struct BlockAssembler: ~Copyable {
  /// The text that is not cut off yet; append to it.
  var text = ByteBuffer()
  private(set) var blankLines = 0
  private(set) var comments = 0
  private(set) var notRetryable = 0
  /// Rows with more cells than their header has.
  private(set) var longRows = 0
  /// The first of them: its line, from 1, and how many cells it has.
  private(set) var firstLongRow: (line: Int, cells: Int)?

  /// The file that the text is of, where it can be read at any place.
  private var file: ByteSource?
  /// Where in it the text starts.
  private var offset: Int64 = 0

  /// Storage of chunks that were written.
  private let pool = StoragePool()
  /// There once the input has turned out to be long.
  private var memo: SpellingMemo?
  private let maximumLine: Int
  private let leastAtEnd: Int
  private var nextLine = 1
  /// How many bytes a record took in the lines last cut off.
  private var bytesPerRecord = 64
  /// How many bytes from the front are known to hold no line end.
  private var searched = 0
  /// How many bytes from the front are whole lines of a record that may go on.
  private var open = 0
  /// The last line cut off ended in CR: a LF right behind it belongs to it.
  private var swallowsFeed = false
  /// What comes is the rest of a line that is too long.
  private var isSkipping = false

  /// From so many bytes at once on, what spellings are read as is remembered.
  private static let worthRemembering = 1 << 16

  /// - Parameters:
  ///   - maximumLine: The longest line.
  ///   - leastAtEnd: How many bytes the last chunk has at least if it is to be had again. What can
  ///     be had again keeps its file open, of which a process may have few.
  init(maximumLine: Int, leastAtEnd: Int = 0) {
    self.maximumLine = maximumLine
    self.leastAtEnd = leastAtEnd
  }

  /// Says that the text, with what was dropped of it, is that of a file from some place on.
  mutating func begin(in file: ByteSource, at offset: Int64) {
    self.file = file
    self.offset += offset
  }

  /// Shortens a hole that the text starts with, while nothing is cut off yet.
  mutating func shortenFirstHole() { _ = shortenHole(at: 0) }

  /// Cuts off the whole lines that are there; at the end of the input, all.
  /// - Returns: `nil` where there is no record in them.
  mutating func cut(_ finder: inout any RecordFinder, isLast: Bool) -> Chunk? {
    dropUnwanted()
    let lines = isLast ? text.count : max(open, wholeLinesEnd())
    if memo == nil, lines >= Self.worthRemembering { memo = SpellingMemo() }
    var found = Findings(maximumLine: maximumLine, memo: memo)
    let before = finder
    var used = 0
    if lines > 0 {
      // What comes next of a line that is too long is dropped: no record goes on there.
      let mayGoOn = !isLast && !isTooLong(from: lines)
      found.records.reserveCapacity(expectedRecords(in: lines - open))
      used = finder.find(in: text.bytes, lines: 0..<lines, mayGoOn: mayGoOn, into: &found)
      if used > 0 { swallowsFeed = text.bytes[used - 1] == LineCutter.carriageReturn }
      open = lines - used
      insert(found.made.bytes, at: used)
      if !found.records.isEmpty { bytesPerRecord = max(1, used / found.records.count) }
    }
    let isWorthIt = !isLast || used >= leastAtEnd
    let origin = isWorthIt ? origin(of: used, finder: before, isLast: isLast) : nil
    offset += Int64(used)
    used += found.made.count
    let wholeLines = used
    if !isLast, open == 0 { used = cutLongLine(from: used, finder: &finder, into: &found) }
    blankLines += found.blankLines
    comments += found.comments
    notRetryable += found.notRetryable
    let firstLine = nextLine
    if longRows == 0, let first = found.firstLongRow {
      firstLongRow = (firstLine + Int(first.lineOffset), Int(first.cells))
    }
    longRows += found.longRows
    nextLine += Int(found.lines)
    searched = text.count - used
    if found.records.isEmpty {
      text.removeFirst(used)
      return nil
    }
    return Chunk(
      bytes: take(used), records: found.records, firstLine: firstLine, format: finder.format,
      origin: used == wholeLines ? origin : nil)
  }

  /// How many records to make room for: a little more than so many bytes held lately.
  ///
  /// Room that is not used costs time: pages that the system hands out and takes back every time.
  private func expectedRecords(in length: Int) -> Int {
    let expected = length / bytesPerRecord
    return expected + expected / 16 + 1
  }

  /// How lines that were just cut off can be had again.
  private func origin(
    of length: Int, finder: any RecordFinder, isLast: Bool
  ) -> ChunkOrigin? {
    file.map {
      ChunkOrigin(
        source: $0, offset: offset, length: length, finder: finder, firstLine: nextLine,
        maximumLine: maximumLine, isLast: isLast)
    }
  }

  /// Drops the rest of a long line, and the LF of a CRLF whose CR was cut off.
  private mutating func dropUnwanted() {
    if isSkipping {
      guard let end = LineCutter.firstEnd(in: text.bytes, 0..<text.count) else {
        offset += Int64(text.count)
        text.removeAll()
        return
      }
      swallowsFeed = text.bytes[end] == LineCutter.carriageReturn
      isSkipping = false
      offset += Int64(end + 1)
      text.removeFirst(end + 1)
      searched = 0
    }
    if swallowsFeed, let first = text.bytes.first {
      swallowsFeed = false
      if first == LineCutter.feed {
        offset += 1
        text.removeFirst(1)
      }
    }
  }

  private func wholeLinesEnd() -> Int {
    let from = min(searched, text.count)
    return LineCutter.lastStart(in: text.bytes, from..<text.count) ?? 0
  }

  /// Whether the unfinished line that starts there is too long already.
  ///
  /// What is kept of it must have come, or the pauses of the source would show.
  private func isTooLong(from start: Int) -> Bool {
    text.count - start > max(maximumLine, Findings.keptOfLongLine)
  }

  /// Deals with an unfinished line that is too long already; returns how much is used up.
  private mutating func cutLongLine(
    from start: Int, finder: inout any RecordFinder, into found: inout Findings
  ) -> Int {
    guard isTooLong(from: start) else { return start }
    let limit = max(maximumLine, Findings.keptOfLongLine)
    let bytes = text.bytes
    let line = Hole.text(of: start..<text.count, in: bytes)
    if line.count <= limit {
      finder.forget(shortenHole(at: start))
      return start
    }
    isSkipping = true
    swallowsFeed = false
    finder.forget(text.count - start)
    if finder.isSkipped(Findings.start(line, in: bytes)) {
      found.comments += 1
    } else {
      found.addLongLine(line, in: bytes, passage: finder.passage(ofLong:))
    }
    found.lines &+= 1
    let kept = Findings.cut(line, in: bytes)
    offset += Int64(text.count - start)
    text.truncate(to: kept)
    return kept
  }

  /// Takes what is too much of a hole out of the text, of whose unfinished line it is the start.
  /// - Returns: How many NULs these were; what follows them is the file's as before.
  private mutating func shortenHole(at start: Int) -> Int {
    let surplus = Hole.surplus(of: start..<text.count, in: text.bytes)
    if surplus == 0 { return 0 }
    var rest = ByteBuffer(capacity: text.count - surplus)
    rest.append(UnsafeRawBufferPointer(rebasing: text.bytes[..<start]))
    rest.append(UnsafeRawBufferPointer(rebasing: text.bytes[(start + surplus)...]))
    text = rest
    offset += Int64(surplus)
    return surplus
  }

  private mutating func insert(_ made: UnsafeRawBufferPointer, at end: Int) {
    if made.isEmpty { return }
    var whole = ByteBuffer(capacity: text.count + made.count)
    whole.append(UnsafeRawBufferPointer(rebasing: text.bytes[..<end]))
    whole.append(made)
    whole.append(UnsafeRawBufferPointer(rebasing: text.bytes[end...]))
    text = whole
  }

  /// Hands over the first bytes and keeps the rest.
  private mutating func take(_ length: Int) -> ByteBuffer {
    if length >= text.capacity / 4 {
      // Copying the rest is cheaper; the chunk takes the storage.
      var taken = ByteBuffer(capacity: text.capacity, from: pool)
      taken.append(UnsafeRawBufferPointer(rebasing: text.bytes[length...]))
      swap(&taken, &text)
      taken.truncate(to: length)
      return taken
    }
    var taken = ByteBuffer(capacity: length)
    taken.append(UnsafeRawBufferPointer(rebasing: text.bytes[..<length]))
    text.removeFirst(length)
    return taken
  }
}
