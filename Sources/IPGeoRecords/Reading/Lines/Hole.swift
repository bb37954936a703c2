/// A hole: the NULs that a crash leaves, or a log that was emptied while it was written to.
///
/// One rule holds in all readers. NULs at a record's start, before anything else of it, are no part
/// of its length, nor of what is kept of a record that is too long. They are no part of the record
/// at all where it is a line: of a list, a log, text, JSON lines. A table's rows take their record
/// over as it stands; there fewer than `least` NULs belong to the first cell, and so many or more
/// are a hole, of which nothing stays.
///
/// So what a record is follows from its bytes, never from how many of them had come at once: a run
/// of `least` NULs is read as every longer one is. What is more of an unfinished record may be
/// forgotten, which keeps a hole of any size from taking memory.
enum Hole {
  /// So many NULs at the start of a table's record are a hole.
  ///
  /// More than a caller's cell is likely to start with, and fewer than the page that a crash loses.
  static let least = 64

  /// A line without the NULs in front; it must lie within `bytes`.
  @inline(__always)
  static func text(of line: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Range<Int> {
    guard line.lowerBound < line.upperBound, bytes[line.lowerBound] == 0 else { return line }
    return end(of: line, in: bytes)..<line.upperBound
  }

  /// A line of a table without a hole in front; it must lie within `bytes`.
  @inline(__always)
  static func record(of line: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Range<Int> {
    let text = text(of: line, in: bytes)
    return text.lowerBound &- line.lowerBound < least ? line : text
  }

  /// How many NULs at the start of an unfinished line nobody misses.
  static func surplus(of line: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Int {
    max(0, text(of: line, in: bytes).lowerBound - line.lowerBound - least)
  }

  @inline(never)
  private static func end(of line: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Int {
    var at = line.lowerBound
    while at &+ 8 <= line.upperBound, bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self) == 0
    {
      at &+= 8
    }
    while at < line.upperBound, bytes[at] == 0 { at &+= 1 }
    return at
  }
}
