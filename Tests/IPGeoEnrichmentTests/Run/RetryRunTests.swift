import IPGeoAddresses
import IPGeoCore
import IPGeoEnrichment
import IPGeoRecords
import Testing

/// Runs over the failures file of an earlier run.
@Suite(.timeLimit(.minutes(2))) struct RetryRunTests {
  private func retry(
    _ failures: [String], _ provider: ScriptedProvider,
    _ change: (inout BatchRun.Configuration) -> Void = { _ in }
  ) async throws -> FinishedRun {
    try await Runs.run(failures, provider) {
      $0.reading.format = .failures
      change(&$0)
    }
  }

  @Test func `what failed is asked again, once for each address, and has its row`() async throws {
    let first = try await Runs.run(
      ["9.9.9.9", "x", "[2606:4700:0::1]:443", "8.8.8.8", "9.9.9.9", "1.1.1.1", "10.0.0.1"],
      ScriptedProvider { address in
        switch address.description {
        case "8.8.8.8": .located(address)
        case "1.1.1.1":
          .failed(Failure(.httpStatus, message: "400", wasAsked: true, isRetryable: false))
        default: .failed(.timeout)
        }
      })
    #expect(first.failures.count == 4)
    let provider = ScriptedProvider { .located($0) }
    let second = try await retry(first.failures, provider) {
      $0.fields = [.ip, .status, .hits, .line]
    }
    #expect(second.rows == ["9.9.9.9,located,2,2", "2606:4700:0::1,located,1,3"])
    #expect(provider.asked.values.map(\.description) == ["9.9.9.9", "2606:4700::1"])
    let counts = second.report.counts
    #expect(counts.records == 2 && counts.notRetryable == 2 && counts.invalid == 0)
    #expect(counts.sumsHold)
    #expect(second.failures.isEmpty)
    #expect(second.report.dialects == ["failures"])
  }

  @Test func `what fails again stands in the new failures file, by its line in the old`()
    async throws
  {
    let first = try await Runs.run(
      ["x", "9.9.9.9", "9.9.9.10"], ScriptedProvider { _ in .failed(.timeout) })
    let second = try await retry(first.failures, ScriptedProvider { _ in .failed(.unreachable) })
    #expect(second.rows == ["9.9.9.9,failed,unreachable,", "9.9.9.10,failed,unreachable,"])
    #expect(second.failures.map { $0.contains(#""line":2,"#) } == [true, false])
    #expect(second.failures.map { $0.contains(#""line":3,"#) } == [false, true])
    #expect(second.report.counts.failedAddresses == 2 && second.report.counts.notRetryable == 1)
  }

  @Test func `rows by hits count what the records stood for`() async throws {
    let lines = [String](repeating: "9.9.9.9", count: 3) + ["8.8.8.8"]
    let first = try await Runs.run(lines.reversed(), ScriptedProvider { _ in .failed(.timeout) })
    let second = try await retry(first.failures, ScriptedProvider { .located($0) }) {
      $0.fields = [.ip, .hits]
      $0.selection = .distinct(byHits: true, top: nil)
    }
    #expect(second.rows == ["9.9.9.9,3", "8.8.8.8,1"])
  }

  @Test func `a file of something else is told as such, line by line`() async throws {
    let row = #"{"ip":"8.8.8.8","status":"located"}"#
    for selection in [RowSelection.everyRecord, .distinct(byHits: false, top: nil)] {
      let run = try await retry(["8.8.8.8", row, "[8]"], ScriptedProvider { .located($0) }) {
        $0.selection = selection
      }
      let counts = run.report.counts
      #expect(counts.invalid == 3 && counts.records == 3 && counts.sumsHold)
      #expect(counts.reasons == ["invalid-json": 1, "field-missing": 1, "wrong-type": 1])
      let messages = run.report.firstInvalid.map(\.message)
      #expect(messages.allSatisfy { $0.contains("what --failures wrote") }, "\(messages)")
      #expect(run.failures.allSatisfy { $0.contains("what --failures wrote") })
    }
  }

  @Test(arguments: 0..<25 as Range<UInt64>)
  func `a second run asks what the first one wrote as retryable, and both sums hold`(
    seed: UInt64
  ) async throws {
    var random = RandomAnswers(seed: seed)
    let signs = Array("\"\\\0\r\t{},é\u{1b}x".utf8) + [0xff]
    let lines: [[UInt8]] = (0..<random.below(800)).map { _ in
      let garbage = (0..<random.below(300)).map { _ in signs[random.below(signs.count)] }
      if random.below(4) == 0 { return Array("!".utf8) + garbage }
      let number = random.below(200)
      let spellings = [
        "8.8.\(number).1", "::ffff:8.8.\(number).1", "[2606:4700::\(number)]:1",
        "2606::\(number)%z",
      ]
      return Array(spellings[random.below(spellings.count)].utf8)
    }
    let first = try await Runs.run(
      Array(lines.joined(separator: [0x0A])),
      ScriptedProvider(batchSize: 7) { address in
        switch address.stableHash % 3 {
        case 0: .located(address)
        case 1: .failed(.timeout)
        default: .failed(Failure(.badResponse, message: "\"\n\\", isRetryable: false))
        }
      })
    let retryable = first.failures.count { $0.contains(#","retryable":true,"#) }
    let provider = ScriptedProvider(batchSize: 7) { .located($0) }
    let second = try await retry(first.failures, provider) { $0.fields = [.address, .hits] }
    let counts = second.report.counts
    #expect(counts.sumsHold && first.report.counts.sumsHold)
    #expect(counts.located == retryable && counts.records == retryable)
    #expect(counts.notRetryable == first.failures.count - retryable)
    #expect(Set(provider.asked.values).count == retryable)
    #expect(provider.asked.values.allSatisfy { $0.stableHash % 3 == 1 })
    let hits = second.rows.compactMap { Int($0.split(separator: ",")[1]) }.reduce(0, +)
    #expect(hits == first.rows.count { $0.contains(",failed,timeout,") })
  }
}
