import IPGeoByteStreams
import IPGeoJSON
import Testing

@Suite struct JSONTextTests {
  @Test(arguments: [
    ("", #""""#), ("abc", #""abc""#), ("a\"b\\c/d", #""a\"b\\c/d""#),
    ("\u{0}\u{1}\u{8}\t\n\u{B}\u{C}\r\u{1F}", #""\u0000\u0001\b\t\n\u000b\f\r\u001f""#),
    ("\u{7F}é€😀\u{2028}\u{2029}", "\"\u{7F}é€😀\u{2028}\u{2029}\""),
  ])
  func `writes strings with the needed escapes only`(text: String, json: String) {
    #expect(writtenText { JSONText.appendString(text, to: &$0) } == json)
  }

  @Test func `finds an escape at every place of a word`() {
    for length in 1...40 {
      for place in 0..<length {
        for byte: UInt8 in [0x22, 0x5C, 0x00, 0x1F, 0x80, 0xFF] {
          var bytes = [UInt8](repeating: 0x21, count: length)
          bytes[place] = byte
          let json = written { buffer in
            bytes.withUnsafeBytes { JSONText.appendString($0, to: &buffer) }
          }
          #expect((try? parse(json)) == .string(String(decoding: bytes, as: UTF8.self)))
        }
      }
    }
  }

  @Test func `a plain string ends at its stop or with the text, wherever that is`() {
    for length in 8...30 {
      for stop in 0...length {
        for start in 0...stop {
          var bytes = [UInt8](repeating: 0x61, count: length)
          if stop < length { bytes[stop] = 0x2C }
          var end: Int?
          let json = written { out in
            end = bytes.withUnsafeBytes {
              JSONText.appendPlainString(in: $0, from: start, until: 0x2C, to: &out)
            }
          }
          #expect(end == stop)
          let text = String(repeating: "a", count: stop - start)
          #expect(String(decoding: json, as: UTF8.self) == "\"\(text)\"")
        }
      }
    }
  }

  @Test func `a string with more in it is not taken as plain, nor is anything of it appended`() {
    for place in 0..<20 {
      for byte: UInt8 in [0x22, 0x5C, 0x00, 0x1F, 0x80, 0xFF] {
        var bytes = [UInt8](repeating: 0x61, count: 21)
        (bytes[place], bytes[20]) = (byte, 0x2C)
        var end: Int?
        let json = written { out in
          end = bytes.withUnsafeBytes {
            JSONText.appendPlainString(in: $0, from: 0, until: 0x2C, to: &out)
          }
        }
        #expect(end == nil)
        #expect(json.isEmpty)
      }
    }
  }

  @Test func `writes valid JSON from any bytes, as Swift repairs them`() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<30_000 {
      let bytes = randomBytes(&generator)
      let json = written { buffer in
        bytes.withUnsafeBytes { JSONText.appendString($0, to: &buffer) }
      }
      #expect(try parse(json) == .string(String(decoding: bytes, as: UTF8.self)))
      let repaired = written { buffer in
        bytes.withUnsafeBytes { JSONText.appendUTF8($0, to: &buffer) }
      }
      #expect(repaired == Array(String(decoding: bytes, as: UTF8.self).utf8))
    }
  }

  @Test(arguments: [
    (39, "39"), (-77.5, "-77.5"), (0.1, "0.1"), (0, "0"), (-0.0, "0"), (1e-7, "0.0000001"),
    (1.5e-7, "0.00000015"), (9.99e-8, "9.99e-8"), (1e20, "100000000000000000000"),
    (1e21, "1e21"), (-1.25e21, "-1.25e21"), (123456.789, "123456.789"), (.nan, "null"),
    (.infinity, "null"), (-.infinity, "null"), (1e15, "1000000000000000"),
    (1e16, "10000000000000000"),
    (9_007_199_254_740_992, "9007199254740992"), (.leastNonzeroMagnitude, "5e-324"),
    (-122.4, "-122.4"),
    (1.7976931348623157e308, "1.7976931348623157e308"), (0.0001, "0.0001"),
    (1.5e16, "15000000000000000"),
  ])
  func `writes numbers in their shortest form`(value: Double, text: String) {
    #expect(writtenText { JSONText.appendNumber(value, to: &$0) } == text)
  }

  @Test func `writes numbers that read back as the same`() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<30_000 {
      let value = Double(bitPattern: generator.next())
      let degrees = Double.random(in: -180...180, using: &generator)
      for value in [value, degrees, (degrees * 10_000).rounded() / 10_000] where value.isFinite {
        let text = written { JSONText.appendNumber(value, to: &$0) }
        #expect(try parse(text) == .number(value))
        #expect(significantDigits(text) == significantDigits(Array(value.description.utf8)))
        let hasExponent = text.contains(0x65)
        #expect(hasExponent == (value.magnitude < 1e-7 || value.magnitude >= 1e21))
      }
    }
  }
}

/// The digits of a number without the zeros at either end.
private func significantDigits(_ text: [UInt8]) -> [UInt8] {
  let mantissa = text.prefix { $0 | 0x20 != 0x65 }.filter { (0x30...0x39).contains($0) }
  return Array(mantissa.trimmingPrefix { $0 == 0x30 }.reversed().drop { $0 == 0x30 })
}

/// Bytes that are text for the most part, with what breaks it in between.
func randomBytes(_ generator: inout SeededGenerator) -> [UInt8] {
  let scalars: [String] = ["é", "€", "😀", "\u{10FFFF}", "\u{0}", "\"", "\\", "\u{7F}", "\u{FFFD}"]
  var bytes: [UInt8] = []
  for _ in 0..<Int.random(in: 0...30, using: &generator) {
    switch Int.random(in: 0...5, using: &generator) {
    case 0: bytes.append(UInt8.random(in: 0...255, using: &generator))
    case 1: bytes.append(UInt8.random(in: 0x80...255, using: &generator))
    case 2: bytes += Array((scalars.randomElement(using: &generator) ?? "").utf8)
    case 3: bytes += Array((scalars.randomElement(using: &generator) ?? "").utf8).dropLast()
    default: bytes += Array("plain text".utf8.prefix(Int.random(in: 0...10, using: &generator)))
    }
  }
  return bytes
}
