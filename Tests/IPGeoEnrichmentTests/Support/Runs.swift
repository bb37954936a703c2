import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore
import IPGeoEnrichment
import IPGeoRecords

/// What a whole run over a file came to.
struct FinishedRun {
  var report: RunReport
  /// The rows, without line ends.
  var rows: [String]
  /// The failure records, without line ends.
  var failures: [String]
}

enum Runs {
  /// Fields that tell which record a row is of and what became of it.
  static let fields: [Field] = [.ip, .status, .reason, .city]

  static func configuration(
    _ path: String, _ change: (inout BatchRun.Configuration) -> Void = { _ in }
  ) -> BatchRun.Configuration {
    var configuration = BatchRun.Configuration(inputs: [.file(path: path)], fields: fields)
    configuration.wishes.writesHeader = false
    change(&configuration)
    return configuration
  }

  /// Runs over a file with those bytes, to the end.
  static func run(
    _ bytes: [UInt8], _ provider: some Provider, book: (any AnswerBook)? = nil,
    memory: (any AnswerMemory)? = nil,
    _ change: (inout BatchRun.Configuration) -> Void = { _ in }
  ) async throws -> FinishedRun {
    let input = try ScratchFile(bytes)
    let output = try ScratchFile()
    let failures = try ScratchFile()
    let run = try BatchRun(
      configuration(input.path, change), provider: provider, book: book, memory: memory)
    let sink = try output.sink()
    let failureSink = try failures.sink()
    let report = await run.run(to: sink, failures: FailureLog(sink: failureSink, now: { 0 }))
    try sink.close()
    try failureSink.close()
    return FinishedRun(report: report, rows: output.lines, failures: failures.lines)
  }

  static func run(
    _ lines: [String], _ provider: some Provider, book: (any AnswerBook)? = nil,
    memory: (any AnswerMemory)? = nil,
    _ change: (inout BatchRun.Configuration) -> Void = { _ in }
  ) async throws -> FinishedRun {
    try await run(
      Array((lines.joined(separator: "\n") + "\n").utf8), provider, book: book, memory: memory,
      change)
  }
}
