import Foundation
import IPGeoByteStreams
import Testing

@testable import IPGeoCommand

@Suite struct OutputFilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func files(_ arguments: String...) throws -> OutputFiles {
    let options = try resolved(arguments)
    return try OutputFiles(options)
  }

  private func resolved(_ arguments: [String]) throws -> BatchOptions {
    guard case .batch(let raw) = try Invocation.parse(["batch"] + arguments) else {
      throw CocoaError(.featureUnsupported)
    }
    return try BatchOptions(raw, environment: [:])
  }

  private func all() throws -> OutputFiles {
    try files(
      "-o", folder.path("o.csv"), "--failures", folder.path("f.jsonl"), "--summary-file",
      folder.path("s.json"))
  }

  private func buffer(_ text: String) -> ByteBuffer {
    var buffer = ByteBuffer()
    buffer.append(text)
    return buffer
  }

  @Test func `nothing has its name before the end, and all have it then`() throws {
    let files = try all()
    try files.rowSink.append(buffer("rows\n"))
    try files.rowSink.flush()
    try files.failureSink?.append(buffer("{}\n"))
    try files.writeSummary(buffer("{\"a\":1}\n"))
    #expect(folder.names.allSatisfy { $0.hasPrefix(".") })
    try files.finishFailures()
    try files.finishRows(whole: true)
    try files.finishSummary()
    #expect(folder.names == ["f.jsonl", "o.csv", "s.json"])
    #expect(try folder.text("o.csv") == "rows\n")
    #expect(try folder.text("f.jsonl") == "{}\n")
    #expect(try folder.text("s.json") == "{\"a\":1}\n")
  }

  @Test(arguments: [true, false])
  func `a report takes its place, or none`(isWhole: Bool) throws {
    try folder.make("r.html", "old")
    let files = try files("--report", folder.path("r.html"))
    try files.writeReport(buffer("new"))
    #expect(try folder.text("r.html") == "old")
    try files.finishReport(whole: isWhole)
    #expect(try folder.text("r.html") == (isWhole ? "new" : "old"))
    #expect(folder.names == ["r.html"])
  }

  @Test func `rows that are not whole stand beside the old ones`() throws {
    try folder.make("o.csv", "old\n")
    let files = try files("-o", folder.path("o.csv"))
    try files.rowSink.append(buffer("half\n"))
    try files.rowSink.flush()
    try files.finishRows(whole: false)
    #expect(folder.names == ["o.csv", "o.csv.partial"])
    #expect(try folder.text("o.csv") == "old\n")
    #expect(try folder.text("o.csv.partial") == "half\n")
  }

  @Test func `a summary can be written anew`() throws {
    let files = try all()
    try files.writeSummary(buffer("a longer first one\n"))
    try files.rewriteSummary(buffer("second\n"))
    try files.finishSummary()
    #expect(try folder.text("s.json") == "second\n")
  }

  @Test func `one that cannot be made leaves nothing of the others`() throws {
    for option in ["--failures", "--summary-file"] {
      #expect(throws: CommandFault.self) {
        try files("-o", folder.path("o.csv"), option, folder.path("no/such/folder"))
      }
    }
    #expect(throws: CommandFault.self) { try files("-o", folder.path + "/", "--format", "csv") }
    #expect(folder.names.isEmpty)
  }

  @Test func `letting go of them leaves nothing`() throws {
    _ = try all()
    #expect(folder.names.isEmpty)
  }

  @Test func `failure records that are not whole are forgotten`() throws {
    try folder.make("f.jsonl", "old\n")
    let files = try all()
    try files.failureSink?.append(buffer("half"))
    files.discardFailures()
    #expect(try folder.text("f.jsonl") == "old\n")
  }

  @Test func `a full disk shows before the rows have their name`() throws {
    // The device that is always full.
    try #require(FileManager.default.fileExists(atPath: "/dev/full"))
    let files = try files("--summary-file", "/dev/full")
    #expect(throws: SystemError.self) { try files.writeSummary(buffer("{}\n")) }
    try files.finishSummary()
  }
}
