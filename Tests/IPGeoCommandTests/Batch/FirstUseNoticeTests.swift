import Foundation
import Testing

@testable import IPGeoCommand

@Suite struct FirstUseNoticeTests {
  private let folder: TemporaryFolder
  private let line =
    "ipgeo: addresses go to ip-api.com over plain HTTP; its free service is for non-commercial use\n"

  init() throws { folder = try TemporaryFolder() }

  private func said(
    _ environment: [String: String], level: Diagnostics.Level = .normal, isTerminal: Bool = true,
    _ arguments: String...
  ) throws -> String {
    guard case .batch(let raw) = try Invocation.parse(["batch"] + arguments) else { return "" }
    let options = try BatchOptions(raw, environment: environment)
    return try messages(level) {
      FirstUseNotice.sayOnce(
        asking: options.asking, environment: environment, isTerminal: isTerminal, diagnostics: $0)
    }
  }

  @Test(arguments: ["HOME", "XDG_STATE_HOME"])
  func `is said once to a user`(variable: String) throws {
    let environment = [variable: folder.path("not/yet")]
    #expect(try said(environment) == line)
    #expect(try said(environment) == "")
  }

  @Test func `is not taken as said where it was not`() throws {
    let environment = ["HOME": folder.path]
    #expect(try said(environment, isTerminal: false) == "")
    #expect(try said(environment, level: .quiet) == "")
    #expect(try said(environment) == line)
  }

  @Test func `is said each time where it cannot be noted`() throws {
    for environment in [[:], ["HOME": "relative"], ["HOME": "/dev/null"]] {
      #expect(try said(environment) == line)
      #expect(try said(environment) == line)
    }
  }

  @Test func `is not for other services, nor for those with a key`() throws {
    #expect(try said(["HOME": folder.path], "--api-url", "http://127.0.0.1:1") == "")
    #expect(try said(["HOME": folder.path, "IPGEO_API_KEY": "k"]) == "")
  }

  @Test func `the program reads what it goes by`() {
    #expect(Set(ProcessEnvironment.names).isSuperset(of: ["HOME", "XDG_STATE_HOME"]))
  }
}
