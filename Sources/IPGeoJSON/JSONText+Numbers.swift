public import IPGeoByteStreams

extension JSONText {
  /// Appends the shortest text that reads back as `value`: `39`, `-77.5`, `0.1`.
  ///
  /// From 1e-7 up to below 1e21 there is no exponent. Minus zero is written as `0`; what is not
  /// finite has no JSON number and is written as `null`.
  public static func appendNumber(_ value: Double, to buffer: inout ByteBuffer) {
    guard value.isFinite else { return buffer.append("null") }
    if value == 0 { return buffer.append(0x30) }
    if value < 0 { buffer.append(0x2D) }
    let size = value.magnitude
    if size < 0x1p53, size == size.rounded(.towardZero) {
      return buffer.append(decimal: UInt64(size))
    }
    var text = size.description
    text.withUTF8 { appendDigits(of: UnsafeRawBufferPointer($0), to: &buffer) }
  }

  /// Lays out anew what `Double.description` wrote: `0.1`, `12.5`, `1.5e-08`, `1e+22`.
  private static func appendDigits(
    of text: UnsafeRawBufferPointer, to buffer: inout ByteBuffer
  ) {
    withUnsafeTemporaryAllocation(byteCount: text.count, alignment: 1) { digits in
      var count = 0
      var pointPlace = 0
      var seenPoint = false
      var at = 0
      while at < text.count, text[at] | 0x20 != 0x65 {
        let byte = text[at]
        at &+= 1
        if byte == 0x2E {
          seenPoint = true
          continue
        }
        // Zeros in front of the first other digit only move the point.
        if count > 0 || byte != 0x30 {
          digits[count] = byte
          count &+= 1
          if !seenPoint { pointPlace &+= 1 }
        } else if seenPoint {
          pointPlace &-= 1
        }
      }
      while count > 0, digits[count &- 1] == 0x30 { count &-= 1 }
      pointPlace &+= exponent(of: text, from: at &+ 1)
      layOut(UnsafeRawBufferPointer(rebasing: digits[..<count]), point: pointPlace, to: &buffer)
    }
  }

  private static func exponent(of text: UnsafeRawBufferPointer, from start: Int) -> Int {
    var value = 0
    var isNegative = false
    for at in min(start, text.count)..<text.count {
      if text[at] == 0x2D { isNegative = true }
      if text[at] &- 0x30 < 10 { value = value &* 10 &+ Int(text[at] &- 0x30) }
    }
    return isNegative ? -value : value
  }

  // The value is 0.DIGITS times ten to the power of `point`; `digits` has no zero at its ends.
  private static func layOut(
    _ digits: UnsafeRawBufferPointer, point: Int, to buffer: inout ByteBuffer
  ) {
    if point < -6 || point > 21 {
      buffer.append(UnsafeRawBufferPointer(rebasing: digits.prefix(1)))
      if digits.count > 1 {
        buffer.append(0x2E)
        buffer.append(UnsafeRawBufferPointer(rebasing: digits.dropFirst(1)))
      }
      buffer.append(0x65)
      if point < 1 { buffer.append(0x2D) }
      buffer.append(decimal: UInt64((point &- 1).magnitude))
      return
    }
    if point <= 0 {
      buffer.append("0.")
      for _ in 0..<(-point) { buffer.append(0x30) }
      return buffer.append(digits)
    }
    buffer.append(UnsafeRawBufferPointer(rebasing: digits.prefix(point)))
    for _ in 0..<max(0, point &- digits.count) { buffer.append(0x30) }
    if digits.count > point {
      buffer.append(0x2E)
      buffer.append(UnsafeRawBufferPointer(rebasing: digits.dropFirst(point)))
    }
  }
}
