import Foundation
import IPGeoByteStreams
import IPGeoCore
import IPGeoRecords

@testable import IPGeoCommand
@testable import IPGeoEnrichment

/// A report whose sums hold: ten records of eight addresses, of which six were asked.
func wholeReport(_ change: (inout RunReport) -> Void = { _ in }) -> RunReport {
  var report = RunReport()
  report.counts.records = 10
  report.counts.located = 6
  report.counts.special = 2
  report.counts.unknown = 1
  report.counts.invalid = 1
  report.counts.addresses = 8
  report.counts.local = 2
  report.counts.asked = 6
  report.counts.requests = 2
  report.counts.rows = 10
  report.counts.reasons = ["private-use": 2, "no-data": 1, "not-an-address": 1]
  report.dialects = ["list"]
  change(&report)
  return report
}

extension RunReport {
  /// Lets that many of the located records, one address each, have failed instead.
  mutating func fail(_ count: Int, asked: Bool = true) {
    counts.located -= count
    counts.failed += count
    counts.failedAddresses += count
    if !asked {
      counts.asked -= count
      counts.unasked += count
    }
  }

  /// Lets it be a run over nothing but invalid records.
  mutating func holdNoAddress() {
    self = RunReport()
    counts.records = 2
    counts.invalid = 2
  }

  mutating func stop(_ reason: Reason = .refused) {
    providerEnd = .stopped(Failure(reason, message: "the service refuses (403)"))
  }

  mutating func missInput() {
    let error = SystemError(code: ENOENT, operation: "open", path: "gone.txt")
    inputErrors.append(.init(name: "gone.txt", error: .system(error)))
  }

  mutating func meetBinary() {
    inputErrors.append(
      .init(name: "a.gz", error: .notText(kind: "gzip data", advice: "gzip -dc FILE")))
  }

  mutating func loseReader() {
    outputError = SystemError(code: EPIPE, operation: "write", path: "standard output")
  }

  mutating func fillDisk() {
    outputError = SystemError(code: ENOSPC, operation: "write", path: "out.csv")
  }
}

/// A folder of the test's own, for as long as it is held.
final class TemporaryFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "ipgeo-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path(percentEncoded: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func path(_ name: String) -> String { path + "/" + name }

  @discardableResult func make(_ name: String, _ text: String = "") throws -> String {
    try Data(text.utf8).write(to: URL(filePath: path(name)))
    return path(name)
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path(name))), as: UTF8.self)
  }

  /// What is in it, in order.
  var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
  }
}

/// What `body` makes a `Diagnostics` write.
func messages(
  _ level: Diagnostics.Level = .normal, _ body: (Diagnostics) throws -> Void
) throws -> String {
  let pipe = Pipe()
  try body(
    Diagnostics(descriptor: pipe.fileHandleForWriting.fileDescriptor, level: level))
  try pipe.fileHandleForWriting.close()
  return String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
}
