import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore
import IPGeoRecords
import Testing

@testable import IPGeoEnrichment

/// Runs between two pipes whose other ends the test holds: what leaves when, and how a run ends.
@Suite(.timeLimit(.minutes(2))) struct LiveRunTests {
  private let input: Pipe
  private let output: Pipe

  init() throws {
    input = try Pipe()
    output = try Pipe()
  }

  private func run(
    _ provider: ScriptedProvider, _ change: (inout BatchRun.Configuration) -> Void = { _ in }
  ) throws -> BatchRun {
    try BatchRun(
      Runs.configuration("/dev/fd/\(input.readEnd)", change), provider: provider)
  }

  private func start(_ run: BatchRun) -> Task<RunReport, Never> {
    let descriptor = output.writeEnd
    return Task {
      await run.run(to: ByteSink(descriptor: descriptor, name: "output", closeOnEnd: false))
    }
  }

  private func readLine() async -> String? {
    let descriptor = output.readEnd
    return await WorkerThread.run { Pipe.readLine(descriptor) }
  }

  /// Answers at once, but for addresses that have a gate.
  private func provider(_ gates: [String: TaskGate]) -> ScriptedProvider {
    ScriptedProvider(batchSize: 1) { questions in
      var answers: [Answer] = []
      for question in questions {
        await gates[question.address.description]?.pass()
        if Task.isCancelled { continue }
        answers.append(
          Answer(tag: question.tag, outcome: .located(question.address), askedAt: 1))
      }
      return answers
    }
  }

  @Test(arguments: [8_000, 16_000, 24_000, 32_000])
  func `a file's rows leave though the pipe behind it is silent`(count: Int) async throws {
    let file = try ScratchFile(String(repeating: "10.0.0.1\n", count: count))
    let run = try run(provider([:])) {
      $0.inputs.insert(.file(path: file.path), at: 0)
      $0.reading.chunkSize = 1
    }
    let task = start(run)
    let descriptor = output.readEnd
    let rows = await WorkerThread.run {
      var rows = 0
      while rows < count, Pipe.readLine(descriptor) == "10.0.0.1,special,private-use," { rows += 1 }
      return rows
    }
    #expect(rows == count)
    input.write("10.0.0.2\n")
    input.closeWriteEnd()
    #expect(await readLine() == "10.0.0.2,special,private-use,")
    #expect(await task.value.counts.sumsHold)
  }

  @Test func `a row leaves as soon as it and all before it are answered`() async throws {
    let gate = TaskGate()
    let task = start(try run(provider(["1.1.1.1": gate])))
    input.write("8.8.8.8\n1.1.1.1\n10.0.0.1\n9.9.9.9\n")
    #expect(await readLine() == "8.8.8.8,located,,city of 8.8.8.8")
    gate.open()
    #expect(await readLine() == "1.1.1.1,located,,city of 1.1.1.1")
    #expect(await readLine() == "10.0.0.1,special,private-use,")
    #expect(await readLine() == "9.9.9.9,located,,city of 9.9.9.9")
    // The input is still open: each further line is answered when it comes.
    input.write("8.8.8.8\n")
    #expect(await readLine() == "8.8.8.8,located,,city of 8.8.8.8")
    input.write("bad\n")
    #expect(await readLine() == "bad,invalid,not-an-address,")
    input.closeWriteEnd()
    let report = await task.value
    #expect(report.counts.rows == 6 && report.counts.sumsHold)
  }

  @Test func `the header leaves as soon as the input is known, before any answer`() async throws {
    let provider = provider(["8.8.8.8": TaskGate()])
    let task = start(try run(provider) { $0.wishes.writesHeader = true })
    input.write("8.8.8.8\n")
    #expect(await readLine() == "ip,status,reason,city")
    output.closeReadEnd()
    #expect(await task.value.counts.records == 0)
  }

  @Test func `a reader that goes away during a wait ends the run and the asking`() async throws {
    let provider = provider(["1.1.1.1": TaskGate()])
    let task = start(try run(provider))
    input.write("8.8.8.8\n1.1.1.1\n9.9.9.9\n")
    #expect(await readLine() == "8.8.8.8,located,,city of 8.8.8.8")
    // The second answer never comes, and the input stays open.
    output.closeReadEnd()
    let report = await task.value
    #expect(report.outputError?.isBrokenPipe == true)
    #expect(provider.wasCancelled.values == [true])
    #expect(report.counts.records == 1)
    #expect(!report.wasInterrupted)
  }

  @Test func `a reader that goes away during a wait for input ends a run of distinct rows`()
    async throws
  {
    let task = start(
      try run(provider([:])) {
        $0.wishes.writesHeader = true
        $0.selection = .distinct(byHits: true, top: nil)
      })
    input.write("8.8.8.8\n")
    #expect(await readLine() == "ip,status,reason,city")
    output.closeReadEnd()
    #expect(await task.value.outputError?.isBrokenPipe == true)
  }

  @Test func `interrupted: reading stops, what is under way is used, the rest fails`() async throws
  {
    let gates = ["1.1.1.1": TaskGate(), "9.9.9.9": TaskGate()]
    let provider = provider(gates)
    let run = try run(provider) {
      $0.bytesInFlight = 64 << 20
      $0.graceMilliseconds = 3_600_000
    }
    let task = start(run)
    input.write("8.8.8.8\n1.1.1.1\n9.9.9.9\n")
    #expect(await readLine() == "8.8.8.8,located,,city of 8.8.8.8")
    while provider.asked.values.count < 3 { await Task.yield() }
    run.interrupt()
    run.interrupt()
    for gate in gates.values { gate.open() }
    let report = await task.value
    #expect(await readLine() == "1.1.1.1,located,,city of 1.1.1.1")
    #expect(await readLine() == "9.9.9.9,located,,city of 9.9.9.9")
    #expect(report.wasInterrupted)
    #expect(report.counts.records == 3 && report.counts.failed == 0 && report.counts.sumsHold)
    #expect(provider.wasCancelled.values == [false])
  }

  @Test func `interrupted: what is not answered when the grace is over fails`() async throws {
    let provider = provider(["1.1.1.1": TaskGate()])
    let run = try run(provider) { $0.graceMilliseconds = 0 }
    let task = start(run)
    input.write("8.8.8.8\n1.1.1.1\n10.0.0.1\n")
    #expect(await readLine() == "8.8.8.8,located,,city of 8.8.8.8")
    run.interrupt()
    let report = await task.value
    #expect(await readLine() == "1.1.1.1,failed,interrupted,")
    #expect(await readLine() == "10.0.0.1,special,private-use,")
    #expect(report.counts.failed == 1 && report.counts.sumsHold)
  }

  @Test func `interrupted: distinct rows are written with the hits so far`() async throws {
    let run = try run(provider([:])) {
      $0.selection = .distinct(byHits: true, top: nil)
      $0.fields = [.ip, .hits, .status, .reason]
    }
    let task = start(run)
    input.write("8.8.8.8\n1.1.1.1\n1.1.1.1\n")
    while run.progress.addresses < 2 { await Task.yield() }
    run.interrupt()
    let report = await task.value
    #expect(await readLine() == "1.1.1.1,2,failed,interrupted")
    #expect(await readLine() == "8.8.8.8,1,failed,interrupted")
    #expect(report.counts.unasked == 2 && report.counts.sumsHold)
  }

  @Test func `interrupted before it runs, a run reads nothing and ends`() async throws {
    let run = try run(provider([:]))
    run.interrupt()
    input.write("8.8.8.8\n")
    let report = await start(run).value
    #expect(report.counts.records == 0 && report.wasInterrupted)
  }

  @Test func `a cancelled task interrupts its run`() async throws {
    let run = try run(provider(["1.1.1.1": TaskGate()])) { $0.graceMilliseconds = 0 }
    let task = start(run)
    input.write("8.8.8.8\n1.1.1.1\n")
    #expect(await readLine() == "8.8.8.8,located,,city of 8.8.8.8")
    task.cancel()
    let report = await task.value
    #expect(await readLine() == "1.1.1.1,failed,interrupted,")
    #expect(report.wasInterrupted && report.counts.sumsHold)
  }
}
