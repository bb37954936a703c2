import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore
import Testing

@testable import IPGeoEnrichment

/// A packer with what it packed, as copyable values for expectations.
private final class Packing {
  private var packer = AnswerPacker()
  private var out = ByteBuffer()

  var count: Int { out.count }

  func pack(_ outcome: Outcome, askedAt: Int64 = 1) -> Bool {
    outcome.withView { packer.pack($0, askedAt: askedAt, into: &out) }
  }

  /// What stands at `start`, up to `end` or the end of all.
  func answer(_ start: Int = 0, _ end: Int? = nil) -> Answer? {
    answer(in: UnsafeRawBufferPointer(rebasing: out.bytes[start..<(end ?? out.count)]))
  }

  func answer(in bytes: UnsafeRawBufferPointer) -> Answer? {
    packer.unpack(bytes).map { Answer(tag: 0, outcome: $0.outcome.outcome, askedAt: $0.askedAt) }
  }
}

@Suite struct AnswerPackerTests {
  /// An answer as it comes back: what was not asked keeps no time.
  private func expected(_ outcome: Outcome, _ askedAt: Int64) -> Answer {
    switch outcome {
    case .special, .failed: Answer(tag: 0, outcome: outcome, askedAt: 0)
    case .located, .unknown: Answer(tag: 0, outcome: outcome, askedAt: askedAt)
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `any outcome comes back as it was`(seed: UInt64) {
    var random = RandomAnswers(seed: seed)
    let packing = Packing()
    var packed: [(range: Range<Int>, answer: Answer)] = []
    for _ in 0..<2000 {
      let outcome = random.outcome()
      let askedAt = [0, 1_760_000_000, -1, Int64.max, .min][random.below(5)]
      let start = packing.count
      #expect(packing.pack(outcome, askedAt: askedAt))
      packed.append((start..<packing.count, expected(outcome, askedAt)))
    }
    for (range, expected) in packed {
      #expect(packing.answer(range.lowerBound, range.upperBound) == expected)
    }
  }

  @Test func `an empty text is not an absent one`() {
    var location = Location()
    location.country = ""
    location.isp = ""
    location.city = ""
    let packing = Packing()
    #expect(packing.pack(.located(location), askedAt: 1))
    #expect(packing.answer()?.outcome == .located(location))
  }

  @Test func `more distinct runs than are kept once come back all the same`() {
    let packing = Packing()
    var ends: [Int] = []
    func location(_ number: Int) -> Location {
      var location = Location()
      location.timezone = "zone \(number)"
      location.asn = UInt32(number)
      location.city = "city \(number % 7)"
      return location
    }
    let count = RunDictionary.maximumCount + 1000
    for number in 0..<count {
      #expect(packing.pack(.located(location(number)), askedAt: 5))
      ends.append(packing.count)
    }
    let isSame = (0..<count).allSatisfy { number in
      let start = number == 0 ? 0 : ends[number - 1]
      return packing.answer(start, ends[number])?.outcome == .located(location(number))
    }
    #expect(isSame)
  }

  @Test func `failures with a message each take no more than their bytes`() {
    let packing = Packing()
    let failure = Failure(.timeout, message: "no answer within 30 s", wasAsked: true)
    #expect(packing.pack(.failed(failure), askedAt: 0))
    let first = packing.count
    #expect(packing.pack(.failed(failure), askedAt: 0))
    #expect(packing.count - first <= 3)
    for number in 0...RunDictionary.maximumCount {
      _ = packing.pack(.failed(Failure(.timeout, message: "\(number)")), askedAt: 0)
    }
    let last = packing.count
    let other = Failure(.httpStatus, message: "one more", attempts: 2, httpStatus: 502)
    #expect(packing.pack(.failed(other), askedAt: 0))
    #expect(packing.answer(last)?.outcome == .failed(other))
  }

  @Test func `what is too long is judged the same wherever the text stands`() {
    let text = String(repeating: "x", count: 1 << 16)
    let members: [WritableKeyPath<Location, String?>] = [\.country, \.isp, \.city]
    for member in members {
      let packing = Packing()
      var location = Location()
      location[keyPath: member] = text
      #expect(!packing.pack(.located(location), askedAt: 1))
      #expect(packing.count == 0)
      location[keyPath: member] = String(text.dropLast(200))
      #expect(packing.pack(.located(location), askedAt: 1))
      #expect(packing.answer()?.outcome == .located(location))
    }
  }

  @Test func `foreign bytes are no answer and never trap`() {
    var random = RandomAnswers(seed: 9)
    let packing = Packing()
    _ = packing.pack(.located(random.location()), askedAt: 1)
    for _ in 0..<20_000 {
      let bytes = (0..<random.below(40)).map { _ in UInt8(random.below(256)) }
      bytes.withUnsafeBytes { _ = packing.answer(in: $0) }
    }
    #expect(packing.answer(in: UnsafeRawBufferPointer(start: nil, count: 0))?.askedAt == 0)
    #expect(([3] as [UInt8]).withUnsafeBytes { packing.answer(in: $0) } == nil)
  }
}

@Suite struct ReasonNumberTests {
  @Test func `a reason's number is its place among all`() {
    #expect(Reason.allCases.map(\.number) == Array(0..<Reason.count))
    for reason in Reason.allCases { #expect(Reason(number: UInt64(reason.number)) == reason) }
    #expect(Reason(number: UInt64(Reason.count)) == nil)
    #expect(Reason(number: .max) == nil)
  }
}
