extension BinaryInteger {
  /// The number with a comma between thousands, whatever the locale: `1,540`.
  var grouped: String {
    let digits = Array(String(magnitude).utf8)
    var text: [UInt8] = self < 0 ? [UInt8(ascii: "-")] : []
    for (at, digit) in digits.enumerated() {
      if at > 0, (digits.count - at) % 3 == 0 { text.append(UInt8(ascii: ",")) }
      text.append(digit)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
