import Foundation
import IPGeoAddresses
import Testing

@testable import IPGeoRecords

/// A second opinion on what stands alone in a line: slow, by regular expressions and `inet_pton`.
private struct SlowScan {
  static let word = try? NSRegularExpression(pattern: "[0-9A-Za-z.:_-]+")
  static let port = try? NSRegularExpression(pattern: "^([0-9.]+):([0-9]{1,5})$")

  static func addresses(_ line: String) -> [IPAddress] {
    let whole = NSRange(line.startIndex..., in: line)
    return (word?.matches(in: line, range: whole) ?? []).compactMap { match in
      Range(match.range, in: line).flatMap { address(String(line[$0])) }
    }
  }

  private static func address(_ word: String) -> IPAddress? {
    var text = word
    while text.hasSuffix(".") { text.removeLast() }
    if text.hasSuffix(":"), !text.hasSuffix("::") { text.removeLast() }
    if let match = port?.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)),
      let host = Range(match.range(at: 1), in: text),
      let digits = Range(match.range(at: 2), in: text),
      (Int(text[digits]) ?? .max) < 65536
    {
      text = String(text[host])
    }
    var room = in6_addr()
    if inet_pton(AF_INET, text, &room) == 1 { return IPAddress(text) }
    guard inet_pton(AF_INET6, text, &room) == 1 else { return nil }
    let block = IPAddress(text)?.specialBlock?.name
    return block == "unallocated" || block == "unspecified" ? nil : IPAddress(text)
  }
}

struct TextFinderPropertyTests {
  // `/` and `%` have meanings of their own, tested by example.
  private static let parts = [
    "8.8.8.8", "1.1.1.1", "10.0.0.1", "2001:4860::8888", "::1", "fe80::1", "::ffff:9.9.9.9",
    "2001:4860:0:0:0:0:0:8844", "fd00::1:2", "00:11:22:33:44:55", "12:34:56", "1.2.3.4.5", "std::a",
    "1", ".", ":", "::", "-", "_", "x", " ", " ", " ", ",", "=", "(", ")", "\"", "@", "#", "é",
    "\t",
    "443", ":80", ":65536", "256", "a", "f", "0",
  ]

  private static func line(_ random: inout Seeded) -> String {
    (0..<Int.random(in: 1...14, using: &random)).map { _ in
      parts.randomElement(using: &random) ?? ""
    }.joined()
  }

  @Test func `random lines hold what a slow look finds`() {
    var random = Seeded(state: 5)
    for _ in 0..<20_000 {
      let line = TextFinderPropertyTests.line(&random)
      let expected = SlowScan.addresses(line)
      let found = Array(line.utf8).withUnsafeBytes { bytes in
        var scan = AddressScan(bytes, 0..<bytes.count)
        var found: [IPAddress] = []
        while let place = scan.next() {
          found.append(place.address)
          let inner = place.spelling
          let spelling = String(decoding: bytes[inner], as: UTF8.self)
          #expect(IPAddress(spelling) == place.address)
          #expect(place.text.lowerBound <= inner.lowerBound)
          #expect(place.text.upperBound >= inner.upperBound)
        }
        return found
      }
      #expect(found == expected, "<\(line)>")
    }
  }

  @Test func `an address is found between any bytes that are no neighbours of one`() {
    let neighbours = Set("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.:_-".utf8)
    for address in ["8.8.8.8", "2001:4860::8888"] {
      for byte in UInt8.min...UInt8.max {
        // More digits make another number, `%` has a meaning of its own.
        if isDigit(byte) || byte == 0x25 { continue }
        let left = [0x20, byte] + Array(address.utf8) + [0x20]
        let isAlone = !neighbours.contains(byte)
        #expect(left.withUnsafeBytes { TextFinder.holdsAddress($0) } == isAlone, "\(byte)")
        let right = [0x20] + Array(address.utf8) + [byte, 0x20]
        let mayFollow = isAlone || byte == 0x2e || byte == 0x3a
        #expect(right.withUnsafeBytes { TextFinder.holdsAddress($0) } == mayFollow, "\(byte)")
      }
    }
  }

  private func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  @Test func `however the input comes, the records are the same`() throws {
    var random = Seeded(state: 9)
    for _ in 0..<200 {
      let lines = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        TextFinderPropertyTests.line(&random)
      }
      let end = ["\n", "\r\n", "\r"].randomElement(using: &random) ?? "\n"
      let input = Array(("text 8.8.8.8" + end + lines.joined(separator: end)).utf8)
      let whole = try read(input, format: .text, maximumLine: 40)
      var pieces: [[UInt8]] = []
      var rest = input[...]
      while !rest.isEmpty {
        let length = Int.random(in: 1...30, using: &random)
        pieces.append(Array(rest.prefix(length)))
        rest = rest.dropFirst(length)
      }
      let split = try read(pieces, format: .text, maximumLine: 40, chunkSize: 64)
      #expect(split.isSame(as: whole), "\(lines)")
    }
  }
}
