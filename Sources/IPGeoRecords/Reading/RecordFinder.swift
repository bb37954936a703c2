internal import IPGeoAddresses
internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoJSON

/// Finds the records of one format in whole lines.
///
/// It knows nothing of where bytes come from: encodings, unfinished lines and lines without end are
/// dealt with before. A finder is a value: a copy of it finds the same again in the same bytes.
protocol RecordFinder: Sendable {
  /// How the input is laid out; it does not change.
  var layout: InputLayout { get }

  /// Finds the records in some whole lines, in order.
  /// - Parameters:
  ///   - bytes: What the found ranges are of.
  ///   - lines: A range of `bytes` that starts at a record's start and ends behind a line's end, or
  ///     at the end of the input.
  ///   - mayGoOn: Whether a record that is not complete at the end of `lines` may be left there:
  ///     more of it is to come. Else everything must be used.
  ///   - found: Where records, counts and line numbers go.
  /// - Returns: The end of what was used, the start of a line; what lies behind it comes again,
  ///   longer. It must not be longer than the longest line, but for a hole in front (`Hole`).
  mutating func find(
    in bytes: UnsafeRawBufferPointer, lines: Range<Int>, mayGoOn: Bool, into found: inout Findings
  ) -> Int

  /// Whether the line that starts with these bytes is no record, however it goes on.
  ///
  /// It is asked once for each line that is too long to be found. A finder that meets such a line
  /// whole judges it by the same bytes, `Findings.start(_:in:)`.
  mutating func isSkipped(_ start: UnsafeRawBufferPointer) -> Bool

  /// What the row of a line that is too long takes over, from what is kept of it.
  func passage(ofLong kept: UnsafeRawBufferPointer) -> Passage

  /// Says that of what lies behind the last returned end, so many bytes in front do not come again:
  /// they are of a hole, or of a line that is too long.
  mutating func forget(_ bytes: Int)
}

extension RecordFinder {
  /// The format; never `auto`.
  var format: InputFormat { layout.format }

  func passage(ofLong kept: UnsafeRawBufferPointer) -> Passage { .nothing }

  func forget(_ bytes: Int) {}
}

/// What finders have found in the bytes of a chunk.
struct Findings: ~Copyable {
  var records: [FoundRecord] = []
  /// How many lines were passed.
  var lines: UInt32 = 0
  var blankLines = 0
  var comments = 0
  /// Lines of a failures file that asking again does not help.
  var notRetryable = 0
  /// Rows with more cells than their header has.
  var longRows = 0
  /// The first of them: its line, and how many cells it has.
  var firstLongRow: (lineOffset: UInt32, cells: UInt32)?
  /// Text that the lines do not hold as it is, such as a string without its escapes.
  ///
  /// It is put right behind the lines, so that its ranges start where they end.
  var made = ByteBuffer(capacity: 16)
  /// The longest line that is looked at.
  let maximumLine: Int

  /// How many bytes of a line that is too long are kept.
  static let keptOfLongLine = 80

  /// What spellings were read as; without it each is read anew.
  private let memo: SpellingMemo?

  init(maximumLine: Int, memo: SpellingMemo? = nil) {
    self.maximumLine = maximumLine
    self.memo = memo
  }

  /// Reads an address as `IPAddress.read` does.
  @inline(__always)
  func readAddress(
    at text: Range<Int>, in bytes: UnsafeRawBufferPointer
  ) -> (address: IPAddress, isCanonical: Bool)? {
    if let memo { return memo.read(text, in: bytes) }
    return IPAddress.read(UnsafeRawBufferPointer(rebasing: bytes[text]))
  }

  /// Whether a line is not too long.
  @inline(__always)
  func takes(_ line: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Bool {
    line.count <= maximumLine || Hole.text(of: line, in: bytes).count <= maximumLine
  }

  /// Notes text that is no record as the format has them.
  mutating func addInvalid(_ reason: Reason, text: Range<Int>) {
    records.append(FoundRecord(invalid: reason, text: text.short, lineOffset: lines))
  }

  /// Notes a line that is too long; it must lie within `bytes`.
  ///
  /// `passage` tells what its row takes over from what is kept.
  mutating func addLongLine(
    _ line: Range<Int>, in bytes: UnsafeRawBufferPointer,
    passage: (_ kept: UnsafeRawBufferPointer) -> Passage = { _ in .nothing }
  ) {
    let kept = line.lowerBound..<Findings.cut(line, in: bytes)
    var record = FoundRecord(invalid: .lineTooLong, text: kept.short, lineOffset: lines)
    record.passage = passage(UnsafeRawBufferPointer(rebasing: bytes[kept]))
    record.lineEnd = .none
    records.append(record)
  }

  /// The first bytes of a line that is too long: all that it is judged by, however much has come.
  static func start(
    _ line: Range<Int>, in bytes: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[line].prefix(keptOfLongLine))
  }

  /// Where the first bytes of a line end; no scalar of valid UTF-8 is cut in two.
  static func cut(_ line: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Int {
    let text = UnsafeRawBufferPointer(rebasing: bytes[line])
    return line.lowerBound + UTF8Text.cut(text, to: keptOfLongLine)
  }
}

extension Range<Int> {
  /// The same range in 32 bits; chunks are held below that size.
  var short: Range<UInt32> {
    Range<UInt32>(
      uncheckedBounds: (
        UInt32(truncatingIfNeeded: lowerBound), UInt32(truncatingIfNeeded: upperBound)
      ))
  }
}
