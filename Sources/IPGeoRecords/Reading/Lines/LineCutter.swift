#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Cuts bytes into lines that end at LF, CRLF or a lone CR.
///
/// The next LF and the next CR are remembered, so that a text which has only one of them is not
/// searched to its end for the other at every line.
struct LineCutter {
  private let bytes: UnsafeRawBufferPointer
  private let end: Int
  private var start: Int
  private var nextFeed = -1
  private var nextReturn = -1

  static let feed: UInt8 = 0x0a
  static let carriageReturn: UInt8 = 0x0d

  /// Cuts a range of `bytes`; what lies outside of them is left out.
  init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    self.bytes = bytes
    start = max(0, range.lowerBound)
    end = min(range.upperBound, bytes.count)
  }

  /// The next line without its end; the last one need not have an end.
  mutating func next() -> Range<Int>? {
    guard start < end else { return nil }
    if nextFeed < start {
      nextFeed = LineCutter.first(LineCutter.feed, in: bytes, start..<end) ?? end
    }
    if nextReturn < start {
      nextReturn = LineCutter.first(LineCutter.carriageReturn, in: bytes, start..<end) ?? end
    }
    let stop = min(nextFeed, nextReturn)
    let line = Range(uncheckedBounds: (start, stop))
    start = stop + 1
    if stop == nextReturn, nextFeed == stop + 1 { start = nextFeed + 1 }
    return line
  }

  /// Where a byte first stands in a range, which must lie within `bytes`.
  static func first(_ byte: UInt8, in bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
    guard let base = bytes.baseAddress, !range.isEmpty else { return nil }
    let found = memchr(base + range.lowerBound, Int32(byte), range.count)
    return found.map { base.distance(to: UnsafeRawPointer($0)) }
  }

  /// Where the first line end of a range stands.
  static func firstEnd(in bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
    let feed = first(feed, in: bytes, range)
    // A CR behind the LF would not be the first.
    let before = range.lowerBound..<(feed ?? range.upperBound)
    return first(carriageReturn, in: bytes, before) ?? feed
  }

  /// What follows the last line end of a range: where its unfinished line starts.
  static func lastStart(in bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
    for index in range.reversed() where bytes[index] == feed || bytes[index] == carriageReturn {
      return index + 1
    }
    return nil
  }
}
