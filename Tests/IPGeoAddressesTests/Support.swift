import IPGeoAddresses

/// A seeded generator, so that a failure can be repeated: SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}

/// What a token came to, in one line: `address`, then port, zone and spelling where they tell more.
func reading(_ bytes: [UInt8]) -> String {
  bytes.withUnsafeBytes { raw in
    switch AddressToken.parse(raw) {
    case .failure(let fault): return "\(fault)"
    case .success(let token):
      var words = ["\(token.address)"]
      if let port = token.port { words.append("port \(port)") }
      if let zone = token.zone {
        words.append("zone \(String(decoding: bytes[zone], as: UTF8.self))")
      }
      words.append("as \(String(decoding: bytes[token.spelling], as: UTF8.self))")
      return words.joined(separator: ", ")
    }
  }
}

func reading(_ text: String) -> String { reading(Array(text.utf8)) }

func address(_ bytes: [UInt8]) -> IPAddress? {
  bytes.withUnsafeBytes { try? AddressToken.parse($0).get().address }
}

func fault(_ text: String) -> AddressFault? {
  Array(text.utf8).withUnsafeBytes {
    if case .failure(let fault) = AddressToken.parse($0) { fault } else { nil }
  }
}

/// Addresses of all shapes: any bits, many zero groups, IPv4, and neighbours of special blocks.
func randomAddress(_ generator: inout SeededGenerator) -> IPAddress {
  let high = generator.next()
  let low = generator.next()
  switch generator.next() % 8 {
  case 0, 1: return IPAddress(ipv4: UInt32(truncatingIfNeeded: low))
  case 2: return IPAddress(high: high, low: low)
  case 3: return IPAddress(high: 0, low: low & generator.next())
  default:
    // Groups are zero, short or long independently, so that runs of zeros come in every place.
    let mask = generator.next()
    let short = generator.next()
    func thinned(_ value: UInt64, _ shift: UInt64) -> UInt64 {
      var kept: UInt64 = 0
      for group in 0..<4 as Range<UInt64> {
        guard mask >> (shift + group) & 1 == 1 else { continue }
        let width = short >> (2 * (shift + group)) & 3
        kept |= (value >> (16 * group) & (0xffff >> (4 * width))) << (16 * group)
      }
      return kept
    }
    return IPAddress(high: thinned(high, 0), low: thinned(low, 4))
  }
}
