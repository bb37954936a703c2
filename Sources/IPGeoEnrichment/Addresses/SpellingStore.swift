import IPGeoAddresses
import IPGeoByteStreams
import IPGeoRecords

/// How addresses were spelt, for those that were not spelt canonically.
///
/// Most are, and of those nothing is kept: a list of a million addresses needs no million copies.
struct SpellingStore: ~Copyable {
  /// Where a spelling is kept; `nil` stands for the canonical text.
  typealias Place = UnsafeRawPointer?

  private var arena = ByteArena()
  private var scratch = ByteBuffer(capacity: 256)

  /// Keeps a spelling (200 bytes of it at most) unless it is the address's canonical text.
  mutating func keep(_ spelling: UnsafeRawBufferPointer, of address: IPAddress) -> Place {
    let isCanonical = withUnsafeTemporaryAllocation(
      byteCount: IPAddress.maximumTextLength, alignment: 1
    ) { text in
      let length = address.writeText(to: text)
      return UnsafeRawBufferPointer(rebasing: text[..<length]).elementsEqual(spelling)
    }
    if isCanonical { return nil }
    let kept = RecordFacts.judgedText(spelling)
    scratch.removeAll()
    scratch.append(UInt8(truncatingIfNeeded: kept.count))
    scratch.append(kept)
    return arena.store(scratch.bytes)
  }

  /// Appends the spelling at a place.
  func append(_ place: Place, of address: IPAddress, to out: inout ByteBuffer) {
    guard let place else {
      return out.fill(room: IPAddress.maximumTextLength) { address.writeText(to: $0) }
    }
    // A length byte, then the text: see `keep`.
    let length = Int(place.load(as: UInt8.self))
    out.append(UnsafeRawBufferPointer(start: place + 1, count: length))
  }
}
