public import IPGeoByteStreams

/// Where the lines of a chunk stand in a file, so that the chunk can be dropped and had again.
///
/// Only chunks that hold nothing but lines as they stand in the file have one.
public struct ChunkOrigin: Sendable {
  let source: ByteSource
  /// Where its first line starts, in bytes from the start of the file.
  let offset: Int64
  /// How many bytes its lines are.
  let length: Int
  /// What finds its records, as it was before the first of them.
  let finder: any RecordFinder
  let firstLine: Int
  let maximumLine: Int
  /// Whether nothing follows: from then on the file is kept open for its origins alone.
  public let isLast: Bool

  /// A number that other bytes hardly have.
  public func checksum(of chunk: Chunk) -> UInt64 {
    Self.checksum(UnsafeRawBufferPointer(rebasing: chunk.bytes.bytes.prefix(length)))
  }

  /// Reads the chunk again.
  /// - Parameter checksum: That of the chunk when it was there.
  /// - Returns: The same chunk; `nil` where the file does not hold these bytes any more.
  /// - Throws: When the file cannot be read.
  public func chunk(checksum: UInt64) throws(SystemError) -> Chunk? {
    var text = ByteBuffer(capacity: length + 64)
    try text.fill(room: length) { room throws(SystemError) in
      try source.read(
        at: offset, into: UnsafeMutableRawBufferPointer(rebasing: room.prefix(length)))
    }
    guard text.count == length, Self.checksum(text.bytes) == checksum else { return nil }
    var finder = finder
    var found = Findings(maximumLine: maximumLine)
    _ = finder.find(in: text.bytes, lines: 0..<length, mayGoOn: false, into: &found)
    text.append(found.made.bytes)
    return Chunk(
      bytes: text, records: found.records, firstLine: firstLine, format: finder.format)
  }

  private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var sum: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
    var at = 0
    while at &+ 8 <= bytes.count {
      sum = mixed(sum, bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      at &+= 8
    }
    for byte in bytes[at...] { sum = mixed(sum, UInt64(byte)) }
    return sum
  }

  @inline(__always)
  private static func mixed(_ sum: UInt64, _ word: UInt64) -> UInt64 {
    let product = (sum ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low &+ sum
  }
}
