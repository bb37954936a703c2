import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore
import IPGeoEnrichment
import IPGeoRecords
import Testing

@Suite(.timeLimit(.minutes(2))) struct RecordRunTests {
  @Test func `each record has its row, in order and in its own spelling, and is asked once`()
    async throws
  {
    let provider = ScriptedProvider { .located($0) }
    let lines = [
      "8.8.8.8", "10.1.2.3", "::ffff:8.8.8.8", "1.1.1.1", "[8.8.8.8]:53", "2606:4700:0::1111",
      "2606:4700::1111", "192.168.0.1", "not-an-ip", "1.1.1.1",
    ]
    let run = try await Runs.run(lines, provider)
    #expect(
      run.rows == [
        "8.8.8.8,located,,city of 8.8.8.8", "10.1.2.3,special,private-use,",
        "::ffff:8.8.8.8,located,,city of 8.8.8.8", "1.1.1.1,located,,city of 1.1.1.1",
        "8.8.8.8,located,,city of 8.8.8.8",
        "2606:4700:0::1111,located,,city of 2606:4700::1111",
        "2606:4700::1111,located,,city of 2606:4700::1111",
        "192.168.0.1,special,private-use,", "not-an-ip,invalid,not-an-address,",
        "1.1.1.1,located,,city of 1.1.1.1",
      ])
    let asked = provider.asked.values.map(\.description).sorted()
    #expect(asked == ["1.1.1.1", "2606:4700::1111", "8.8.8.8"])
    let counts = run.report.counts
    #expect(counts.records == 10 && counts.rows == 10 && counts.sumsHold)
    #expect(counts.located == 7 && counts.special == 2 && counts.invalid == 1)
    #expect(counts.addresses == 5 && counts.local == 2 && counts.asked == 3)
    #expect(run.failures.count == 1)
    #expect(run.report.dialects == ["list"])
  }

  /// What people write for an address; the canonical text comes first.
  private static let spellings = [
    ["8.8.8.8", "::ffff:8.8.8.8", "::FFFF:808:808"],
    ["2606:4700::1111", "2606:4700:0::1111", "2606:4700:0:0:0:0:0:1111", "2606:4700::1111%eth0"],
    ["2a00:ab::c:0:0:d", "2A00:AB::C:0:0:D", "2a00:ab:0:0:c::d", "2a00:00ab::c:0:0:d"],
    ["1.1.1.1", "[::ffff:1.1.1.1]"],
  ]

  @Test(arguments: [[Field.ip, .city], [.city, .ip, .line], [.city], [.ip]])
  func `every record's row has its own spelling, whichever came before`(
    fields: [Field]
  ) async throws {
    var random = SplitMix(seed: UInt64(fields.count))
    // Few others at first, so that some chunks hold canonical texts alone.
    let lines = (0..<60_000).map { line in
      let address = Self.spellings[Int.random(in: 0..<Self.spellings.count, using: &random)]
      let isOther = line > 40_000 && Int.random(in: 0..<3, using: &random) == 0
      return isOther ? address.randomElement(using: &random) ?? "" : address[0]
    }
    let run = try await Runs.run(lines, ScriptedProvider { .located($0) }) {
      $0.fields = fields
      $0.reading.chunkSize = 1
    }
    let expected = zip(lines, 1...).map { text, line in
      let address = Self.spellings.first { $0.contains(text) }?[0] ?? ""
      return fields.map { field in
        switch field {
        case .ip: text.trimmingPrefix { $0 == "[" }.filter { $0 != "]" }
        case .line: "\(line)"
        default: "city of \(address)"
        }
      }.joined(separator: ",")
    }
    #expect(run.rows.count == lines.count)
    #expect(zip(run.rows, expected).allSatisfy { $0 == $1 })
    #expect(run.report.counts.sumsHold)
  }

  @Test func `an address that fails is told with its first line, though no record is kept`()
    async throws
  {
    let lines = ["", "8.8.8.8", "# comment", "8.8.8.8", "1.1.1.1", "", "2606:4700::1111"]
    let run = try await Runs.run(
      lines, ScriptedProvider { _ in .failed(Failure(.timeout, message: "late")) })
    let places = run.failures.map { line in
      line.split(separator: #""line":"#).last.map { $0.prefix { $0 != "," } }
    }
    #expect(places == ["2", "5", "7"])
    #expect(run.failures.first?.contains(#""records":2,"#) == true)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `rows keep the order of the records whatever the order of the answers`(
    seed: UInt64
  ) async throws {
    var random = RandomAnswers(seed: seed)
    let lines = (0..<20_000).map { _ in "8.\(random.below(4)).\(random.below(256)).7" }
    let provider = ScriptedProvider(batchSize: 7) { questions in
      var random = SplitMix(seed: seed ^ UInt64(questions.first?.tag ?? 0))
      for _ in 0..<Int.random(in: 0..<40, using: &random) { await Task.yield() }
      return questions.shuffled(using: &random).map {
        Answer(tag: $0.tag, outcome: .located($0.address), askedAt: 1)
      }
    }
    let run = try await Runs.run(lines, provider) { $0.reading.chunkSize = 4096 }
    #expect(run.rows == lines.map { "\($0),located,,city of \($0)" })
    #expect(Set(provider.asked.values).count == provider.asked.values.count)
    #expect(run.report.counts.sumsHold)
  }

  @Test func `a failed address is one failure record that stands for all its rows`() async throws {
    let provider = ScriptedProvider { _ in .failed(.timeout) }
    let run = try await Runs.run(["", "[9.9.9.9]", "9.9.9.9", "9.9.9.10", "9.9.9.9"], provider)
    #expect(run.rows.allSatisfy { $0.hasSuffix(",failed,timeout,") })
    #expect(run.rows.count == 4)
    #expect(run.failures.count == 2)
    #expect(run.failures[0].hasPrefix(#"{"ip":"9.9.9.9","text":"9.9.9.9","#))
    #expect(run.failures[0].contains(#""records":3,"#))
    #expect(run.failures[0].contains(#""line":2,"#))
    #expect(run.failures[1].contains(#""records":1,"#))
    #expect(run.report.counts.failed == 4 && run.report.counts.failedAddresses == 2)
    #expect(run.report.counts.blankLines == 1)
  }

  @Test func `the line and the input stand in the row`() async throws {
    let first = try ScratchFile("# top\n8.8.8.8\n")
    let second = try ScratchFile("x\n8.8.8.8 # twice\n")
    let output = try ScratchFile()
    let provider = ScriptedProvider { .located($0) }
    var configuration = Runs.configuration(first.path) {
      $0.fields = [.status, .line, .file, .port]
    }
    configuration.inputs.append(.file(path: second.path))
    let run = try BatchRun(configuration, provider: provider)
    let sink = try output.sink()
    let report = await run.run(to: sink)
    try sink.close()
    #expect(
      output.lines == [
        "located,2,\(first.path),", "invalid,1,\(second.path),", "located,2,\(second.path),",
      ])
    #expect(report.counts.comments == 1)
    #expect(report.firstInvalid.map(\.file) == [second.path])
    #expect(report.firstInvalid.map(\.line) == [1])
  }

  @Test func `an input that cannot be read does not stop the others`() async throws {
    let input = try ScratchFile("8.8.8.8\n")
    let output = try ScratchFile()
    var configuration = Runs.configuration("/nonexistent/a")
    configuration.inputs.append(.file(path: input.path))
    let failed = Collected<String>()
    let run = try BatchRun(configuration, provider: ScriptedProvider { .located($0) }) { event in
      if case .inputFailed(let name, _) = event { failed.append(name) }
    }
    let sink = try output.sink()
    let report = await run.run(to: sink)
    try sink.close()
    #expect(output.lines == ["8.8.8.8,located,,city of 8.8.8.8"])
    #expect(report.inputErrors.map(\.name) == ["/nonexistent/a"])
    #expect(failed.values == ["/nonexistent/a"])
  }

  @Test func `what waits for a full batch is released when the reader is blocked`() async throws {
    // One chunk is in flight at a time and waits for its only address, which no other comes to
    // join: the reader, blocked by it, lets it go.
    let lines = [String](repeating: "8.8.8.8", count: 40_000)
    let provider = ScriptedProvider(batchSize: 100) { .located($0) }
    let run = try await Runs.run(lines, provider) {
      $0.reading.chunkSize = 1
      $0.bytesInFlight = 1
    }
    #expect(run.rows == lines.map { "\($0),located,,city of \($0)" })
    #expect(run.report.counts.requests == 1)
  }

  @Test func `one chunk in flight at a time, each with new addresses: the run ends`() async throws {
    let lines = (0..<40_000).map { "8.\($0 / 4000).\($0 / 100 % 40).\($0 % 100)" }
    let provider = ScriptedProvider { .located($0) }
    let run = try await Runs.run(lines, provider) {
      $0.reading.chunkSize = 1
      $0.bytesInFlight = 1
    }
    #expect(run.rows == lines.map { "\($0),located,,city of \($0)" })
    #expect(provider.asked.values.count == 40_000)
  }

  @Test func `a row too long to be kept is written for every record`() async throws {
    let isp = String(repeating: "x", count: 60_000)
    let provider = ScriptedProvider { _ in
      var location = Location()
      location.isp = isp
      return .located(location)
    }
    let fields: [Field] = [.isp, .status]
    let run = try await Runs.run(["8.8.8.8", "8.8.4.4", "8.8.8.8"], provider) {
      $0.fields = fields
    }
    #expect(run.rows == [String](repeating: isp + ",located", count: 3))
  }
}
