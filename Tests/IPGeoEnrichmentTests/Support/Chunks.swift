import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore
import IPGeoRecords

@testable import IPGeoEnrichment

/// Chunks made by hand.
enum Chunks {
  /// A chunk of that many bytes whose only record says which one it is.
  static func work(_ number: Int, bytes: Int = 1000) -> WorkChunk {
    let record = FoundRecord(
      address: IPAddress(ipv4: UInt32(number)), text: 0..<0, spelling: 0..<0, lineOffset: 0)
    return WorkChunk(
      chunk: Chunk(bytes: ByteBuffer(capacity: bytes), records: [record], firstLine: number),
      numbers: [RecordNumber(0)], file: InputName("a"))
  }

  /// Which chunk it is.
  static func number(_ next: ChunkQueue.Next) -> Int? {
    guard case .chunk(let work) = next, case .here(let chunk) = work.content else { return nil }
    return chunk.firstLine
  }
}
