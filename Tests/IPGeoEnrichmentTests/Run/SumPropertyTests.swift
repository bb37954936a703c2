import IPGeoAddresses
import IPGeoCore
import IPGeoEnrichment
import IPGeoRecords
import Testing

/// Random lists with random answers: whatever comes, each record has its row and both sums hold.
@Suite(.timeLimit(.minutes(2))) struct SumPropertyTests {
  /// What an address's look-up comes to in these tests.
  private static func outcome(_ address: IPAddress) -> Outcome {
    switch address.stableHash % 7 {
    case 0: .unknown(.noData)
    case 1: .failed(.timeout)
    case 2: .failed(.budget, wasAsked: false)
    default: .located(address)
    }
  }

  /// A line and, where it is a record, what its row must say.
  private struct Line {
    var bytes: [UInt8]
    var row: String?

    init(_ random: inout RandomAnswers) {
      switch random.below(10) {
      case 0: self.init(garbage: &random)
      case 1: self.init(skipped: ["", "   ", "\t", "# comment", "  # 8.8.8.8"][random.below(5)])
      default: self.init(address: &random)
      }
    }

    private init(skipped text: String) { bytes = Array(text.utf8) }

    private init(garbage random: inout RandomAnswers) {
      let other = (0..<random.below(60)).map { _ in UInt8(random.below(256)) }
      bytes = Array("!".utf8) + other.filter { $0 != 0x0A && $0 != 0x0D && $0 != 0 }
      row = "invalid,"
    }

    private init(address random: inout RandomAnswers) {
      let number = UInt32(random.below(400))
      let address =
        switch random.below(3) {
        case 0: IPAddress(ipv4: 0x0808_0000 + number)
        case 1: IPAddress(ipv4: 0x0A00_0000 + number)
        default: IPAddress(high: 0x2606_4700_0000_0000, low: UInt64(number))
        }
      let text = address.description
      let spellings =
        address.isIPv4
        ? [text, "::ffff:\(text)", " \(text) ", "[\(text)]", "\(text):80", "7 \(text)", "\(text),"]
        : [text, text.uppercased(), "[\(text)]:443", "\"\(text)\"", "\(text)%eth0", "  2 \(text)"]
      bytes = Array(spellings[random.below(spellings.count)].utf8)
      let status = address.specialBlock == nil ? outcome(address).status : .special
      row = "\(status.word),\(text)"
    }
  }

  private func lines(_ random: inout RandomAnswers) -> (bytes: [UInt8], rows: [String]) {
    let end = ["\n", "\r\n", "\r"][random.below(3)]
    let lines = (0..<random.below(12_000)).map { _ in Line(&random) }
    let bytes = Array(lines.map(\.bytes).joined(separator: Array(end.utf8)))
    return (bytes, lines.compactMap(\.row))
  }

  private func provider(_ seed: UInt64) -> ScriptedProvider {
    ScriptedProvider(batchSize: 13) { questions in
      var random = SplitMix(seed: seed ^ UInt64(questions.first?.tag ?? 0))
      for _ in 0..<Int.random(in: 0..<9, using: &random) { await Task.yield() }
      return questions.shuffled(using: &random).map {
        Answer(tag: $0.tag, outcome: Self.outcome($0.address), askedAt: 1)
      }
    }
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `every record has its row in order, and both sums hold`(seed: UInt64) async throws {
    var random = RandomAnswers(seed: seed)
    let (bytes, rows) = lines(&random)
    let chunkSize = [1, 100, 5000, 1 << 20][random.below(4)]
    let run = try await Runs.run(bytes, provider(seed)) {
      $0.fields = [.status, .address]
      $0.reading.chunkSize = chunkSize
      $0.bytesInFlight = [1, 1 << 14, 32 << 20][Int(seed % 3)]
    }
    #expect(run.report.inputErrors.isEmpty)
    #expect(run.rows == rows)
    let counts = run.report.counts
    #expect(counts.sumsHold)
    #expect(counts.records == rows.count && counts.rows == rows.count)
    #expect(counts.invalid == rows.count { $0 == "invalid," })
    #expect(counts.failed == rows.count { $0.hasPrefix("failed") })
    #expect(run.failures.count == counts.invalid + counts.failedAddresses)
    let words = counts.reasons.values.reduce(0, +)
    #expect(words == counts.records - counts.located)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `distinct rows: every address has its row or is rest, and both sums hold`(
    seed: UInt64
  ) async throws {
    var random = RandomAnswers(seed: seed &+ 1000)
    let (bytes, rows) = lines(&random)
    let top = random.bool() ? nil : random.below(900)
    let byHits = random.bool()
    let run = try await Runs.run(bytes, provider(seed)) {
      $0.fields = [.status, .address]
      $0.selection = .distinct(byHits: byHits, top: top)
      $0.reading.chunkSize = 3000
    }
    let distinct = Set(rows.filter { $0 != "invalid," })
    let counts = run.report.counts
    #expect(counts.sumsHold)
    #expect(counts.records == rows.count)
    #expect(counts.addresses == distinct.count)
    #expect(run.rows.count == min(top ?? .max, distinct.count))
    #expect(Set(run.rows).count == run.rows.count && distinct.isSuperset(of: run.rows))
    #expect(counts.failedAddresses == run.rows.count { $0.hasPrefix("failed") })
    if top == nil, !byHits {
      var seen: Set<String> = []
      #expect(run.rows == rows.filter { $0 != "invalid," && seen.insert($0).inserted })
    }
  }
}
