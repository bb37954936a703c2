/// Writes packed members: lengths and integers as LEB128, absent ones as a 0 in front.
struct PackedWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(_ text: String?) {
    guard let text else { return append(0) }
    append(number: UInt64(text.utf8.count) &+ 1)
    bytes.append(contentsOf: text.utf8)
  }

  mutating func append(_ value: Int64?) {
    guard let value else { return append(0) }
    append(1)
    // Zigzag: small ones are short, whatever their sign.
    append(number: UInt64(bitPattern: value &<< 1 ^ value >> 63))
  }

  mutating func append(_ value: Double?) {
    guard let value else { return append(0) }
    append(1)
    let bits = value.bitPattern
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: bits >> shift))
    }
  }

  mutating func append(flags: [Bool?]) {
    var byte: UInt8 = 0
    for (index, flag) in flags.enumerated() {
      if let flag { byte |= (flag ? 3 : 2) << UInt8(index * 2) }
    }
    append(byte)
  }

  private mutating func append(number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func append(_ facts: CountryFacts) {
    append(facts.continent)
    append(facts.continentCode)
    append(facts.country)
    append(facts.countryCode)
    append(facts.currency)
    append(facts.timezone)
    append(facts.utcOffset.map { Int64($0) })
  }

  mutating func append(_ facts: NetworkFacts) {
    append(facts.isp)
    append(facts.organization)
    append(facts.asn.map { Int64($0) })
    append(facts.asOrganization)
    append(facts.asName)
    append(flags: [facts.isMobile, facts.isProxy, facts.isHosting])
  }

  mutating func append(_ facts: PlaceFacts) {
    append(facts.region)
    append(facts.regionCode)
    append(facts.city)
    append(facts.district)
    append(facts.zip)
    append(facts.latitude)
    append(facts.longitude)
    append(facts.reverse)
  }
}

/// Reads packed members; every method answers nil where the bytes are not what it looks for.
struct PackedReader {
  private let bytes: UnsafeRawBufferPointer
  private var at = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Whether all has been read.
  var isAtEnd: Bool { at == bytes.count }

  mutating func byte() -> UInt8? {
    guard at < bytes.count else { return nil }
    defer { at &+= 1 }
    return bytes[at]
  }

  /// The bytes of a text that may be absent.
  mutating func text() -> UnsafeRawBufferPointer?? {
    guard let marked = number() else { return nil }
    guard marked > 0 else { return .some(nil) }
    guard marked - 1 <= UInt64(bytes.count &- at) else { return nil }
    let end = at &+ Int(truncatingIfNeeded: marked - 1)
    let part = UnsafeRawBufferPointer(rebasing: bytes[at..<end])
    at = end
    return .some(part)
  }

  /// An integer that may be absent.
  mutating func integer() -> Int64?? {
    guard let mark = byte() else { return nil }
    guard mark != 0 else { return .some(nil) }
    guard let number = number() else { return nil }
    return .some(Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1))
  }

  /// An angle of at most `most` degrees either way that may be absent.
  mutating func degrees(_ most: Double) -> Double?? {
    guard let mark = byte() else { return nil }
    guard mark != 0 else { return .some(nil) }
    var bits: UInt64 = 0
    for _ in 0..<8 {
      guard let byte = byte() else { return nil }
      bits = bits << 8 | UInt64(byte)
    }
    let value = Double(bitPattern: bits)
    return value.magnitude <= most ? .some(value) : nil
  }

  static func flag(_ index: UInt8, of byte: UInt8) -> Bool? {
    switch byte >> (index * 2) & 3 {
    case 2: false
    case 3: true
    default: nil
    }
  }

  private mutating func number() -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while shift < 64 {
      guard let next = byte() else { return nil }
      value |= UInt64(next & 0x7f) << shift
      if next < 0x80 { return value }
      shift += 7
    }
    return nil
  }
}
