import IPGeoByteStreams
import IPGeoCore
import IPGeoRecords
import Testing

@testable import IPGeoEnrichment

@Suite struct RowCacheTests {
  /// A prepared row of two segments, the second of that length.
  private func keep(
    _ number: UInt32, in cache: inout RowCache, length: Int = 5, status: Status = .located
  ) -> String? {
    var segments = ByteBuffer()
    segments.append("<\(number)>")
    var row = PreparedRow()
    row.lengths[0] = UInt32(segments.count)
    row.lengths[1] = UInt32(length)
    for _ in 0..<length { segments.append(0x2E) }
    return cache.keep(
      row, segments.bytes, whole: UnsafeRawBufferPointer(start: nil, count: 0), for: number,
      status: status
    ).map(text)
  }

  private func text(_ row: CachedRow) -> String {
    let head = Int(row.lengths.first ?? 0)
    let bytes = row.segments
    #expect(row.lengths.count == 2)
    #expect(row.lengths.reduce(0) { $0 + Int($1) } == bytes.count)
    return String(decoding: bytes.prefix(head), as: UTF8.self) + "\(bytes.count - head)"
  }

  private func found(_ number: UInt32, in cache: borrowing RowCache) -> String? {
    cache.row(of: number).map(text)
  }

  @Test func `a row comes back with its status`() {
    var cache = RowCache(segmentCount: 2)
    #expect(found(0, in: cache) == nil)
    for number in 0..<50 as Range<UInt32> {
      let kept = keep(number, in: &cache, length: Int(number), status: .unknown)
      #expect(kept == "<\(number)>\(number)")
    }
    for number in 0..<50 as Range<UInt32> {
      #expect(found(number, in: cache) == "<\(number)>\(number)")
      let status = cache.row(of: number)?.status
      #expect(status == .unknown)
    }
    #expect(found(50, in: cache) == nil)
  }

  @Test func `a row that is kept whole comes back whole, and in segments with a gap`() throws {
    var cache = RowCache(segmentCount: 2)
    var segments = ByteBuffer()
    segments.append("<>")
    var row = PreparedRow()
    (row.lengths[0], row.lengths[1]) = (1, 1)
    var whole = ByteBuffer()
    whole.append("<8.8.8.8>")
    let kept = cache.keep(row, segments.bytes, whole: whole.bytes, for: 3, status: .located)
    let found = try #require(kept)
    #expect(found.whole.map { String(decoding: $0, as: UTF8.self) } == "<8.8.8.8>")
    #expect(found.gap == 7)
    #expect(found.segments.count == 9 && Array(found.lengths) == [1, 1])
    _ = keep(4, in: &cache)
    let row4 = cache.row(of: 4)
    let other = try #require(row4)
    #expect(other.whole == nil && other.gap == 0)
  }

  @Test func `numbers that share an entry take it from each other`() {
    var cache = RowCache(segmentCount: 2)
    let other = UInt32(RowCache.entryCount)
    _ = keep(0, in: &cache)
    _ = keep(other, in: &cache)
    #expect(found(0, in: cache) == nil)
    #expect(found(other, in: cache) == "<\(other)>5")
    _ = keep(0, in: &cache)
    #expect(found(0, in: cache) == "<0>5")
    #expect(found(other, in: cache) == nil)
  }

  @Test func `when its bytes are used up it starts afresh`() {
    var cache = RowCache(segmentCount: 2, bound: 4 * ByteArena.slabSize)
    for number in 0..<8 as Range<UInt32> {
      _ = keep(number, in: &cache, length: 600_000)
    }
    // Two slabs are beyond the bound: the eighth row found them and dropped all others.
    for number in 0..<7 as Range<UInt32> { #expect(found(number, in: cache) == nil) }
    #expect(found(7, in: cache) == "<7>600000")
  }

  @Test func `a row too long to keep is not kept`() {
    var cache = RowCache(segmentCount: 2)
    let kept = keep(1, in: &cache, length: ByteArena.slabSize)
    #expect(kept == nil)
    #expect(found(1, in: cache) == nil)
  }
}

@Suite struct ReasonRowsTests {
  @Test func `each reason has its own row, the same at every use`() throws {
    let renderer = RowRenderer(fields: [.ip, .status, .reason], format: .csv)
    var rows = ReasonRows()
    for _ in 0..<2 {
      for reason in Reason.allCases {
        let row = rows.row(of: reason, renderer)
        let bytes = try #require(row).segments
        #expect(
          String(decoding: bytes, as: UTF8.self) == ",\(reason.status.word),\(reason.rawValue)\n")
      }
    }
  }
}
