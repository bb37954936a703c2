import Testing

@testable import IPGeoMaxMind

struct TextCheckTests {
  private func isUTF8(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes(TextCheck.isUTF8) }

  private func expectSame(_ bytes: [UInt8]) {
    let isText = String(validating: bytes, as: UTF8.self) != nil
    #expect(isUTF8(bytes) == isText, "\(bytes)")
  }

  @Test func `every pair of bytes is text or none, as to Swift`() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max { expectSame([first, second]) }
    }
  }

  @Test func `what lies at the limits of Unicode`() {
    let edges: [UInt8] = [0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff]
    for lead in UInt8(0xe0)...UInt8(0xf8) {
      for second in edges {
        for third in edges {
          expectSame([lead, second, third])
          for fourth in edges { expectSame([lead, second, third, fourth]) }
        }
      }
    }
  }

  @Test func `texts of any length, cut anywhere`() {
    let text = Array("Zürich Цюрих チューリッヒ 🏔 abcdefghijklmnop é".utf8)
    for start in text.indices {
      for end in start...text.count { expectSame(Array(text[start..<end])) }
    }
  }
}
