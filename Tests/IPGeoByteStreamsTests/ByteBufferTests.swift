import Testing

@testable import IPGeoByteStreams

struct ByteBufferTests {
  @Test func `numbers are written in decimal`() {
    for number in [0, 9, 10, 4_294_967_296, UInt64.max] as [UInt64] {
      var buffer = ByteBuffer()
      buffer.append(decimal: number)
      #expect(String(decoding: buffer.bytes, as: UTF8.self) == String(number))
    }
  }

  @Test func `it grows, and cuts at both ends`() {
    var buffer = ByteBuffer(capacity: 1)
    for _ in 0..<1000 { buffer.append("0123456789" as StaticString) }
    #expect(buffer.count == 10_000)
    buffer.removeFirst(9_995)
    buffer.truncate(to: 3)
    #expect(String(decoding: buffer.bytes, as: UTF8.self) == "567")
    buffer.removeFirst(100)
    #expect(buffer.count == 0)
  }
}
