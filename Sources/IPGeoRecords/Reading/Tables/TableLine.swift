/// A line of a table and what ends it.
struct TableLine {
  /// The line without its end.
  var range: Range<Int>
  /// Where the next line starts.
  var next: Int
  /// What stands between.
  var end: LineEnd
}

/// Walks over lines, and knows of each whether quotes are in it.
///
/// What was found ahead is remembered, so that a text without CR or quotes is searched for them
/// once. Positions that are asked for must not decrease; a copy taken before can go on from there.
struct TableLines {
  private let bytes: UnsafeRawBufferPointer
  /// Where the last line ends.
  let end: Int
  private var nextFeed = -1
  private var nextReturn = -1
  private var nextQuote = -1

  /// Walks over the bytes before `end`, which must lie within them.
  init(_ bytes: UnsafeRawBufferPointer, end: Int) {
    self.bytes = bytes
    self.end = end
  }

  /// The line, or the rest of one, from `start` on.
  @inline(__always)
  mutating func line(from start: Int) -> TableLine {
    if nextFeed < start {
      nextFeed = LineCutter.first(LineCutter.feed, in: bytes, start..<end) ?? end
    }
    if nextReturn < start {
      nextReturn = LineCutter.first(LineCutter.carriageReturn, in: bytes, start..<end) ?? end
    }
    let stop = min(nextFeed, nextReturn)
    let range = Range(uncheckedBounds: (start, stop))
    if stop == end { return TableLine(range: range, next: end, end: .none) }
    if stop == nextFeed { return TableLine(range: range, next: stop + 1, end: .feed) }
    // Where there is no LF, `nextFeed` is the end.
    if nextFeed == stop + 1, nextFeed < end {
      return TableLine(range: range, next: stop + 2, end: .returnFeed)
    }
    return TableLine(range: range, next: stop + 1, end: .carriageReturn)
  }

  /// Whether a quote stands in the line.
  @inline(__always)
  mutating func hasQuote(_ line: TableLine) -> Bool {
    if nextQuote < line.range.lowerBound {
      nextQuote = LineCutter.first(CellCutter.quote, in: bytes, line.range.lowerBound..<end) ?? end
    }
    return nextQuote < line.range.upperBound
  }
}
