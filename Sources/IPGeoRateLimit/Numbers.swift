/// Nanoseconds of one second.
let nanosecondsPerSecond: Int64 = 1_000_000_000

/// Where `decimal` stops counting: RFC 9111, 1.2.2 names it for delta-seconds that overflow.
let saturatedDecimal: Int64 = 1 << 31

/// Reads a whole, unsigned decimal number with blanks around it; saturates at 2^31.
func decimal(_ text: some StringProtocol) -> Int64? {
  var value: Int64 = 0
  var digits = 0
  var isOver = false
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9") where !isOver:
      value = min(value &* 10 &+ Int64(byte &- UInt8(ascii: "0")), saturatedDecimal)
      digits &+= 1
    case UInt8(ascii: " "), UInt8(ascii: "\t"):
      isOver = digits > 0
    default:
      return nil
    }
  }
  return digits > 0 ? value : nil
}

/// Nanoseconds of that many seconds, without overflow.
func nanoseconds(seconds: Int64) -> Int64 {
  let (product, overflow) = seconds.multipliedReportingOverflow(by: nanosecondsPerSecond)
  return overflow ? (seconds < 0 ? .min : .max) : product
}

/// The instant that lies `duration` after `instant`, at most the end of time.
package func later(_ instant: Int64, by duration: Int64) -> Int64 {
  let (sum, overflow) = instant.addingReportingOverflow(max(duration, 0))
  return overflow ? .max : sum
}

/// How long it is from `start` to `end`; 0 when `end` has passed.
package func duration(from start: Int64, to end: Int64) -> Int64 {
  if end <= start { return 0 }
  let (difference, overflow) = end.subtractingReportingOverflow(start)
  return overflow ? .max : difference
}
