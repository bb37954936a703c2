extension JSONTokenizer {
  /// The number at a `.number` token's range, correctly rounded; `nil` where it is beyond a `Double`.
  public func double(_ number: Range<Int>) -> Double? {
    let text = slice(number)
    guard let parts = DecimalParts(text) else { return nil }
    if let exact = parts.exactDouble { return exact }
    guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else {
      return nil
    }
    return value
  }

  /// The number as an integer, judged by value: `1e2` and `100.0` are 100.
  ///
  /// `nil` where it has a fraction or is beyond 64 bits.
  public func integer(_ number: Range<Int>) -> Int64? { DecimalParts(slice(number))?.integer }
}

/// A number as a sign, an integer of all its digits, and a power of ten.
struct DecimalParts {
  private var isNegative = false
  private var significand: UInt64 = 0
  /// The digits, without zeros at either end, are more than `significand` holds.
  private var isTooLong = false
  private var exponent = 0

  /// Takes a number apart that the scanner has checked; `nil` where the text is none.
  init?(_ text: UnsafeRawBufferPointer) {
    var at = 0
    var zeros = 0
    var fraction = 0
    var seenPoint = false
    var digits = 0
    if at < text.count, text[at] == 0x2D {
      isNegative = true
      at = 1
    }
    while at < text.count, text[at] | 0x20 != 0x65 {
      let byte = text[at]
      at &+= 1
      if byte == 0x2E, !seenPoint {
        seenPoint = true
        continue
      }
      guard byte &- 0x30 < 10 else { return nil }
      digits &+= 1
      if seenPoint { fraction &+= 1 }
      if byte == 0x30 {
        zeros &+= 1
      } else {
        append(byte &- 0x30, after: zeros)
        zeros = 0
      }
    }
    if digits == 0 { return nil }
    var written = 0
    if at < text.count {
      guard let power = Self.power(text, from: at &+ 1) else { return nil }
      written = power
    }
    exponent = written &+ zeros &- fraction
  }

  /// The value where one rounding at most is needed: digits below 2^53 and a power up to 10^22.
  var exactDouble: Double? {
    if isTooLong || significand > 1 << 53 { return nil }
    var value = Double(significand)
    if significand != 0 {
      guard abs(exponent) < Self.powers.count else { return nil }
      let power = Self.powers[abs(exponent)]
      value = exponent < 0 ? value / power : value * power
    }
    return isNegative ? -value : value
  }

  var integer: Int64? {
    if significand == 0 && !isTooLong { return 0 }
    guard !isTooLong, exponent >= 0, exponent < 19 else { return nil }
    var value = significand
    for _ in 0..<exponent {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      value = product
    }
    if !isNegative { return Int64(exactly: value) }
    return value == Int64.min.magnitude ? .min : Int64(exactly: value).map { -$0 }
  }

  private mutating func append(_ digit: UInt8, after zeros: Int) {
    if isTooLong { return }
    if significand == 0 {
      significand = UInt64(digit)
      return
    }
    var value = significand
    for place in 0...min(zeros, 20) {
      let (product, carried) = value.multipliedReportingOverflow(by: 10)
      let next = place == zeros ? UInt64(digit) : 0
      let (sum, overflowed) = product.addingReportingOverflow(next)
      if carried || overflowed {
        isTooLong = true
        return
      }
      value = sum
    }
    significand = value
  }

  // Exponents beyond the limit act as the limit: no text is long enough to make up for it.
  private static func power(_ text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var at = start
    let isNegative = at < text.count && text[at] == 0x2D
    if at < text.count, text[at] == 0x2D || text[at] == 0x2B { at &+= 1 }
    if at >= text.count { return nil }
    var value = 0
    while at < text.count {
      let digit = text[at] &- 0x30
      guard digit < 10 else { return nil }
      value = min(value &* 10 &+ Int(digit), 1 << 50)
      at &+= 1
    }
    return isNegative ? -value : value
  }

  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
