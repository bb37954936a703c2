internal import IPGeoAddresses
internal import IPGeoCore

extension LogFinder {
  /// Takes a line that starts as most lines of most logs do: `8.8.8.8 - - [01/Jan/…`.
  ///
  /// It finds what reading the line closely would find, in a small part of the time.
  /// - Returns: Whether the line is one of those; else nothing was done.
  @inline(__always)
  func takePlain(
    _ line: Range<Int>, in bytes: UnsafeRawBufferPointer, into found: inout Findings
  ) -> Bool {
    guard let base = bytes.baseAddress, line.count <= found.maximumLine else { return false }
    let start = base + line.lowerBound
    var length = 0
    // The first blank, eight bytes at a time; no address is longer than six times eight.
    while true {
      guard length <= 40, length &+ 8 <= line.count else { return false }
      let mixed = PlainLine.word(start, length) ^ 0x2020_2020_2020_2020
      let blank = (mixed &- 0x0101_0101_0101_0101) & ~mixed & 0x8080_8080_8080_8080
      if blank != 0 {
        length &+= blank.trailingZeroBitCount &>> 3
        break
      }
      length &+= 8
    }
    guard length &+ 14 <= line.count, PlainLine.isDated(start + length) else { return false }
    let place = Range(uncheckedBounds: (line.lowerBound, line.lowerBound &+ length))
    guard let client = found.readAddress(at: place, in: bytes) else { return false }
    let text = place.short
    var record = FoundRecord(
      address: client.address, text: text, spelling: text, lineOffset: found.lines,
      isCanonical: client.isCanonical)
    record.whole = line.short
    found.records.append(record)
    return true
  }
}

/// Looks at eight bytes of a line at once.
enum PlainLine {
  @inline(__always)
  static func word(_ base: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Whether ` - - [` follows, and a date as in `01/Jan/2026`; 14 bytes must be there.
  @inline(__always)
  static func isDated(_ start: UnsafeRawPointer) -> Bool {
    let dashes: UInt64 = 0x5b20_2d20_2d20
    guard word(start, 0) & 0xffff_ffff_ffff == dashes else { return false }
    // Digits, a slash, letters, a slash, a digit: by the bits that those have in common.
    return word(start, 6) & 0xf0ff_c0c0_c0ff_f0f0 == 0x302f_4040_402f_3030
  }
}
