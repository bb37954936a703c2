import Foundation
import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore
import IPGeoEnrichment
import IPGeoRecords
import Testing

/// Files that do not fit into what is in flight, with new addresses in few of their lines.
@Suite(.timeLimit(.minutes(2))) struct RareAddressTests {
  private static let addresses = (0..<200).map { "8.8.\($0).8" }

  /// 40,000 lines, every 200th with a new address.
  private static func lines(_ line: (String) -> String = { $0 }) -> [String] {
    (0..<40_000).map { line(addresses[$0.isMultiple(of: 200) ? $0 / 200 : $0 / 200 / 2]) }
  }

  /// Room for one chunk, which are as small as a file's can be.
  private func narrow(_ configuration: inout BatchRun.Configuration) {
    configuration.bytesInFlight = 1
    configuration.reading.chunkSize = 1
  }

  @Test(arguments: [InputFormat.list, .log, .csv, .jsonl])
  func `new addresses fill batches however few a chunk holds`(format: InputFormat) async throws {
    let lines =
      switch format {
      case .log: Self.lines { "\($0) - - [01/Jan/2026:00:00:00 +0000] \"GET / HTTP/1.1\" 200 5" }
      case .csv: ["a,ip"] + Self.lines { "\"x\n\",\($0)" }
      case .jsonl: Self.lines { "{\"a\":[1,2],\"ip\":\"\($0)\"}" }
      default: Self.lines()
      }
    let batches = Collected<Int>()
    let provider = ScriptedProvider { questions in
      batches.append(questions.count)
      return questions.map {
        Answer(tag: $0.tag, outcome: .located($0.address), askedAt: 1)
      }
    }
    let run = try await Runs.run(lines, provider) {
      narrow(&$0)
      $0.reading.format = format
      $0.wishes.format = .csv
    }
    #expect(batches.values == [100, 100])
    #expect(run.report.counts.sumsHold && run.report.inputErrors.isEmpty)
    #expect(run.report.counts.located == 40_000)
  }

  @Test func `rows are the same as without that bound`() async throws {
    let provider = { ScriptedProvider { .located($0) } }
    let wide = try await Runs.run(Self.lines(), provider())
    let narrow = try await Runs.run(Self.lines(), provider(), narrow)
    #expect(narrow.rows == wide.rows && wide.rows.count == 40_000)
  }

  @Test(arguments: [0, 5000])
  func `of a file that is cut off meanwhile all that was read has a row`(
    left: Int
  ) async throws {
    let input = try ScratchFile(
      "a,ip,b\n" + Self.lines { "x,\($0),y\n" }.joined() + "x,bad,y\n")
    let path = input.path
    let output = try ScratchFile()
    // Both batches are full only when the last chunks were read.
    let provider = ScriptedProvider(batchSize: 200) { questions in
      truncate(path, off_t(left))
      return questions.map { Answer(tag: $0.tag, outcome: .located($0.address), askedAt: 1) }
    }
    var configuration = Runs.configuration(input.path) {
      narrow(&$0)
      $0.reading.format = .csv
    }
    configuration.fields = [.ip, .status, .city, .line]
    let sink = try output.sink()
    let report = await BatchRunning.run(configuration, provider, sink)
    try sink.close()
    #expect(report.counts.records == 40_001 && report.counts.sumsHold)
    #expect(report.counts.located == 40_000 && report.counts.invalid == 1)
    // It is told once, not for each chunk.
    #expect(report.inputErrors.map(\.name) == [input.path])
    if case .changed? = report.inputErrors.first?.error {} else { Issue.record("not changed") }
    let rows = output.lines
    #expect(rows.count == 40_001)
    let expected = Self.lines { "\($0),located,city of \($0)" }
    for (row, wanted) in zip(rows, expected) {
      // Cells that are gone are empty, and so is the line's number.
      let isWhole = row.hasPrefix("x,\(wanted.prefix { $0 != "," }),y,\(wanted),")
      guard isWhole || row == ",,,\(wanted)," else {
        Issue.record("\(row) instead of \(wanted)")
        break
      }
    }
    #expect(rows.count { $0.hasPrefix(",,,") } > 20_000)
  }
}

private enum BatchRunning {
  static func run(
    _ configuration: BatchRun.Configuration, _ provider: some Provider, _ sink: ByteSink
  ) async -> RunReport {
    guard let run = try? BatchRun(configuration, provider: provider) else { return RunReport() }
    return await run.run(to: sink)
  }
}
