import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore
import IPGeoEnrichment
import IPGeoRecords
import Synchronization
import Testing

/// A provider that returns without having answered, or asked, anything.
private struct SilentProvider: Provider {
  let source = "silent"
  var end = ProviderEnd.finished
  func answer(_ questions: QuestionQueue, to sink: any AnswerSink) async -> ProviderEnd { end }
}

@Suite(.timeLimit(.minutes(2))) struct EndingTests {
  @Test func `a provider that ends without answers leaves rows without an answer`() async throws {
    let lines = ["8.8.8.8", "10.0.0.1", "x", "8.8.8.8", "1.1.1.1"]
    let run = try await Runs.run(lines, SilentProvider()) { $0.reading.chunkSize = 1 }
    #expect(
      run.rows == [
        "8.8.8.8,failed,no-answer,", "10.0.0.1,special,private-use,",
        "x,invalid,not-an-address,", "8.8.8.8,failed,no-answer,", "1.1.1.1,failed,no-answer,",
      ])
    #expect(run.report.counts.unasked == 2 && run.report.counts.sumsHold)
    #expect(run.failures.count == 3)
  }

  @Test func `so does one that ends while the busiest are still being counted`() async throws {
    let lines = ["8.8.8.8", "1.1.1.1", "8.8.8.8"]
    let run = try await Runs.run(lines, SilentProvider()) {
      $0.selection = .distinct(byHits: true, top: 1)
    }
    #expect(run.rows == ["8.8.8.8,failed,no-answer,"])
    #expect(run.report.counts.failedAddresses == 1 && run.report.counts.rest == 1)
    #expect(run.report.counts.sumsHold)
  }

  @Test func `how the provider ended is reported`() async throws {
    let stop = ProviderEnd.stopped(Failure(.refused, message: "403"))
    let run = try await Runs.run(["8.8.8.8"], SilentProvider(end: stop))
    #expect(run.report.providerEnd == stop)
  }

  @Test func `a full disk ends the run with the reason`() async throws {
    let lines = (0..<20_000).map { "8.8.\($0 / 250).\($0 % 250)" }
    let input = try ScratchFile(lines.joined(separator: "\n"))
    let provider = ScriptedProvider { .located($0) }
    let run = try BatchRun(Runs.configuration(input.path), provider: provider)
    let report = await run.run(to: try ScratchFile.sink("/dev/full"))
    #expect(report.outputError?.message == "no space left on device")
    #expect(report.counts.rows == 0)
  }

  @Test func `failure records that cannot be written do not stop the rows`() async throws {
    let input = try ScratchFile("x\n8.8.8.8\n")
    let output = try ScratchFile()
    let run = try BatchRun(
      Runs.configuration(input.path), provider: ScriptedProvider { .located($0) })
    let sink = try output.sink()
    let report = await run.run(
      to: sink, failures: FailureLog(sink: ByteSink(descriptor: -1, name: "f", closeOnEnd: false)))
    try sink.close()
    #expect(report.failuresError?.path == "f")
    #expect(output.lines.count == 2)
  }

  @Test(arguments: [nil, 3, 40] as [Int?])
  func `300,000 distinct addresses are answered and counted`(top: Int?) async throws {
    let lines = (0..<300_000).map { "8.\($0 >> 16).\($0 >> 8 & 255).\($0 & 255)" }
    let provider = ScriptedProvider { .located($0) }
    let run = try await Runs.run(lines, provider) {
      if let top { $0.selection = .distinct(byHits: false, top: top) }
      $0.bytesInFlight = 1 << 20
    }
    let count = top ?? lines.count
    #expect(run.rows.count == count)
    #expect(zip(run.rows, lines).allSatisfy { $0.hasPrefix("\($1),located") })
    #expect(provider.asked.values.count == count)
    #expect(run.report.counts.addresses == lines.count)
    #expect(run.report.counts.sumsHold)
  }
}
