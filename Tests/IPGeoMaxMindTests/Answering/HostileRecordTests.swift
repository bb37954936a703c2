import IPGeoCore
import IPGeoMaxMindWriter
import Testing

@testable import IPGeoMaxMind

/// Records that a look-up for a row must neither take long over, nor take for sound.
struct HostileRecordTests {
  /// What becomes of an address whose record these bytes are, read whole and by pages.
  private func outcomes(_ bytes: [UInt8]) throws -> [Outcome] {
    var writer = MaxMindWriter()
    writer.ipVersion = 4
    writer.insert("0.0.0.0/0", raw: bytes)
    let file = try ScratchFile(writer.bytes())
    return try [ReaderOptions(), pagedOptions, largePages].map { options in
      MaxMindAnswers([try MaxMindReader(path: file.path, options: options)])
        .lookUp(try address("1.2.3.4"))
    }
  }

  private let largePages: ReaderOptions = {
    var options = ReaderOptions()
    options.wholeLimit = 0
    return options
  }()

  private func expectFailed(
    _ bytes: [UInt8], _ causes: Set<MaxMindFault.Cause>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for outcome in try outcomes(bytes) {
      guard case .failed(let failure) = outcome else {
        Issue.record("\(outcome)", sourceLocation: sourceLocation)
        continue
      }
      #expect(
        failure.reason == .badResponse && !failure.isRetryable, sourceLocation: sourceLocation)
      let isNamed = causes.contains { failure.message.contains($0.description) }
      #expect(isNamed, "\(failure.message)", sourceLocation: sourceLocation)
    }
  }

  /// A map with the same member many times.
  private func map(_ key: String, _ count: Int, value: [UInt8]) -> [UInt8] {
    ValueEncoder.head(7, count) + (0..<count).flatMap { _ in text(key) + value }
  }

  private func text(_ text: String) -> [UInt8] {
    ValueEncoder.head(2, text.utf8.count) + Array(text.utf8)
  }

  @Test func `parts that are the record again`() throws {
    for count in [2000, 200_000] {
      let record = map("traits", count, value: ValueEncoder.pointer(to: 0))
      try expectFailed(record, [.tooManyValues, .tooDeep])
    }
  }

  @Test func `a large map that is the country many times`() throws {
    let count = 20_000
    let inner = map("x", count, value: [0xa1, 1])
    // Behind the record stands the map that all its members lead to.
    let length = map("country", count, value: ValueEncoder.pointer(to: 0, isWide: true)).count
    let record = map("country", count, value: ValueEncoder.pointer(to: length, isWide: true))
    #expect(record.count == length)
    try expectFailed(record + inner, [.tooManyValues])
  }

  @Test func `a large map that is passed over many times`() throws {
    // What the country is starts with a list that has to be passed to find its name.
    let list = text("x") + ValueEncoder.head(11, 30_000) + (0..<30_000).flatMap { _ in [0xa0] }
    let inner = ValueEncoder.head(7, 2) + list + text("name") + text("Italy")
    let length = map("country", 1000, value: ValueEncoder.pointer(to: 0, isWide: true)).count
    let record = map("country", 1000, value: ValueEncoder.pointer(to: length, isWide: true))
    try expectFailed(record + inner, [.tooManyValues])
  }

  @Test func `a text that is the city any number of times`() throws {
    let count = 20_000
    let length = map("city", count, value: ValueEncoder.pointer(to: 0, isWide: true)).count
    let record = map("city", count, value: ValueEncoder.pointer(to: length, isWide: true))
    try expectFailed(record + text(String(repeating: "é", count: 500)), [.tooManyValues])
    // Too long for a row: nothing is looked at in it. By pages all that there is of it is copied.
    let few = map("city", 100, value: ValueEncoder.pointer(to: 5000, isWide: true))
    let padding = [UInt8](repeating: 0, count: 5000 - few.count)
    let long = text("é" + String(repeating: "x", count: 1 << 20))
    #expect(
      try outcomes(few + padding + long).map(\.status) == [.unknown, .failed, .failed])
  }

  @Test func `a fault counts where a row reads it, whole and by pages`() throws {
    let names: [UInt8] = text("names") + [0xe2]
    let english = text("en") + text("Rome")
    let place = { (members: [UInt8]) in [0xe1] + self.text("city") + [0xe1] + names + members }
    for other in [text("ru") + text("Рим"), text("ru") + [0x42, 0xff, 0xff]] {
      for record in [place(english + other), place(other + english)] {
        for outcome in try outcomes(record) {
          guard case .located(let location) = outcome else {
            Issue.record("\(outcome)")
            continue
          }
          #expect(location.city == "Rome")
        }
      }
    }
    try expectFailed(
      place(text("en") + [0x42, 0xff, 0xff] + text("ru") + text("x")), [.invalidUTF8])
    try expectFailed(place([0xa1, 1] + text("Рим") + english), [.keyNotText])
    try expectFailed(
      place(text("en") + [0x28, 0xff, 0xff] + text("ru") + text("x")),
      [.pointerOutOfRange(target: 2048 + 65_535)])
  }
}
