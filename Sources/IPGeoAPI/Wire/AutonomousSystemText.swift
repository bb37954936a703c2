/// The service's `as`: a number and a name in one text, as `AS15169 Google LLC`.
struct AutonomousSystemText: Hashable {
  /// The number, where there is one of 32 bits (RFC 6793).
  let number: UInt32?
  /// The name; the whole text where it does not begin with such a number.
  let organization: String?

  init(_ text: String) {
    let bytes = text.utf8
    let digits = bytes.dropFirst(2).prefix { (0x30...0x39).contains($0) }
    let rest = bytes[digits.endIndex...]
    guard bytes.starts(with: "AS".utf8), !digits.isEmpty, rest.first ?? 0x20 == 0x20,
      let number = UInt32(Substring(digits))
    else {
      self.number = nil
      organization = text.isEmpty ? nil : text
      return
    }
    self.number = number
    let name = Substring(rest.drop { $0 == 0x20 })
    organization = name.isEmpty ? nil : String(name)
  }
}
