import Foundation
import Testing

@testable import IPGeoCommand

/// A job whose command line is wrong fails every night, and its metrics say so.
@Suite struct UsageMetricsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func text(_ name: String) throws -> String? {
    guard FileManager.default.fileExists(atPath: folder.path(name)) else { return nil }
    return try String(contentsOfFile: folder.path(name), encoding: .utf8)
  }

  @Test func `a wrong command line is told of, in a new file and in one of ours`() throws {
    let path = folder.path("night.prom")
    for (words, code) in [(["--metrics", path], Int32(64)), (["--metrics=\(path)"], 66)] {
      MetricsFile.note(["batch", "--nope"] + words + ["x"], exitCode: code)
      #expect(
        try text("night.prom")?.contains("ipgeo_last_run_exit_code{job=\"night\"} \(code)\n")
          == true)
    }
  }

  @Test func `no other file is written over, and no other word is taken for the option`() throws {
    let list = try folder.make("ips.txt", "8.8.8.8\n")
    MetricsFile.note(["batch", "--nope", "--metrics", list], exitCode: 64)
    #expect(try text("ips.txt") == "8.8.8.8\n")
    let path = folder.path("new.prom")
    MetricsFile.note(["batch", "--nope", "--", "--metrics", path], exitCode: 64)
    MetricsFile.note(["cache", "--metrics", path], exitCode: 64)
    MetricsFile.note(["batch", "--metrics"], exitCode: 64)
    #expect(try text("new.prom") == nil)
  }
}
