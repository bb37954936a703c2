import IPGeoAddresses
import IPGeoCore
import Testing

@testable import IPGeoRecords

/// What is written as failure records is read back, whatever it is about, and whatever befalls it.
struct FailureFileRoundTripTests {
  /// Random failure records, and what reading them must come to.
  private struct Sample {
    var bytes: [UInt8] = []
    var asked: [ReadResult.Record] = []
    var passedOver = 0
    var lines = 0

    init(seed: UInt64) {
      var random = Seeded(state: seed)
      for _ in 0..<Int.random(in: 0...60, using: &random) {
        lines += 1
        if Bool.random(using: &random) { addInvalid(&random) } else { addFailed(&random) }
      }
    }

    private static func hostile(_ random: inout Seeded) -> [UInt8] {
      let pieces: [[UInt8]] = [
        Array("\"".utf8), Array("\\".utf8), [0x0a], [0x0d], [0x00], [0x1b], [0xff], [0xc3],
        Array("é😀\u{2028}\u{202e}".utf8), Array("8.8.8.8".utf8), Array("}\n{".utf8),
        [UInt8](repeating: 0x61, count: 90), Array(#"","retryable":true,"ip":"1.1.1.1"#.utf8),
      ]
      return (0..<Int.random(in: 0...6, using: &random)).flatMap { _ in
        pieces.randomElement(using: &random) ?? []
      }
    }

    private mutating func addInvalid(_ random: inout Seeded) {
      let reasons = Reason.allCases.filter { $0.status == .invalid }
      let text = Sample.hostile(&random)
      let reason = reasons.randomElement(using: &random) ?? .empty
      let records = UInt64.random(in: 1...9, using: &random)
      bytes += text.withUnsafeBytes { text in
        appended {
          FailureRecord(
            invalid: reason, text: text, records: records, file: nil, line: nil, at: 0
          ).append(to: &$0)
        }
      }
      passedOver += 1
    }

    private mutating func addFailed(_ random: inout Seeded) {
      let address =
        Bool.random(using: &random)
        ? IPAddress(ipv4: UInt32(truncatingIfNeeded: random.next()))
        : IPAddress(high: random.next(), low: random.next() & random.next())
      let (text, spelling) = Sample.spelling(of: address, &random)
      let failure = Failure(
        Reason.allCases.filter { $0.status == .failed }.randomElement(using: &random) ?? .timeout,
        message: String(decoding: Sample.hostile(&random), as: UTF8.self),
        attempts: Int(truncatingIfNeeded: random.next()), httpStatus: [nil, 0, -1, 502][lines % 4],
        isRetryable: Bool.random(using: &random))
      let records = UInt64.random(in: 1...UInt64(Int.max), using: &random) >> UInt64(lines % 60)
      let file = String(decoding: Sample.hostile(&random), as: UTF8.self)
      bytes += text.withUnsafeBytes { text in
        appended {
          FailureRecord(
            failure, address: address, text: text, records: max(1, records), file: file,
            line: lines, at: 0
          ).append(to: &$0)
        }
      }
      guard failure.isRetryable else { return passedOver += 1 }
      asked.append(
        ReadResult.Record(
          line: lines, text: "", spelling: spelling, word: address.description,
          hits: max(1, records)))
    }

    /// A text for an address, and the spelling that is to be found again.
    private static func spelling(
      of address: IPAddress, _ random: inout Seeded
    ) -> (text: [UInt8], spelling: String) {
      let plain = address.description
      let zone = String(repeating: "z", count: Int.random(in: 1...64, using: &random))
      let texts =
        address.isIPv4
        ? [plain, "::ffff:\(plain)"] : [plain, plain.uppercased(), "\(plain)%\(zone)"]
      if Int.random(in: 0..<4, using: &random) == 0 {
        return (Array("?".utf8) + hostile(&random), plain)
      }
      let text = texts.randomElement(using: &random) ?? plain
      return (Array(text.utf8), text)
    }
  }

  @Test(arguments: 0..<150 as Range<UInt64>)
  func `what is retryable is read as it was, all else is passed over`(seed: UInt64) throws {
    let sample = Sample(seed: seed)
    let result = try read(sample.bytes, format: .failures, chunkSize: 1 + Int(seed) * 40)
    let found = result.records.map { record in
      var record = record
      record.text = ""
      return record
    }
    #expect(found == sample.asked)
    #expect(result.notRetryable == sample.passedOver)
    #expect(result.records.count + result.notRetryable == sample.lines)
    #expect(result.blankLines == 0 && result.comments == 0)
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `of changed bytes each line is a record, blank, or passed over`(seed: UInt64) throws {
    var random = Seeded(state: seed &+ 5000)
    var bytes = Array("{".utf8) + Sample(seed: seed).bytes
    for _ in 0..<Int.random(in: 1...60, using: &random) where bytes.count > 20 {
      let place = Int.random(in: 10..<bytes.count, using: &random)
      let signs = Array("\"\\{}[],:u0\n\r\0 ".utf8) + [UInt8(truncatingIfNeeded: random.next())]
      let sign = signs.randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[place] = sign
      case 1: bytes.insert(sign, at: place)
      case 2: bytes.remove(at: place)
      default: bytes.removeSubrange(place..<min(bytes.count, place + 30))
      }
    }
    try check(bytes, &random)
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `of random bytes each line is a record, blank, or passed over`(seed: UInt64) throws {
    var random = Seeded(state: seed &+ 9000)
    let parts = [
      "{", "}", "[", "]", ":", ",", "\"", "\\", "\\u0038", "\"ip\":\"8.8.8.8\"", "true", "null",
      "\"retryable\":true", "\"status\":\"failed\"", "\"text\":\"\\u0038.8.8.8\"", "1e9", "\n",
      "\r", "\r\n", " ", "\0", "ü", "\u{feff}",
    ]
    let text = (0..<Int.random(in: 0...200, using: &random)).map { _ in
      parts.randomElement(using: &random) ?? ""
    }
    let noise = (0..<Int.random(in: 0...80, using: &random)).map { _ in
      UInt8(truncatingIfNeeded: random.next())
    }
    try check(Array("{\"a\"".utf8) + Array(text.joined().utf8) + noise, &random)
  }

  /// Every line is accounted for, and however the bytes come, the records are the same.
  private func check(_ bytes: [UInt8], _ random: inout Seeded) throws {
    let maximumLine = Int.random(in: 40...2000, using: &random)
    // What is judged as the start of the input is the same text each time.
    let bytes = Array(String(repeating: "{ ", count: 2500).utf8) + bytes
    let whole = try read(bytes, format: .failures, maximumLine: maximumLine)
    let lines = LineCounter.count(bytes)
    #expect(whole.records.count + whole.notRetryable + whole.blankLines == lines)
    var pieces: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let length = Int.random(in: 5...400, using: &random)
      pieces.append(Array(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    let split = try read(
      pieces, format: .failures, maximumLine: maximumLine,
      chunkSize: Int.random(in: 1...4000, using: &random))
    #expect(split.isSame(as: whole))
  }
}

/// Counts lines by another way than the reader.
private enum LineCounter {
  static func count(_ bytes: [UInt8]) -> Int {
    var lines = 0
    var isOpen = false
    var previous: UInt8 = 0
    for byte in bytes {
      defer { previous = byte }
      if byte == 0x0a, previous == 0x0d { continue }
      isOpen = byte != 0x0a && byte != 0x0d
      if !isOpen { lines += 1 }
    }
    return lines + (isOpen ? 1 : 0)
  }
}
