public import IPGeoByteStreams

/// Cuts a record of CSV or TSV into its cells (RFC 4180).
///
/// It is lenient as spreadsheets and Python's `csv` are: a quote that does not stand at a cell's
/// start is text, and so is what follows a closing quote up to the next delimiter. A quote that
/// nothing closes reaches to the record's end.
public struct CellCutter {
  /// One cell; all ranges are of the record's bytes.
  public struct Cell: Hashable, Sendable {
    /// The cell as it stands, with its quotes.
    public var raw: Range<Int>
    /// The same without the quotes around it: the cell's text, but where `needsUndoing`.
    public var inner: Range<Int>
    /// Whether `inner` holds quotes that are no text: see `appendText(of:to:)`.
    public var needsUndoing = false
    /// Whether it starts with a quote that nothing closes.
    public var isOpen = false
  }

  static let quote: UInt8 = 0x22

  private let bytes: UnsafeRawBufferPointer
  private let delimiter: UInt8
  /// Where the next cell starts; `nil` behind the last one.
  private var start: Int?

  /// Cuts a record, which is given without its line end.
  public init(_ record: UnsafeRawBufferPointer, delimiter: UInt8) {
    bytes = record
    self.delimiter = delimiter
    start = 0
  }

  /// The next cell; a record of no bytes has one, which is empty.
  public mutating func next() -> Cell? {
    guard let start else { return nil }
    let cell = CellCutter.cell(at: start, in: bytes, end: bytes.count, delimiter: delimiter)
    self.start = cell.raw.upperBound < bytes.count ? cell.raw.upperBound + 1 : nil
    return cell
  }

  /// Appends a cell's text: without the quotes around it, and with one quote for two within.
  public func appendText(of cell: Cell, to out: inout ByteBuffer) {
    let inner = cell.inner.clamped(to: 0..<bytes.count)
    guard cell.needsUndoing else { return out.append(.init(rebasing: bytes[inner])) }
    var from = inner.lowerBound
    while let quote = LineCutter.first(CellCutter.quote, in: bytes, from..<inner.upperBound) {
      let behind = quote + 1
      guard behind < inner.upperBound, bytes[behind] == CellCutter.quote else {
        // The closing one: what follows is text as it stands.
        out.append(.init(rebasing: bytes[from..<quote]))
        from = behind
        break
      }
      out.append(.init(rebasing: bytes[from..<behind]))
      from = behind + 1
    }
    out.append(.init(rebasing: bytes[from..<inner.upperBound]))
  }

  /// How many cells a record has, and whether the last one's quote is open.
  static func passage(of record: UnsafeRawBufferPointer, delimiter: UInt8) -> Passage {
    var cutter = CellCutter(record, delimiter: delimiter)
    var count: UInt32 = 0
    var isOpen = false
    while let cell = cutter.next() {
      count &+= 1
      isOpen = cell.isOpen
    }
    return .cells(count: count, isOpen: isOpen)
  }

  /// The cell that starts at `start` and reaches to `end` at most; both must lie within `bytes`.
  static func cell(
    at start: Int, in bytes: UnsafeRawBufferPointer, end: Int, delimiter: UInt8
  ) -> Cell {
    guard start < end, bytes[start] == quote else {
      let stop = LineCutter.first(delimiter, in: bytes, start..<end) ?? end
      return Cell(raw: start..<stop, inner: start..<stop)
    }
    let closing = closing(in: bytes, from: start + 1, end: end)
    guard let close = closing.index else {
      return Cell(
        raw: start..<end, inner: (start + 1)..<end, needsUndoing: closing.passedDoubled,
        isOpen: true)
    }
    let stop = LineCutter.first(delimiter, in: bytes, (close + 1)..<end) ?? end
    if stop == close + 1 {
      return Cell(
        raw: start..<stop, inner: (start + 1)..<close, needsUndoing: closing.passedDoubled)
    }
    return Cell(raw: start..<stop, inner: (start + 1)..<stop, needsUndoing: true)
  }

  /// Where the quote stands that closes a cell, and whether doubled ones stand before it.
  static func closing(
    in bytes: UnsafeRawBufferPointer, from start: Int, end: Int
  ) -> (index: Int?, passedDoubled: Bool) {
    var from = start
    var passedDoubled = false
    while let found = LineCutter.first(quote, in: bytes, from..<end) {
      guard found + 1 < end, bytes[found + 1] == quote else { return (found, passedDoubled) }
      passedDoubled = true
      from = found + 2
    }
    return (nil, passedDoubled)
  }
}
