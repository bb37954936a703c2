/// Sizes in bytes as options write them: `4096`, `64k`, `1m`, `1g` (powers of 1024, either case).
enum ByteSize {
  /// Reads a size of 1 byte to 1 GiB.
  static func parse(_ text: String) throws(ValueFault) -> Int {
    var digits = text[...]
    var unit = 1
    if let last = digits.utf8.last {
      switch last | 0x20 {
      case UInt8(ascii: "k"): unit = 1 << 10
      case UInt8(ascii: "m"): unit = 1 << 20
      case UInt8(ascii: "g"): unit = 1 << 30
      default: break
      }
      if unit > 1 { digits.removeLast() }
    }
    guard let count = WholeNumber.digits(digits) else {
      throw ValueFault("is not a size such as 4096, 64k or 1m")
    }
    let (size, overflow) = count.multipliedReportingOverflow(by: unit)
    guard !overflow, (1...(1 << 30)).contains(size) else {
      throw ValueFault("is not a size from 1 byte to 1g")
    }
    return size
  }
}
