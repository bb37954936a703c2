import IPGeoByteStreams
import IPGeoCore
import IPGeoRecords

/// Rendered rows of records without an address: one for each reason, so that a file of garbage is
/// as cheap to write as one of addresses.
struct ReasonRows: ~Copyable {
  private var rows = [CachedRow?](repeating: nil, count: Reason.count)
  private var arena = ByteArena()
  private var segments = ByteBuffer(capacity: 512)
  private var joined = ByteBuffer(capacity: 512)

  /// The prepared row of a reason, rendered at its first use.
  mutating func row(of reason: Reason, _ renderer: borrowing RowRenderer) -> CachedRow? {
    let number = reason.number
    if rows[number] == nil {
      segments.removeAll()
      let row = renderer.prepare(
        AnswerFacts(status: reason.status, reason: reason.rawValue), into: &segments)
      CachedRow.join(
        row, segments.bytes, whole: UnsafeRawBufferPointer(start: nil, count: 0),
        segmentCount: renderer.segmentCount, status: reason.status, into: &joined)
      rows[number] = arena.store(joined.bytes).map {
        CachedRow(place: $0, length: segments.count, segmentCount: renderer.segmentCount)
      }
    }
    return rows[number]
  }
}
