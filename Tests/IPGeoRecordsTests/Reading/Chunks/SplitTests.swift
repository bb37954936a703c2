import IPGeoByteStreams
import Testing

@testable import IPGeoRecords

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// However the input comes, the records are the same.
struct SplitTests {
  static let inputs: [[UInt8]] = [
    Array("8.8.8.8\n1.1.1.1\n".utf8),
    Array("8.8.8.8\r\n\r\n1.1.1.1\r\n".utf8),
    Array("8.8.8.8\r\r1.1.1.1\r".utf8),
    Array("8.8.8.8\r\n\n\r1.1.1.1\n\r\n9.9.9.9".utf8),
    [0xef, 0xbb, 0xbf] + Array("8.8.8.8\n# c\n  4 ::1 # d\nbad\n".utf8),
    utf16("\u{feff}8.8.8.8\r\n😀\r\n1.1.1.1", isBigEndian: false),
    utf16("\u{feff}8.8.8.8\r\n😀\r\n1.1.1.1", isBigEndian: true) + [0x00],
    utf16("8.8.8.8\r\n1.1.1.1\r\n", isBigEndian: false),
    Array(
      "\0\0\0\0\(String(repeating: "x", count: 70))\r\n\n8.8.8.8\r\(String(repeating: "ü", count: 90))\r\n#\(String(repeating: "y", count: 90))\n\(String(repeating: "\0", count: 300))1.1.1.1\n"
        .utf8),
    Array(String(repeating: "z", count: 64).utf8) + Array("\r\n".utf8)
      + Array(String(repeating: "z", count: 65).utf8) + Array("\n8.8.8.8".utf8),
    [],
    Array("\n".utf8),
    [0x38, 0x2e, 0xff, 0x0a, 0xc3, 0x0d],
  ]

  @Test(arguments: inputs) func `one byte at a time`(_ input: [UInt8]) throws {
    let whole = try read(input, maximumLine: 64)
    let split = try read(input.map { [$0] }, maximumLine: 64)
    #expect(split.isSame(as: whole), "\(split) \(whole)")
  }

  @Test(arguments: inputs) func `in two pieces, and in random ones`(_ input: [UInt8]) throws {
    let whole = try read(input, maximumLine: 64)
    for cut in 0...input.count {
      let split = try read([Array(input[..<cut]), Array(input[cut...])], maximumLine: 64)
      #expect(split.isSame(as: whole), "cut at \(cut)")
    }
    var random = Seeded(state: 7)
    for _ in 0..<50 {
      var pieces: [[UInt8]] = []
      var rest = input[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...9, using: &random)
        pieces.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      let size = Int.random(in: 1...40, using: &random)
      let split = try read(pieces, maximumLine: 64, chunkSize: size)
      #expect(split.isSame(as: whole), "\(pieces.map(\.count)) \(size)")
    }
  }

  @Test func `random texts of the kind, in random pieces`() throws {
    let parts = ["8.8.8.8", "::1", "x", "\r", "\n", "\r\n", " ", "#", "\0", "12 ", "ü", "\u{feff}"]
    var random = Seeded(state: 3)
    for _ in 0..<300 {
      let count = Int.random(in: 0...60, using: &random)
      let text = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      // A first letter that settles the encoding, as the pauses between pieces may do otherwise.
      let input = Array(("a.b" + text).utf8)
      let whole = try read(input, format: .list, maximumLine: 20)
      var pieces: [[UInt8]] = []
      var rest = input[...]
      while !rest.isEmpty {
        let length = Int.random(in: 1...30, using: &random)
        pieces.append(Array(rest.prefix(length)))
        rest = rest.dropFirst(length)
      }
      let split = try read(pieces, format: .list, maximumLine: 20, chunkSize: 64)
      #expect(split.isSame(as: whole), "\(pieces) \(split) \(whole)")
    }
  }
}
