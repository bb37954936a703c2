import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore
import IPGeoEnrichment
import IPGeoRecords
import Synchronization
import Testing

/// One entry for each first part of an IPv4 address, each with a city of that number; a part of 9 is
/// not in it, one of 99 is damaged.
private final class TestBook: AnswerBook {
  private struct State {
    var parts: [UInt32] = []
    var numbers: [UInt32: UInt32] = [:]
    var reads: [UInt32: Int] = [:]
  }

  private let state = Mutex(State())

  /// How often each entry was read.
  var reads: [Int] { state.withLock { Array($0.reads.values) } }

  func find(_ addresses: [IPAddress], into finds: inout [BookFind]) -> Int {
    state.withLock { state in
      finds = addresses.map { address in
        let part = UInt32(truncatingIfNeeded: address.low >> 24 & 255)
        let number = state.numbers[part] ?? UInt32(state.parts.count)
        if number == state.parts.count { state.parts.append(part) }
        state.numbers[part] = number
        return BookFind(entry: number, networkBits: part < 8 ? 90 : UInt8(104 + part % 25))
      }
      return state.parts.count
    }
  }

  func withAnswer(of entry: UInt32, _ body: (BookAnswer) -> Void) {
    let part = state.withLock { state in
      state.reads[entry, default: 0] += 1
      return state.parts[Int(entry)]
    }
    switch part {
    case 9: body(BookAnswer(outcome: .other(.unknown(.notInDatabase)), source: "all", askedAt: 5))
    case 99:
      let failure = Failure(.badResponse, message: "damaged", isRetryable: false)
      body(BookAnswer(outcome: .other(.failed(failure)), source: "all", askedAt: 5))
    default:
      var location = Location()
      location.city = "City \(part)"
      location.accuracyRadius = Int(part)
      location.latitude = -1.5
      location.longitude = 2
      location.withView { view in
        body(
          BookAnswer(
            outcome: .located(view), source: "book-\(part % 2)",
            askedAt: part % 2 == 0 ? nil : 86_400))
      }
    }
  }
}

