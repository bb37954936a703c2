/// Counts the cells of a line without quotes, and finds one.
enum CellCount {
  /// How often a byte stands in a range, which must lie within `bytes`.
  @inline(__always)
  static func occurrences(
    of byte: UInt8, in bytes: UnsafeRawBufferPointer, _ range: Range<Int>
  ) -> Int {
    let wanted = SIMD16<UInt8>(repeating: byte)
    var total = 0
    var at = range.lowerBound
    while range.upperBound &- at >= 16 {
      var counts = SIMD16<UInt8>.zero
      // No lane counts beyond 255.
      let last = at &+ min(range.upperBound &- at, 255 &* 16) &- 16
      while at <= last {
        let block = bytes.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self)
        counts = counts.replacing(with: counts &+ 1, where: block .== wanted)
        at &+= 16
      }
      total &+= Int(SIMD16<UInt16>(truncatingIfNeeded: counts).wrappedSum())
    }
    while at < range.upperBound {
      if bytes[at] == byte { total &+= 1 }
      at &+= 1
    }
    return total
  }

  /// How many cells a line has, and where the one of a column stands; `nil` where it has none.
  @inline(__always)
  static func cells(
    of line: Range<Int>, in bytes: UnsafeRawBufferPointer, delimiter: UInt8, column: Int
  ) -> (count: Int, cell: Range<Int>?) {
    var start = line.lowerBound
    var passed = 0
    while passed < column {
      guard let found = LineCutter.first(delimiter, in: bytes, start..<line.upperBound) else {
        return (passed &+ 1, nil)
      }
      start = found &+ 1
      passed &+= 1
    }
    guard let stop = LineCutter.first(delimiter, in: bytes, start..<line.upperBound) else {
      return (passed &+ 1, start..<line.upperBound)
    }
    let rest = Range(uncheckedBounds: (stop, line.upperBound))
    return (passed &+ occurrences(of: delimiter, in: bytes, rest) &+ 1, start..<stop)
  }
}
