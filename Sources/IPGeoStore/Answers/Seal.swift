/// A checksum over a row of answers, so that a flipped bit on the disk is no other place.
///
/// SQLite finds damage in its own structures only, and a damaged text or number would be told with
/// confidence. FNV-1a of 64 bits, cut to 32: short, and the same in every process. When an answer was
/// asked is not in it.
enum Seal {
  /// Bytes of a seal, at the end of a body.
  static let size = 4

  /// The hash of some bytes, after those that `hash` is of.
  static func hash(
    _ bytes: some Sequence<UInt8>, after hash: UInt64 = 0xcbf2_9ce4_8422_2325
  ) -> UInt64 {
    var hash = hash
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }

  /// The seal of a row.
  /// - Parameters:
  ///   - key: The address's octets.
  ///   - country: The number of the first part; nil without one.
  ///   - network: The number of the second one.
  ///   - body: The body, without a seal.
  /// - Returns: What `opened` holds the row to.
  static func value(
    key: some Sequence<UInt8>, country: Int64?, network: Int64?, body: some Sequence<UInt8>
  ) -> UInt32 {
    var hash = hash(key)
    for number in [country ?? -1, network ?? -1] {
      hash = (hash ^ UInt64(bitPattern: number)) &* 0x100_0000_01b3
    }
    hash = Self.hash(body, after: hash)
    return UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
  }

  /// The bytes that stand behind the body.
  static func bytes(_ value: UInt32) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { [UInt8]($0) }
  }

  /// The body before its seal; nil where they do not belong together.
  static func opened(
    _ sealed: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, country: Int64?, network: Int64?
  ) -> UnsafeRawBufferPointer? {
    guard sealed.count >= size else { return nil }
    let body = UnsafeRawBufferPointer(rebasing: sealed.dropLast(size))
    let found = sealed.loadUnaligned(fromByteOffset: body.count, as: UInt32.self)
    let value = value(key: key, country: country, network: network, body: body)
    return UInt32(littleEndian: found) == value ? body : nil
  }
}
