import Foundation
import IPGeoAddresses
import IPGeoCore
import IPGeoMaxMindWriter
import Synchronization
import Testing

@testable import IPGeoMaxMind

@Suite struct AnswersTests {
  /// A database of that type, with records by network.
  private func written(
    _ type: String, built: UInt64 = 1_700_000_000, _ records: KeyValuePairs<String, MaxMindValue>
  ) throws -> MaxMindReader {
    var writer = MaxMindWriter()
    writer.databaseType = type
    writer.buildEpoch = built
    for (network, record) in records { writer.insert(network, record) }
    return try reader(writer)
  }

  private func city(_ name: String, _ country: String) -> MaxMindValue {
    .map(texts(["city": name, "country_code": country]))
  }

  private let system: MaxMindValue = .map(texts(["asn": "AS7", "as_name": "Seven"]))

  private func answer(_ answers: MaxMindAnswers, _ text: String) throws -> Answer {
    try #require(answers.answers(to: [Question(tag: 3, address: address(text))]).first)
  }

  @Test func `several files together, and who of them had something`() throws {
    let answers = MaxMindAnswers([
      try written("City", built: 200, ["1.2.0.0/16": city("Rom", "IT")]),
      try written("ASN", built: 100, ["1.2.3.0/24": system, "9.0.0.0/8": system]),
    ])
    #expect(answers.source == "City+ASN")
    let both = try answer(answers, "1.2.3.4")
    #expect(both.tag == 3 && both.isKnown && both.source == "City+ASN" && both.askedAt == 100)
    guard case .located(let location) = both.outcome else { return #expect(Bool(false)) }
    #expect(location.city == "Rom" && location.asn == 7 && location.asOrganization == "Seven")
    #expect(location.network == AddressPrefix("1.2.3.0/24"))
    let first = try answer(answers, "1.2.128.1")
    #expect(first.source == "City" && first.askedAt == 200)
    // As far as both say the same.
    guard case .located(let wide) = first.outcome else { return #expect(Bool(false)) }
    #expect(wide.network == AddressPrefix("1.2.128.0/17") && wide.asn == nil)
    #expect(try answer(answers, "9.9.9.9").source == "ASN")
    let none = try answer(answers, "8.8.8.8")
    #expect(none.outcome == .unknown(.notInDatabase) && none.source == "City+ASN")
    #expect(none.askedAt == 100)
  }

  @Test func `a record without anything for a row is no data`() throws {
    let nothing: MaxMindValue = .map(["registered_country": .map(texts(["iso_code": "US"]))])
    #expect(try outcome([nothing]) == .unknown(.noData))
    #expect(try outcome([.map([:])]) == .unknown(.noData))
    #expect(try outcome([.string("x")]) == .unknown(.noData))
  }

  @Test func `a damaged record fails, and says where, and others do not`() throws {
    var writer = MaxMindWriter()
    writer.insert("1.0.0.0/8", city("Rom", "IT"))
    // A map that would reach past the end of the file.
    writer.insert("2.0.0.0/8", raw: [0xFC, 0x44])
    let answers = MaxMindAnswers([try reader(writer)])
    #expect(answers.lookUp(try address("1.1.1.1")).status == .located)
    guard case .failed(let failure) = answers.lookUp(try address("2.1.1.1")) else {
      return #expect(Bool(false))
    }
    #expect(failure.reason == .badResponse && !failure.isRetryable && !failure.wasAsked)
    #expect(failure.message.contains("offset"))
    #expect(answers.lookUp(try address("1.1.1.1")).status == .located)
  }

  @Test func `what is shared has one number, however many addresses share it`() throws {
    let answers = MaxMindAnswers([
      try written("A", ["1.0.0.0/8": city("Rom", "IT"), "2.0.0.0/8": city("Rom", "IT")]),
      try written("B", ["1.2.0.0/16": system]),
    ])
    var finds: [BookFind] = []
    let addresses = try ["1.1.1.1", "2.2.2.2", "1.2.1.1", "8.8.8.8", "1.1.9.9", "9.9.9.9"].map(
      address)
    #expect(answers.find(addresses, into: &finds) == 3)
    #expect(finds.map(\.entry) == [0, 0, 1, 2, 0, 2])
    #expect(answers.find([addresses[2]], into: &finds) == 3 && finds.map(\.entry) == [1])
  }

  @Test func `entries whose places mix to the same are told apart`() {
    let pair: [[UInt32]] = [[1, 7], [2_971_215_074, 51_053_208]]
    var table = EntryTable(width: 2, multiplier: 0x9E37_79B9_7F4A_7C15)
    #expect(table.hash(of: pair[0]) == 0x0cdf_24fe_8ab1_6ff9)
    #expect(table.hash(of: pair[1]) == 0x0cdf_24fe_8ab1_6ff9)
    #expect(pair.map { table.number(of: $0) } == [0, 1])
    #expect(table.number(of: pair[0]) == 0)
    // It grows twice.
    for place in 0..<UInt32(2000) { #expect(table.number(of: [place, 8]) == place + 2) }
    #expect(pair.map { table.number(of: $0) } == [0, 1])
    #expect(table.place(1, file: 0) == 2_971_215_074 && table.place(1, file: 1) == 51_053_208)
  }

  @Test func `each table mixes in its own way`() {
    let hashes = (0..<4).map { _ in EntryTable(width: 1).hash(of: [12_345]) }
    #expect(Set(hashes).count > 1)
  }

  @Test func `tens of thousands of entries keep their numbers`() throws {
    var table = EntryTable(width: 1)
    var wide = EntryTable(width: 2)
    for round in 0..<2 {
      for place in 0..<UInt32(40_000) {
        #expect(table.number(of: place &* 7) == place)
        #expect(wide.number(of: [place, EntryTable.none]) == place, "\(round)")
      }
    }
    #expect(table.count == 40_000 && wide.place(3, file: 1) == EntryTable.none)
    #expect(wide.place(40_000, file: 0) == EntryTable.none)
  }

  @Test func `a type is no longer than a column needs`() throws {
    let long = String(repeating: "x\u{301}", count: 2000)
    let answers = MaxMindAnswers([try written(long, ["1.0.0.0/8": city("Rom", "IT")])])
    #expect(answers.source.unicodeScalars.count == 64)
  }

  @Test func `a tree that leads nowhere fails, whatever other files know`() throws {
    var bytes = sampleWriter(recordSize: 32, ipVersion: 4).bytes()
    // Neither half of IPv4 leads into the data.
    bytes.replaceSubrange(0..<8, with: bigEndian(UInt32.max, 4) + bigEndian(UInt32.max - 1, 4))
    let lost = try MaxMindReader(bytes: bytes, name: "lost.mmdb")
    let sound = try written(
      "A", ["1.0.0.0/8": city("Rom", "IT"), "200.0.0.0/8": city("Rom", "IT")])
    for readers in [[lost], [lost, sound], [sound, lost]] {
      let answers = MaxMindAnswers(readers)
      for text in ["1.1.1.1", "200.1.1.1"] {
        guard case .failed(let failure) = answers.lookUp(try address(text)) else {
          Issue.record("\(text)")
          continue
        }
        #expect(failure.reason == .badResponse && !failure.isRetryable)
        #expect(
          failure.message.contains("lost.mmdb") && failure.message.contains("outside the data"))
      }
    }
    // A tree of IPv4 is not gone through for the other kind.
    #expect(MaxMindAnswers([lost]).lookUp(try address("2a00::1")) == .unknown(.notInDatabase))
  }

  @Test func `without a file nothing is known`() throws {
    let answers = MaxMindAnswers([])
    #expect(answers.lookUp(try address("1.1.1.1")) == .unknown(.notInDatabase))
    #expect(try answer(answers, "2a00::1").askedAt == 0 && answers.source.isEmpty)
  }

  @Test func `without a build date or a type it says so`() throws {
    var writer = MaxMindWriter()
    writer.omittedMetadata = ["build_epoch", "database_type"]
    writer.insert("1.0.0.0/8", city("Rom", "IT"))
    let answers = MaxMindAnswers([try reader(writer)])
    #expect(answers.source == "mmdb")
    var finds: [BookFind] = []
    _ = answers.find([try address("1.1.1.1")], into: &finds)
    var date: Int64? = 1
    answers.withAnswer(of: try #require(finds.first).entry) { date = $0.askedAt }
    #expect(date == nil)
  }

  @Test func `as a provider it answers in order, and asks nobody`() async throws {
    let answers = MaxMindAnswers([try written("A", ["1.0.0.0/8": city("Rom", "IT")])])
    let addresses = try (0..<2500).map { try address("1.1.\($0 / 250).\($0 % 250)") }
    var count = 0
    for try await (address, outcome) in answers.answers(for: addresses) {
      #expect(address == addresses[count] && outcome.status == .located)
      count += 1
    }
    #expect(count == 2500)
  }

  /// What becomes of questions, by their tags.
  private final class Delivered: AnswerSink {
    let answers = Mutex<[Answer]>([])
    func deliver(_ answers: [Answer]) { self.answers.withLock { $0 += answers } }
    func report(_ event: ProviderEvent) {}
  }

  private func questions(_ count: Int) throws -> [Question] {
    let one = try address("1.1.1.1")
    return (0..<count).map { Question(tag: UInt32($0), address: one) }
  }

  @Test func `a provider that is told to end gives what waits that reason`() async throws {
    let answers = MaxMindAnswers([try written("A", ["1.0.0.0/8": city("Rom", "IT")])])
    let queue = QuestionQueue()
    queue.add(try questions(2500))
    queue.close(with: Failure(.budget, message: "enough"))
    queue.finish()
    let sink = Delivered()
    #expect(await answers.answer(queue, to: sink) == .finished)
    let all = sink.answers.withLock { $0 }
    #expect(all.map(\.tag) == Array(0..<2500))
    #expect(all.allSatisfy { $0.outcome == .failed(Failure(.budget, message: "enough")) })
  }

  @Test func `a provider that is cancelled says of each question that it was`() async throws {
    let answers = MaxMindAnswers([try written("A", ["1.0.0.0/8": city("Rom", "IT")])])
    let queue = QuestionQueue()
    let sink = Delivered()
    let task = Task { [queue, sink] in
      // It was cancelled before it begins.
      while !Task.isCancelled { await Task.yield() }
      return await answers.answer(queue, to: sink)
    }
    queue.add(try questions(1500))
    task.cancel()
    #expect(await task.value == .finished)
    let all = sink.answers.withLock { $0 }
    #expect(all.map(\.tag) == Array(0..<1500))
    for answer in all {
      guard case .failed(let failure) = answer.outcome else { return #expect(Bool(false)) }
      #expect(failure.reason == .interrupted)
    }
  }

  @Test(.enabled(if: Corpus.folder != nil)) func `MaxMind's own databases say what they hold`()
    throws
  {
    func look(_ files: [String], _ text: String, _ language: String = "en") throws -> Location {
      let readers = try files.map { try MaxMindReader(path: Corpus.path("\($0)-Test.mmdb")) }
      let outcome = MaxMindAnswers(readers, language: language).lookUp(try address(text))
      guard case .located(let location) = outcome else { throw Nothing() }
      return location
    }
    struct Nothing: Error {}
    let city = try look(["GeoLite2-City", "GeoLite2-ASN"], "89.160.20.128", "ja")
    #expect(city.countryCode == "SE" && city.timezone == "Europe/Stockholm")
    #expect(city.asn == 29_518 && city.country == "スウェーデン王国")
    #expect(try look(["GeoIP2-Country"], "81.2.69.160").country == "United Kingdom")
    #expect(try look(["GeoIP2-ISP"], "1.128.0.0").isp == "Telstra Internet")
    #expect(try look(["GeoIP2-Anonymous-IP"], "1.2.0.0").isProxy == true)
    #expect(try look(["GeoIP2-Connection-Type"], "80.214.0.0").isMobile == true)
    #expect(try look(["GeoIP2-Enterprise"], "74.209.24.0").city == "Chatham")
  }
}
