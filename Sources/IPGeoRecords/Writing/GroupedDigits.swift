extension BinaryInteger {
  /// The number with a comma between thousands, whatever the locale: `1,540`.
  ///
  /// For people; rows and other forms for programs have no commas in their numbers.
  public var groupedDigits: String {
    let digits = Array(String(magnitude).utf8)
    var text: [UInt8] = self < 0 ? [UInt8(ascii: "-")] : []
    for (at, digit) in digits.enumerated() {
      if at > 0, (digits.count - at).isMultiple(of: 3) { text.append(UInt8(ascii: ",")) }
      text.append(digit)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
