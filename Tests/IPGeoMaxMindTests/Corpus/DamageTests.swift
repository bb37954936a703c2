import IPGeoAddresses
import IPGeoCore
import IPGeoMaxMindWriter
import Testing

@testable import IPGeoMaxMind

/// Numbers that are the same in every run.
struct Numbers {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }

  mutating func next(below limit: Int) -> Int { Int(next() % UInt64(limit)) }
}

/// Puts an address to answers out of a damaged file, by one of it and by two.
private func exerciseAnswers(_ address: IPAddress, _ reader: MaxMindReader, _ isDamaged: Bool) {
  let one = MaxMindAnswers([reader]).lookUp(address)
  #expect(MaxMindAnswers([reader, reader]).lookUp(address) == one)
  #expect(isDamaged || one.status != .failed)
  guard let offset = try? reader.find(address).recordOffset else { return }
  // Whatever there is, going through it comes to an end.
  _ = try? reader.record(at: offset, as: [String: MaxMindValue].self)
  _ = try? reader.withRecord(at: offset) { record throws(MaxMindFault) in
    var left = 10_000
    try pass(record, &left)
  }
}

/// Goes through a record, sound or not.
private func pass(_ record: RecordCursor, _ left: inout Int) throws(MaxMindFault) {
  left -= 1
  if left < 0 { return }
  _ = try record.text
  _ = (record.bytes, record.double, record.float, record.wide, record.int32, record.boolean)
  var members = record.members
  while left > 0, let (_, value) = try members.next() { try pass(value, &left) }
  var elements = record.elements
  while left > 0, let value = try elements.next() { try pass(value, &left) }
}

/// Puts a damaged file to every reader there is; each gives a right answer or an error of the file.
private func exercise(_ bytes: [UInt8], _ addresses: [IPAddress], isWhole: Bool = true) throws {
  do throws(MaxMindError) {
    let reader = try MaxMindReader(bytes: bytes)
    let plain = PlainReader(bytes: bytes, metadata: reader.metadata)
    for address in addresses {
      var answer = PlainReader.Answer.damaged
      do throws(MaxMindError) {
        answer = try reader.lookUp(address).record.map { .record($0) } ?? .nothing
      } catch {
        #expect(error.fault.map { $0.offset <= bytes.count } == true)
      }
      #expect(answer.isSame(as: plain.lookUp(address)))
      if isWhole { exerciseAnswers(address, reader, answer == .damaged) }
    }
    guard isWhole else { return }
    _ = try reader.verify()
    // What was verified has an answer for everything.
    var networks = reader.networks()
    while let next = try networks.next() { _ = try reader.record(at: next.recordOffset) }
  } catch {
    #expect(error.fault.map { $0.offset <= bytes.count } ?? true)
  }
}

/// Files that something was done to.
struct DamageTests {
  private let writer = sampleWriter()

  private func addresses() throws -> [IPAddress] {
    try [
      "1.2.3.4", "1.9.9.9", "81.2.69.143", "200.1.1.1", "2001:218::1", "2002:102:304::", "fe80::1",
    ]
    .map { try address($0) }
  }

  /// A file of few bytes that has every type, and pointers.
  private var small: [UInt8] {
    var writer = MaxMindWriter()
    writer.ipVersion = 4
    writer.recordSize = 28
    let names = MaxMindValue.map(["en": .string("Zürich"), "de": .string("Zürich")])
    writer.insert("0.0.0.0/2", .map(["city": names, "name": .string("Zürich"), "n": .uint16(7)]))
    writer.insert(
      "128.0.0.0/3",
      .array([
        names, .int32(-2), .uint32(70_000), .uint64(1 << 40), .uint128(1 << 90), .boolean(true),
        .double(1.5), .float(2.5), .bytes([1, 2, 3]), .string("en"),
      ]))
    return writer.bytes()
  }

  @Test func `100,000 files with one byte changed each give right answers or errors`() throws {
    let sound = small
    let addresses = try ["1.2.3.4", "130.1.1.1", "250.1.1.1", "2001::"].map { try address($0) }
    var random = Numbers(6)
    for number in 0..<100_000 {
      var bytes = sound
      bytes[random.next(below: bytes.count)] ^= UInt8(1 + random.next(below: 255))
      try exercise(bytes, [addresses[number & 3]], isWhole: number % 8 == 0)
    }
  }

  @Test func `larger files with some bytes changed give right answers or errors`() throws {
    let sound = writer.bytes()
    let addresses = try addresses()
    var random = Numbers(7)
    for _ in 0..<3000 {
      var bytes = sound
      for _ in 0...random.next(below: 3) {
        bytes[random.next(below: bytes.count)] = UInt8(truncatingIfNeeded: random.next())
      }
      try exercise(bytes, [addresses[random.next(below: addresses.count)]])
    }
  }

  @Test func `a changed byte that a look-up does not read changes nothing`() throws {
    let sound = writer.bytes()
    let reader = try MaxMindReader(bytes: sound)
    let wanted = try reader.lookUp(address("fe80::1"))
    let other = try #require(reader.find(address("1.2.3.4")).recordOffset)
    // The text of another network's record.
    for place in 2..<8 {
      var bytes = sound
      bytes[reader.data.lowerBound + Int(other) + place] ^= 0xff
      #expect(try MaxMindReader(bytes: bytes).lookUp(address("fe80::1")) == wanted)
    }
  }

  @Test func `a file cut at any length is an error`() throws {
    let sound = writer.bytes()
    let addresses = try addresses()
    for length in 0..<sound.count {
      try exercise(Array(sound.prefix(length)), addresses)
      #expect(throws: MaxMindError.self) { try MaxMindReader(bytes: Array(sound.prefix(length))) }
    }
  }

  @Test(.enabled(if: Corpus.folder != nil, "../shared/data is not at hand"))
  func `MaxMind's files with bytes changed give answers or errors`() throws {
    let addresses = try addresses() + ["1.1.1.1", "::1", "89.160.20.112"].map { try address($0) }
    var random = Numbers(2)
    for (name, _, _) in Corpus.digests where !name.hasPrefix("GeoIP2-ISP") {
      let sound = try Corpus.bytes(name)
      for _ in 0..<40 {
        var bytes = sound
        for _ in 0...random.next(below: 3) {
          bytes[random.next(below: bytes.count)] = UInt8(truncatingIfNeeded: random.next())
        }
        try exercise(bytes, addresses)
      }
    }
  }
}
