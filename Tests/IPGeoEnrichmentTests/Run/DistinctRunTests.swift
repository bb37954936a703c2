import IPGeoAddresses
import IPGeoCore
import IPGeoEnrichment
import IPGeoRecords
import Testing

@Suite(.timeLimit(.minutes(2))) struct DistinctRunTests {
  private static let fields: [Field] = [.ip, .status, .hits, .line]

  private func run(
    _ lines: [String], _ provider: ScriptedProvider, byHits: Bool = false, top: Int? = nil
  ) async throws -> FinishedRun {
    try await Runs.run(lines, provider) {
      $0.selection = .distinct(byHits: byHits, top: top)
      $0.fields = Self.fields
    }
  }

  private let lines = [
    "10.0.0.1", "1.1.1.1", "2606:4700:0::1", "x", "8.8.8.8", "8.8.8.8", "2606:4700::1", "8.8.8.8",
    "10.0.0.1",
  ]

  @Test func `one row for each address, in order of first sight and as first spelt`() async throws {
    let provider = ScriptedProvider { .located($0) }
    let run = try await run(lines, provider)
    #expect(
      run.rows == [
        "10.0.0.1,special,2,1", "1.1.1.1,located,1,2", "2606:4700:0::1,located,2,3",
        "8.8.8.8,located,3,5",
      ])
    #expect(run.report.counts.records == 9 && run.report.counts.rows == 4)
    #expect(run.report.counts.invalid == 1 && run.report.counts.rest == 0)
    #expect(run.report.counts.sumsHold)
    #expect(run.failures.count == 1)
  }

  @Test func `by hits: the busiest first and asked first, equals in order of first sight`()
    async throws
  {
    let provider = ScriptedProvider(batchSize: 1) { .located($0) }
    let run = try await run(lines, provider, byHits: true)
    #expect(
      run.rows == [
        "8.8.8.8,located,3,5", "10.0.0.1,special,2,1", "2606:4700:0::1,located,2,3",
        "1.1.1.1,located,1,2",
      ])
    #expect(
      provider.asked.values.map(\.description) == ["8.8.8.8", "2606:4700::1", "1.1.1.1"])
  }

  @Test func `top: only those are asked, the others are rest and unasked`() async throws {
    let provider = ScriptedProvider { .located($0) }
    let run = try await run(lines, provider, top: 2)
    #expect(run.rows == ["8.8.8.8,located,3,5", "10.0.0.1,special,2,1"])
    #expect(provider.asked.values.map(\.description) == ["8.8.8.8"])
    let counts = run.report.counts
    #expect(counts.rest == 3 && counts.located == 3 && counts.special == 2 && counts.invalid == 1)
    #expect(counts.addresses == 4 && counts.asked == 1 && counts.local == 1)
    #expect(counts.unasked == 2 && counts.failedAddresses == 0)
    #expect(counts.sumsHold)
  }

  @Test(arguments: [0, -1, .min, 4, .max] as [Int])
  func `any number is a top`(top: Int) async throws {
    let run = try await run(lines, ScriptedProvider { .located($0) }, byHits: true, top: top)
    #expect(run.rows.count == (top > 0 ? 4 : 0))
    #expect(run.report.counts.sumsHold)
  }

  @Test func `counts in front of the lines add up, and stop at the greatest number`() async throws {
    let lines = [
      "      3 8.8.8.8", "18446744073709551615 1.1.1.1", "  4 8.8.8.8", "1 1.1.1.1",
      "99999999999999999999999 9.9.9.9",
    ]
    let run = try await run(lines, ScriptedProvider { .located($0) }, byHits: true)
    #expect(
      run.rows == [
        "1.1.1.1,located,18446744073709551615,2", "9.9.9.9,located,18446744073709551615,5",
        "8.8.8.8,located,7,1",
      ])
    #expect(run.report.counts.records == 5 && run.report.counts.sumsHold)
  }

  @Test func `failed addresses stand in the failures with all their records`() async throws {
    let provider = ScriptedProvider { _ in .failed(.unreachable) }
    let run = try await run(lines, provider, byHits: true)
    #expect(run.failures.count == 4)
    #expect(run.failures[1].contains(#""ip":"1.1.1.1""#))
    #expect(run.failures[2].contains(#""text":"2606:4700:0::1""#))
    #expect(run.failures[2].contains(#""records":2,"#))
    #expect(run.failures[3].contains(#""records":3,"#))
    #expect(run.report.counts.failed == 6 && run.report.counts.sumsHold)
  }

  @Test func `the same input gives the same bytes however the answers come`() async throws {
    var random = RandomAnswers(seed: 5)
    let lines = (0..<3000).map { _ in "8.8.\(random.below(8)).\(random.below(40))" }
    var outputs: Set<[String]> = []
    for seed in 0..<4 as Range<UInt64> {
      let provider = ScriptedProvider(batchSize: 9) { questions in
        var random = SplitMix(seed: seed &+ UInt64(questions.count))
        for _ in 0..<Int.random(in: 0..<20, using: &random) { await Task.yield() }
        return questions.shuffled(using: &random).map {
          Answer(tag: $0.tag, outcome: .located($0.address), askedAt: 1)
        }
      }
      outputs.insert(try await run(lines, provider, byHits: true).rows)
    }
    #expect(outputs.count == 1)
    #expect(outputs.first?.count == Set(lines).count)
  }
}
