/// A second reader of tables, which takes the whole input at once and shares no code with the first.
///
/// A quoted cell may span lines where its quote is closed in front of a delimiter or a line end and
/// the record is not too long; else the record is its first line alone, and no quote that opens in
/// what was searched in vain spans lines.
struct ReferenceTable {
  /// One record of a table.
  struct Record: Equatable {
    /// All of it, or the start of one that is too long; without its line end.
    var bytes: [UInt8]
    var cells: [[UInt8]]
    /// Where in `bytes` each cell starts.
    var starts: [Int]
    /// Its last cell is not closed.
    var isOpen = false
    var isTooLong = false
    /// Empty at the end of the input, and where the line was cut.
    var lineEnd: [UInt8]
  }

  private let input: [UInt8]
  private let delimiter: UInt8
  private let maximum: Int
  /// Up to here quotes were searched in vain.
  private var searched = 0
  private(set) var records: [Record] = []

  /// Reads a table from a place on; lines of nothing but blanks are no records.
  init(_ input: [UInt8], from start: Int = 0, delimiter: UInt8, maximum: Int = .max / 4) {
    self.input = input
    self.delimiter = delimiter
    self.maximum = maximum
    var at = start
    while at < input.count {
      let line = lineStop(at)
      // NULs at its start do not make a line too long, and from 64 on they are a hole in the file.
      let text = input[at..<line].firstIndex { $0 != 0 } ?? line
      if line - text > maximum {
        records.append(long(text..<line))
        at = behind(line)
        continue
      }
      if text - at >= 64 { at = text }
      if input[at..<line].allSatisfy({ Self.blanks.contains($0) && $0 != delimiter }) {
        at = behind(line)
        continue
      }
      let stop = end(of: at..<line, limit: text + maximum)
      records.append(record(at..<stop))
      at = behind(stop)
    }
  }

  private static let blanks: Set<UInt8> = [0x00, 0x09, 0x0B, 0x0C, 0x20]

  /// Where the record ends that starts with a line.
  private mutating func end(of line: Range<Int>, limit: Int) -> Int {
    guard let cell = openCell(from: line.lowerBound, to: line.upperBound) else {
      return line.upperBound
    }
    if cell < searched { return line.upperBound }
    var position = line.upperBound
    while true {
      guard let close = closing(from: position), close <= limit else {
        searched = max(searched, limit)
        return line.upperBound
      }
      let next = close + 1
      guard next >= input.count || [delimiter, 0x0A, 0x0D].contains(input[next]) else {
        searched = max(searched, close)
        return line.upperBound
      }
      let stop = lineStop(next)
      if stop > limit {
        searched = max(searched, limit)
        return line.upperBound
      }
      if next >= stop || openCell(from: next + 1, to: stop) == nil { return stop }
      position = stop
    }
  }

  private func lineStop(_ start: Int) -> Int {
    var at = start
    while at < input.count, input[at] != 0x0A, input[at] != 0x0D { at += 1 }
    return at
  }

  private func behind(_ stop: Int) -> Int { stop + lineEnd(at: stop).count }

  private func lineEnd(at stop: Int) -> [UInt8] {
    guard stop < input.count else { return [] }
    if input[stop] == 0x0A { return [0x0A] }
    return stop + 1 < input.count && input[stop + 1] == 0x0A ? [0x0D, 0x0A] : [0x0D]
  }

  /// Where the quote stands that closes a cell.
  private func closing(from start: Int) -> Int? {
    var at = start
    while at < input.count {
      if input[at] == 0x22 {
        guard at + 1 < input.count, input[at + 1] == 0x22 else { return at }
        at += 1
      }
      at += 1
    }
    return nil
  }

  /// Where the cell starts that is not closed at the end of some cells.
  private func openCell(from start: Int, to stop: Int) -> Int? {
    let read = cells(start..<stop)
    return read.isOpen ? read.starts.last.map { start + $0 } : nil
  }

  private func record(_ range: Range<Int>) -> Record {
    let read = cells(range)
    return Record(
      bytes: Array(input[range]), cells: read.texts, starts: read.starts, isOpen: read.isOpen,
      lineEnd: lineEnd(at: range.upperBound))
  }

  private func long(_ line: Range<Int>) -> Record {
    var stop = line.lowerBound + 80
    // A scalar is not cut in two; all that is beyond ASCII here is of two bytes, or no UTF-8.
    if input[stop] == 0xA9, input[stop - 1] == 0xC3 { stop -= 1 }
    var record = record(line.lowerBound..<stop)
    record.isTooLong = true
    record.lineEnd = []
    return record
  }

  /// Cuts cells as Python's `csv` does: what follows a closed quote belongs to the cell.
  private func cells(_ range: Range<Int>) -> (texts: [[UInt8]], starts: [Int], isOpen: Bool) {
    enum State { case start, plain, quoted, closed }
    var state = State.start
    var texts: [[UInt8]] = [[]]
    var starts = [0]
    for at in range {
      let byte = input[at]
      switch (state, byte) {
      case (.start, 0x22):
        state = .quoted
        continue
      case (.quoted, 0x22):
        state = .closed
        continue
      case (.closed, 0x22): state = .quoted
      case (.quoted, _): break
      case (_, delimiter):
        texts.append([])
        starts.append(at + 1 - range.lowerBound)
        state = .start
        continue
      default: state = .plain
      }
      texts[texts.count - 1].append(byte)
    }
    return (texts, starts, state == .quoted)
  }
}
