import Foundation
import Testing

@testable import IPGeoCommand

@Suite struct SameFileCheckTests {
  private let folder: TemporaryFolder
  private let input: String

  init() throws {
    folder = try TemporaryFolder()
    input = try folder.make("in.txt", "8.8.8.8\n")
  }

  private func fault(_ arguments: String...) throws -> String? {
    guard case .batch(let raw) = try Invocation.parse(["batch"] + arguments) else { return nil }
    return SameFileCheck.fault(try BatchOptions(raw, environment: [:]))
  }

  @Test func `different files are no fault`() throws {
    let other = try folder.make("old.csv")
    #expect(
      try fault(
        input, "-o", other, "--failures", folder.path("f"), "--summary-file", folder.path("s"))
        == nil)
    #expect(try fault(input, input, "-o", folder.path("new.csv")) == nil)
  }

  @Test func `the output may not be an input, by any spelling`() throws {
    #expect(
      try fault(input, "-o", input, "--format", "csv")
        == "--output \(input) and the input \(input) are the same file: name another one")
    let link = folder.path("link.csv")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: input)
    #expect(try fault(input, "-o", link)?.contains("are the same file") == true)
    let hard = folder.path("hard.csv")
    try FileManager.default.linkItem(atPath: input, toPath: hard)
    #expect(try fault(hard, "-o", link)?.contains("are the same file") == true)
    #expect(
      try fault(input, "-o", folder.path("./in.txt"), "--format", "csv")?.contains("same file")
        == true)
  }

  @Test func `no two outputs may be one file, there or not`() throws {
    let new = folder.path("new.csv")
    #expect(try fault(input, "-o", new, "--failures", new)?.contains("same file") == true)
    #expect(
      try fault(input, "--failures", folder.path("x"), "--summary-file", folder.path("./x"))?
        .contains("same file") == true)
    #expect(
      try fault(input, "-o", new, "--failures", folder.path("new.csv.partial"))?
        .contains("--output's") == true)
    #expect(try fault(input, "--failures", input)?.contains("--failures") == true)
  }

  @Test func `what failed may be written over by what fails again`() throws {
    #expect(try fault("--retry-failed", input, "--failures", input) == nil)
    #expect(
      try fault("--retry-failed", input, "-o", input, "--format", "csv")?.contains("same file")
        == true)
    #expect(
      try fault("--retry-failed", input, "--failures", input, "--metrics", input)?
        .contains("same file") == true)
  }

  @Test(arguments: ["--cache", "--limit-file", "--lock", "--status-file", "--metrics"])
  func `files of the run are no inputs and no outputs`(option: String) throws {
    #expect(try fault(input, option, input)?.contains("same file") == true)
    let new = folder.path("new.csv")
    #expect(try fault(input, option, new, "-o", new)?.contains("same file") == true)
    #expect(try fault(input, option, folder.path("f"), "-o", new) == nil)
  }

  @Test func `links to what is not there yet are seen through`() throws {
    let link = folder.path("link.csv")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: folder.path("new.csv"))
    #expect(
      try fault(input, "-o", link, "--failures", folder.path("new.csv"))?.contains("same file")
        == true)
    #expect(try fault(input, "-o", link, "--failures", folder.path("other.csv")) == nil)
  }

  @Test func `an input may not be the partial output of an earlier run`() throws {
    let partial = try folder.make("out.csv.partial", "8.8.8.8\n")
    #expect(try fault(partial, "-o", folder.path("out.csv"))?.contains("same file") == true)
  }

  @Test func `devices may be shared`() throws {
    #expect(try fault("/dev/null", "-o", "/dev/null", "--failures", "/dev/null") == nil)
  }
}
