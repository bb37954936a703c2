import Testing

@testable import IPGeoByteStreams

@Suite struct StoragePoolTests {
  @Test func `a buffer gets the storage of one that is gone`() {
    let pool = StoragePool()
    do {
      var first = ByteBuffer(capacity: 5000, from: pool)
      first.append("text that the next one must not have")
      #expect(pool.count == 0)
    }
    #expect(pool.count == 1)
    let second = ByteBuffer(capacity: 4000, from: pool)
    #expect(second.capacity == 5000)
    #expect(second.count == 0)
    #expect(pool.count == 0)
  }

  @Test func `storage that is too small is left there`() {
    let pool = StoragePool()
    do { _ = ByteBuffer(capacity: 100, from: pool) }
    let large = ByteBuffer(capacity: 1000, from: pool)
    #expect(large.capacity == 1000)
    #expect(pool.count == 1)
  }

  @Test func `storage that grew comes back grown`() {
    let pool = StoragePool()
    do {
      var grown = ByteBuffer(capacity: 16, from: pool)
      grown.reserve(2000)
    }
    let next = ByteBuffer(capacity: 1000, from: pool)
    #expect(next.capacity >= 2000)
  }

  @Test func `no more is kept than was said, and nothing larger`() {
    let pool = StoragePool(limit: 2, largest: 4096)
    do { _ = ByteBuffer(capacity: 4097, from: pool) }
    #expect(pool.count == 0)
    do {
      let first = ByteBuffer(capacity: 4096, from: pool)
      let second = ByteBuffer(capacity: 4096, from: pool)
      let third = ByteBuffer(capacity: 4096, from: pool)
      #expect(first.count + second.count + third.count == 0)
    }
    #expect(pool.count == 2)
  }
}
