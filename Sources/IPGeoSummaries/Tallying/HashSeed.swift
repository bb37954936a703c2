/// Hashes bytes and words with a seed of its own, so that nobody can write a file whose values all
/// fall into one place.
struct HashSeed {
  private let first = UInt64.random(in: .min ... .max)
  private let second = UInt64.random(in: .min ... .max)

  /// Takes a word into a hash.
  @inline(__always)
  func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word ^ first).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low &+ second
  }

  /// The hash of some bytes.
  @inline(__always)
  func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: bytes.count)
    var at = 0
    while bytes.count &- at >= 8 {
      hash = mixed(hash, bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      at &+= 8
    }
    var rest: UInt64 = 0
    while at < bytes.count {
      rest = rest << 8 | UInt64(bytes[at])
      at &+= 1
    }
    return finished(mixed(hash, rest))
  }

  /// Spreads a hash over its low bits, by which places are chosen.
  @inline(__always)
  func finished(_ hash: UInt64) -> UInt64 {
    let product = hash.multipliedFullWidth(by: second | 1)
    return product.high ^ product.low
  }
}
