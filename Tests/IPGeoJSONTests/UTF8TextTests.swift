import IPGeoJSON
import Testing

@Suite struct UTF8TextTests {
  @Test func `judges as the standard library does`() {
    var generator = SeededGenerator(seed: 21)
    for _ in 0..<30_000 {
      let bytes = randomBytes(&generator)
      #expect(
        bytes.withUnsafeBytes(UTF8Text.isValid) == (String(validating: bytes, as: UTF8.self) != nil)
      )
    }
  }

  @Test func `judges every sequence of up to three bytes at the edges`() {
    let edges: [UInt8] = [
      0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC,
      0xED,
      0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ]
    for first in edges {
      for second in edges {
        for third in edges {
          for fourth in [0x00, 0x80, 0xBF, 0xC0] as [UInt8] {
            let bytes = [first, second, third, fourth]
            let valid = String(validating: bytes, as: UTF8.self) != nil
            #expect(bytes.withUnsafeBytes(UTF8Text.isValid) == valid)
          }
        }
      }
    }
  }

  @Test func `cuts at the boundary of a scalar`() {
    let bytes = Array("aé€😀z".utf8)
    let lengths = (0...13).map { limit in
      bytes.withUnsafeBytes { UTF8Text.cut($0, to: limit) }
    }
    #expect(lengths == [0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11, 11])
    #expect(bytes.withUnsafeBytes { UTF8Text.cut($0, to: -1) } == 0)
    let stray = [UInt8](repeating: 0x80, count: 300)
    #expect(stray.withUnsafeBytes { UTF8Text.cut($0, to: 200) } == 200)
  }

  @Test func `never makes valid text invalid by a cut`() {
    var generator = SeededGenerator(seed: 22)
    for _ in 0..<3_000 {
      let text = Array(String(decoding: randomBytes(&generator), as: UTF8.self).utf8)
      for limit in 0...text.count {
        let length = text.withUnsafeBytes { UTF8Text.cut($0, to: limit) }
        #expect(length <= limit && length > limit - 4)
        #expect(String(validating: text[..<length], as: UTF8.self) != nil)
      }
    }
  }
}