@Suite(.timeLimit(.minutes(2))) struct BookRunTests {
  private let nobody = ScriptedProvider { _ in .failed(Failure(.noAnswer, message: "asked")) }

  @Test func `rows say who knows it, and of when; nobody is asked`() async throws {
    let lines = ["1.2.3.4", "2.3.4.5", "9.9.9.9", "99.1.1.1", "10.0.0.1", "x", "1.2.3.4"]
    let run = try await Runs.run(lines, nobody, book: TestBook()) {
      $0.fields = [.ip, .status, .reason, .city, .source, .lookedUpAt, .accuracyRadius]
    }
    #expect(
      run.rows == [
        "1.2.3.4,located,,City 1,book-1,1970-01-02T00:00:00Z,1",
        "2.3.4.5,located,,City 2,book-0,,2",
        "9.9.9.9,unknown,not-in-database,,all,1970-01-01T00:00:05Z,",
        "99.1.1.1,failed,bad-response,,,,", "10.0.0.1,special,private-use,,local,,",
        "x,invalid,not-an-address,,,,", "1.2.3.4,located,,City 1,book-1,1970-01-02T00:00:00Z,1",
      ])
    #expect(nobody.asked.values.isEmpty && run.report.counts.sumsHold)
    let counts = run.report.counts
    #expect(counts.known == 3 && counts.fromBook == 3 && counts.unasked == 1 && counts.local == 1)
    #expect(run.failures.count == 2 && run.failures.last?.contains("damaged") == true)
  }

  @Test func `the rest is asked where that is wanted, and only that`() async throws {
    let provider = ScriptedProvider { _ in .unknown(.noData) }
    let lines = ["1.2.3.4", "9.9.9.9", "99.1.1.1", "9.8.7.6"]
    let run = try await Runs.run(lines, provider, book: TestBook()) {
      $0.asksBeyondBook = true
      $0.fields = [.ip, .reason, .source]
    }
    #expect(
      run.rows == [
        "1.2.3.4,,book-1", "9.9.9.9,no-data,script", "99.1.1.1,bad-response,",
        "9.8.7.6,no-data,script",
      ])
    #expect(provider.asked.values.map(\.description).sorted() == ["9.8.7.6", "9.9.9.9"])
    #expect(run.report.counts.sumsHold && run.report.counts.asked == 2)
  }

  private static let columns: [[Field]] = [
    [.ip, .city], [.city], [.network, .ip, .address, .source],
    [.ip, .city, .network, .line, .hits],
    [.address], [.ip, .status, .address, .forwarded, .accuracyRadius, .network],
  ]

  @Test(arguments: [RowFormat.csv, .tsv, .jsonl], columns)
  func `rows are those of answers that nobody shares`(
    format: RowFormat, fields: [Field]
  ) async throws {
    let addresses = (0..<3000).map { number in
      "\(1 + number % 223).\(number % 7).\(number / 256).\(number % 250)"
    }
    // Spelt in two ways, with duplicates, and what has no address.
    let lines = addresses + ["", "nothing", "9.9.9.9:80"] + addresses.prefix(99).map { "[\($0)]" }
    let book = TestBook()
    let shared = try await Runs.run(lines, nobody, book: book) {
      $0.fields = fields
      $0.wishes.format = format
    }
    #expect(book.reads.allSatisfy { $0 == 1 })
    let alone = try await Runs.run(lines, Alone(TestBook())) {
      $0.fields = fields
      $0.wishes.format = format
    }
    #expect(shared.rows == alone.rows && shared.rows.count > 3000)
    #expect(shared.report.counts.located == alone.report.counts.located)
  }

  @Test func `one row for each address, and each of them handed out with its network`()
    async throws
  {
    let input = try ScratchFile(Array("1.2.3.4\n20.1.1.1\n1.2.3.4\n1.9.9.9\n9.9.9.9\n".utf8))
    let output = try ScratchFile()
    let run = try BatchRun(
      Runs.configuration(input.path) {
        $0.selection = .distinct(byHits: true, top: 2)
        $0.fields = [.ip, .hits, .city]
      }, provider: nobody, book: TestBook())
    var handed: [String] = []
    let sink = try output.sink()
    let report = await run.run(to: sink) { records in
      guard case .located(let view) = records.outcome else { return }
      handed.append("\(records.address) \(view.network.map(\.description) ?? "-")")
    }
    try sink.close()
    #expect(output.lines == ["1.2.3.4,2,City 1", "20.1.1.1,1,City 20"])
    #expect(handed == ["1.2.3.4 0.0.0.0/0", "20.1.1.1 20.1.1.0/28"])
    #expect(report.counts.sumsHold && report.counts.leftOut == 2)
  }

  @Test func `what a run is told of damage is said once`() async throws {
    let input = try ScratchFile(Array("99.1.1.1\n1.1.1.1\n99.2.2.2\n".utf8))
    let output = try ScratchFile()
    let told = Collected<String>()
    let run = try BatchRun(
      Runs.configuration(input.path), provider: nobody, book: TestBook()
    ) { event in
      if case .provider(.lookUpsFailed(let failure)) = event { told.append(failure.message) }
    }
    let sink = try output.sink()
    _ = await run.run(to: sink)
    try sink.close()
    #expect(told.values == ["damaged"] && output.lines.count == 3)
  }
}

/// Asks a book as a service is asked, each address by itself.
private struct Alone: Provider {
  let source = "alone"
  private let book: TestBook

  init(_ book: TestBook) { self.book = book }

  func answer(_ questions: QuestionQueue, to sink: any AnswerSink) async -> ProviderEnd {
    let provider = ScriptedProvider { (questions: [Question]) in
      var finds: [BookFind] = []
      _ = book.find(questions.map(\.address), into: &finds)
      return zip(questions, finds).map { question, find in
        var answer = Answer(tag: question.tag, outcome: .unknown(.noData), askedAt: 0)
        book.withAnswer(of: find.entry) {
          answer.outcome = $0.outcome.outcome
          answer.source = $0.source
          answer.askedAt = $0.askedAt ?? 0
        }
        if case .located(var location) = answer.outcome {
          location.network = AddressPrefix(networkBits: find.networkBits, of: question.address)
          answer.outcome = .located(location)
        }
        return answer
      }
    }
    return await provider.answer(questions, to: sink)
  }
}
