import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore
import IPGeoRecords

@testable import IPGeoEnrichment

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension FuzzTarget {
  /// Runs over a case from its bytes to its rows: the records are the sum of all statuses.
  func checkSums(_ bytes: [UInt8], _ scratch: ScratchInput) async throws {
    guard self != .maxmind, let example = FuzzCase(bytes, self) else { return }
    let records = try Reading.whole(example, scratch)?.entries
    try scratch.write(example.input)
    let configuration = BatchRun.Configuration(
      inputs: [.file(path: scratch.path)], reading: example.options, fields: example.fields,
      wishes: example.wishes)
    let run = try BatchRun(configuration, provider: MadeUpProvider())
    let output = try ByteSink.null()
    let report = await run.run(to: output)
    try output.close()
    let counts = report.counts
    try require(counts.sumsHold, "the sums do not hold: \(counts)")
    try require(counts.rows == counts.records, "\(counts.rows) rows of \(counts.records) records")
    try require(report.outputError == nil, "nothing can be written")
    if report.refusal != nil || !report.inputErrors.isEmpty {
      return try require(counts.records == 0, "a refused input has \(counts.records) records")
    }
    // A long input in small chunks may be judged otherwise.
    guard example.input.count <= 1 << 16 || example.options.chunkSize > 64 else { return }
    let invalid = records?.count { if case .invalid = $0.result { true } else { false } }
    try require(counts.records == records?.count, "\(counts.records) records are counted")
    try require(counts.invalid == invalid, "\(counts.invalid) invalid records are counted")
  }
}

/// A provider that makes its answers up.
private struct MadeUpProvider: Provider {
  let source = "made up"

  func answer(_ questions: QuestionQueue, to sink: any AnswerSink) async -> ProviderEnd {
    let (changes, onChange) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    questions.observe { onChange.yield() }
    for await _ in changes {
      sink.deliver(
        questions.take(.max / 2).map {
          Answer(tag: $0.tag, outcome: .made($0.address), askedAt: 1)
        })
      let level = questions.level
      if level.isFinished, level.waiting == 0 { break }
    }
    return .finished
  }
}

extension ByteSink {
  fileprivate static func null() throws -> ByteSink {
    let descriptor = open("/dev/null", O_WRONLY | O_CLOEXEC)
    if descriptor < 0 { throw Breach("/dev/null cannot be opened") }
    return ByteSink(descriptor: descriptor, name: "/dev/null", closeOnEnd: true)
  }
}
